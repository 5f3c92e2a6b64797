"""Autograded exercises for adversarial search: the graders and the command `gametree`."""

__version__ = "0.1.0"


class KitError(Exception):
    """What was asked for can't be done; the sentence says why and what to do.

    The root of all errors that the kit raises for its users. What a submission does wrong is none of them: see
    student.Lost.
    """
