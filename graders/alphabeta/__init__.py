"""The room of the exercise alphabeta."""
