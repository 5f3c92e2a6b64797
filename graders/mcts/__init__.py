"""The room of the exercise mcts."""

BUILDS_ON = ("player",)
DRAFT = True  # until it is audited at three seeds
