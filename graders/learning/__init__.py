"""The room of the exercise learning."""

BUILDS_ON = ("player", "mcts")
