"""A search that can be recorded: what is asked of the student's code, and the tree it goes through.

A room's trace.py derives its own kinds, and has two functions:

    of_case(case)          the Search that a case of its checks comes to, None if it is about no search
    of_text(tree, board)   that of a person's choice, both "" for the statement's example; raises KitError
"""

from abc import abstractmethod
from typing import Any

from graders.kit.errors import KitError
from graders.kit.grading.checks import Case
from graders.kit.grading.textbook import BoardTree, Key, SearchTree


class Search(SearchTree):
    """A search of a student's. case: its question is what is recorded"""

    case: Case
    title: str  # what is asked, in words
    position: str  # as --tree or --board takes it
    width = 3  # cells in a row of a board
    looks_are_reads = False  # whether a leaf counts as read once any function is given it

    @abstractmethod
    def locate(self, sent: Any, above: Key | None) -> Key | None:
        """Return the node that the driver's key_of described; above: the node of the call that goes on.

        What is sent comes from a stranger: None for what can't be a node, or is not known to be one.
        """

    def leaf(self, wanted: Any, above: Key | None) -> Key | None:
        """Return the leaf for whose value the driver asks back; a stranger sent this, too."""
        return None


class BoardSearch(BoardTree, Search):
    """A search through tic-tac-toe."""

    looks_are_reads = True

    @property
    def position(self) -> str:  # type: ignore[override]
        return self.board

    def locate(self, sent: Any, above: Key | None) -> Key | None:
        """Return the node of a board: the one above or a child of it, or the root; or the node after some moves."""
        if isinstance(sent, list):
            ways = [tuple(sent[:length]) for length in range(len(sent[:9]) + 1)]
            return ways[-1] if all(way in self.children(way[:-1]) for way in ways[1:]) else None
        near = [] if above is None else [above, *self.children(above)]
        return next((key for key in [*near, (), *self.children(())] if self.at(key) == sent), None)


def board_of(text: str) -> str:
    """Return a board that a person has typed, nine characters row by row; raise KitError."""
    board = "".join(text.split()).lower().replace(".", "_").replace("-", "_")
    if len(board) != 9 or set(board) - set("xo_"):
        raise KitError(f"--board takes nine characters row by row, x, o or _ for an empty square, not {text[:60]!r}.")
    return board
