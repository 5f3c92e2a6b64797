"""The room of the exercise player."""

BUILDS_ON = ("alphabeta",)
