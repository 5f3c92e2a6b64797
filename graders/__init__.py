"""Autograded exercises for adversarial search: the graders and the command `gametree`."""

__version__ = "0.1.0"
