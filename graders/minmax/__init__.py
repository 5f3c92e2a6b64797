"""The room of the exercise minmax."""
