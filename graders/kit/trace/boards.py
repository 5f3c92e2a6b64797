"""Searches through tic-tac-toe: for rooms whose submissions search it."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit.textbook import Event, Key, Node
from graders.kit.trace.search import Search

MOST_MOVES = 9  # of a game
SHOWN = 60  # characters of what a person typed that a sentence repeats
NO_BOARD = "A board has nine characters row by row, x, o or _ for an empty square, not {typed!r}."


class BoardSearch(Search):
    """A search through tic-tac-toe. A key holds the cells that were played."""

    looks_are_reads = True

    def __init__(self, board: str, to_move: str, maximiser: str, names: str = "xo") -> None:
        """Set up a search.

        Args:
            board: The board at the root, nine of "x", "o" and "_" row by row.
            to_move: The side that moves there, "x" or "o".
            maximiser: The side that wants the largest value.
            names: Two characters, the names of x and of o for people.
        """
        self.board = board
        self.to_move = to_move
        self.maximiser = maximiser
        self.names = names
        self.position = board
        self._boards: dict[Key, str] = {(): board}

    def at(self, key: Key) -> str:
        """Return the board at a node."""
        if key not in self._boards:
            parent = key[:-1]
            self._boards[key] = ttt.play(self.at(parent), key[-1], self.mark(parent))
        return self._boards[key]

    def mark(self, key: Key) -> str:
        """Return who is to move at a node."""
        if len(key) % 2 == 0:
            return self.to_move
        return ttt.other(self.to_move)

    def children(self, key: Key) -> list[Key]:
        board = self.at(key)
        if ttt.finished(board):
            return []
        return [(*key, cell) for cell in ttt.moves(board)]

    def node(self, key: Key) -> Node:
        board = self.at(key)
        names = str.maketrans("xo", self.names)
        drawn = board.translate(names)
        label = "start"
        if key:
            mover = ttt.other(self.mark(key))
            label = f"{mover}{key[-1] + 1}".translate(names)
        if ttt.finished(board):
            return Node(label, "", self._value(board), drawn)
        if self.mark(key) == self.maximiser:
            return Node(label, "max", None, drawn)
        return Node(label, "min", None, drawn)

    def _value(self, board: str) -> int:
        """Return what a finished game is worth: 1, 0 or -1 for the maximiser."""
        winner = ttt.winner(board)
        if winner == "_":
            return 0
        if winner == self.maximiser:
            return 1
        return -1

    def called(self, key: Key) -> str:
        """Return the moves that lead to a node, in words."""
        if not key:
            return "start"
        way = [key[:length] for length in range(1, len(key) + 1)]
        return " ".join([self.node(step).label for step in way])

    def textbook(self, events: Iterable[Event]) -> list[Event]:
        order: dict[Key, int] = {}
        for event in events:
            order.setdefault(event.node, len(order))
        return self.run(order=order)

    def path(self, boards: Iterable[str]) -> Key:
        """Return the node that boards, each after the one before, lead to from the root."""
        cells: list[int] = []
        for before, after in pairwise([self.board, *boards]):
            cells += ttt.changed(before, after)
        return tuple(cells)

    def locate(self, sent: Any, above: Key | None) -> Key | None:
        """Return the node that was sent.

        Args:
            sent: A list of moves, or a board; it comes from a stranger. A board counts as a node
                where it is the one above, the root, or a child of these.
            above: The node of the call that goes on, None if there is none.

        Returns:
            The node, None if there is no such one.
        """
        if isinstance(sent, list):
            return self._after_moves(sent)
        for key in self.near(above):
            if self.at(key) == sent:
                return key
        return None

    def _after_moves(self, moves: list[Any]) -> Key | None:
        """Return the node after some moves from the root, None if one can't be made."""
        key: Key = ()
        for move in moves[:MOST_MOVES]:
            child = (*key, move)
            if child not in self.children(key):
                return None
            key = child
        return key


def board_of(text: str) -> str:
    """Return a board that a person has typed, nine characters row by row.

    Raises:
        KitError: It is no board.
    """
    board = "".join(text.split()).lower()
    board = board.replace(".", "_").replace("-", "_")
    if len(board) != len(ttt.EMPTY) or set(board) - set("xo_"):
        raise KitError(NO_BOARD.format(typed=text[:SHOWN]))
    return board
