"""Autograded exercises for adversarial search: the graders and the command `gametree`."""

__version__ = "0.1.0"


class KitError(Exception):
    """The kit itself can't work here; the sentence says what to do."""
