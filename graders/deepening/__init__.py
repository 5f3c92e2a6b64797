"""The room of the exercise deepening."""

BUILDS_ON = ("connect4",)
