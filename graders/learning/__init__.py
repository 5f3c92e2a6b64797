"""The room of the exercise learning."""
