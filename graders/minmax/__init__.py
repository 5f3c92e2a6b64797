"""The room of the exercise minmax."""

BUILDS_ON = ("games",)
