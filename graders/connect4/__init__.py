"""The room of the exercise connect4."""

BUILDS_ON = ("player",)
DRAFT = True  # until it is audited at three seeds
