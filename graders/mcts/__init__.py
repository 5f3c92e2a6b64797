"""The room of the exercise mcts."""

BUILDS_ON = ("player",)
