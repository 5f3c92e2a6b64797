"""The room of the exercise alphabeta."""

BUILDS_ON = ("minmax",)
