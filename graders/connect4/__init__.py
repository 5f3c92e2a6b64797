"""The room of the exercise connect4."""

BUILDS_ON = ("player",)
