"""The room of the exercise player."""
