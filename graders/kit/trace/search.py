"""A search that can be recorded: what is asked of the student's code, and the tree it goes through.

A room's trace.py derives its own kinds, and has two functions:

    of_case(case)          the Search that a case of its checks comes to; None if there is none
    of_text(tree, board)   the Search that a person chose: both are "" for the statement's example;
                           raises KitError
    of_play(game)          the Search by which a submission chooses a move in a position of the
                           room's Game, None if it can't be followed there; only where there is a
                           tournament
"""

import ast
from abc import abstractmethod
from typing import Any

from graders.kit.errors import KitError
from graders.kit.grading.checks import Case
from graders.kit.roomkit.textbook import Key, SearchTree

LARGEST = 1_000_000  # characters of a tree that is typed


class Search(SearchTree):
    """A search of a student's.

    Attributes:
        case: The case whose question is asked; what happens then is recorded.
        title: What is asked, in words.
        position: The position, as --tree or --board takes it.
        width: How many cells a row of a board has.
        looks_are_reads: Whether a leaf counts as read once any function is given it.
        remark: In which way it is not the very search that was made in a game, in a sentence.
    """

    case: Case
    title: str
    position: str
    width = 3
    looks_are_reads = False
    remark = ""

    @abstractmethod
    def locate(self, sent: Any, above: Key | None) -> Key | None:
        """Return the node that the driver's key_of described.

        Args:
            sent: What the driver sent; it comes from a stranger and may be any JSON value.
            above: The node of the call that goes on, None if there is none.

        Returns:
            The node; None if it can't be one, or is not known to be one.
        """

    def near(self, above: Key | None) -> list[Key]:
        """Return the nodes that a position may be, the likeliest first: several ways lead to it."""
        from_root: list[Key] = [(), *self.children(())]
        if above is None:
            return from_root
        return [above, *self.children(above), *from_root]

    def leaf(self, wanted: Any, above: Key | None) -> Key | None:
        """Return the leaf for whose value the driver asks back; a stranger sent this, too."""
        return None


def typed(text: str, shape: str) -> Any:
    """Return the value of Python that a person has typed for a tree.

    Args:
        text: What was typed.
        shape: What a tree looks like, in words, for the sentence that says what is wrong.

    Raises:
        KitError: The text is no literal of Python, or too long.
    """
    try:
        if len(text) <= LARGEST:
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        raise KitError(f"The tree is no Python that can be read: {shape}.") from None
    raise KitError(f"A tree has at most {LARGEST:,} characters.")
