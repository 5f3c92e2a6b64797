"""The room of the exercise expectiminimax."""

BUILDS_ON = ("player",)
