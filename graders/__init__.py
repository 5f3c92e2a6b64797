"""Autograded exercises for adversarial search: the graders and the command `gametree`."""

from graders.kit import __version__ as __version__
from graders.kit.errors import KitError as KitError
