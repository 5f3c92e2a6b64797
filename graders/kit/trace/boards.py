"""Searches through tic-tac-toe: for rooms whose submissions search it."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.grading.textbook import Event, Key, Node
from graders.kit.trace.search import Search


class BoardSearch(Search):
    """A search through tic-tac-toe. A key holds the cells that were played; maximiser: who wants the largest value."""

    looks_are_reads = True

    def __init__(self, board: str, to_move: str, maximiser: str, names: str = "xo") -> None:
        self.board, self.to_move, self.maximiser, self.names = board, to_move, maximiser, names
        self.position = board
        self._boards: dict[Key, str] = {(): board}

    def at(self, key: Key) -> str:
        """Return the board at a node."""
        if key not in self._boards:
            self._boards[key] = ttt.play(self.at(key[:-1]), key[-1], self.mark(key[:-1]))
        return self._boards[key]

    def mark(self, key: Key) -> str:
        """Return who is to move at a node."""
        return self.to_move if len(key) % 2 == 0 else ttt.other(self.to_move)

    def children(self, key: Key) -> list[Key]:
        board = self.at(key)
        return [] if ttt.finished(board) else [(*key, cell) for cell in ttt.moves(board)]

    def node(self, key: Key) -> Node:
        board, mark, named = self.at(key), self.mark(key), str.maketrans("xo", self.names)
        label = f"{ttt.other(mark)}{key[-1] + 1}".translate(named) if key else "start"
        drawn, won = board.translate(named), ttt.winner(board)
        if ttt.finished(board):
            return Node(label, "", 0 if won == "_" else 1 if won == self.maximiser else -1, drawn)
        return Node(label, "max" if mark == self.maximiser else "min", None, drawn)

    def called(self, key: Key) -> str:
        return (
            " ".join(self.node(key[:length]).label for length in range(1, len(key) + 1)) or "start"
        )

    def textbook(self, events: Iterable[Event]) -> list[Event]:
        order = {
            key: number for number, key in enumerate(dict.fromkeys(event.node for event in events))
        }
        return self.run(order=order)

    def path(self, boards: Iterable[str]) -> Key:
        """Return the node that boards, each after the one before, lead to from the root."""
        return tuple(
            cell
            for before, now in pairwise([self.board, *boards])
            for cell in ttt.changed(before, now)
        )

    def locate(self, sent: Any, above: Key | None) -> Key | None:
        """Return the node of a board: the one above or a child of it, or the root; or the node after some moves."""
        if isinstance(sent, list):
            ways = [tuple(sent[:length]) for length in range(len(sent[:9]) + 1)]
            return ways[-1] if all(way in self.children(way[:-1]) for way in ways[1:]) else None
        return next((key for key in self.near(above) if self.at(key) == sent), None)


def board_of(text: str) -> str:
    """Return a board that a person has typed, nine characters row by row; raise KitError."""
    board = "".join(text.split()).lower().replace(".", "_").replace("-", "_")
    if len(board) != 9 or set(board) - set("xo_"):
        raise KitError(
            f"A board has nine characters row by row, x, o or _ for an empty square, not {text[:60]!r}."
        )
    return board
