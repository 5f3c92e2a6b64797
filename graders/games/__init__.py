"""The room of the exercise games."""
