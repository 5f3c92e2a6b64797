"""The checks of minmax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from graders import tictactoe as ttt
from graders.checks import Case, check, same_number, settle, shown
from graders.minmax import positions
from graders.report import Board, Boards, Parts, Text
from graders.student import Student

Node = list[Any]  # [cells, deepID, whether parent is right, children], as driver.py sends it


def draw(title: str, board: str, marks: Sequence[int] = ()) -> Board:
    """Draw a board; empty cells show their number, 1 to 9."""
    numbered = [str(i + 1) if cell == "_" else cell for i, cell in enumerate(board)]
    return Board(title, [numbered[i : i + 3] for i in (0, 3, 6)], list(marks))


def won_line(board: str) -> list[int]:
    """Return the cells of a line that is won, [] if there is none."""
    return next((list(line) for line in ttt.LINES if {board[i] for i in line} in ({"x"}, {"o"})), [])


def state(board: str) -> str:
    """Say how a finished game ended."""
    won = ttt.winner(board)
    return "the board is full and nobody has three in a row" if won == "_" else f"{won} has three in a row"


def changed(before: str, after: str) -> list[int]:
    """Return the cells in which two boards differ."""
    return [i for i in range(9) if before[i] != after[i]]


@dataclass
class At(Case):
    """A node of the tree of a board: the root, or the one that path (the boards on the way) leads to."""

    board: str
    path: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.here = self.path[-1] if self.path else self.board
        self.to_move = "x" if len(self.path) % 2 == 0 else "o"
        self.size = self.here.count("_")

    def show(self) -> Parts:
        return [Boards([draw(f"{self.to_move} to move", self.here)])]


class TreeCase(At):
    """Ask for the whole tree below a board."""

    def question(self) -> tuple[str, list[Any]]:
        return "tree", [self.board, 2 * ttt.tree_size(self.board, "x")]

    def right(self, value: Any) -> bool:
        return self.fault(value, self.board, 0) is None

    def explain(self, value: Any) -> Parts:
        return self.fault(value, self.board, 0) or []

    @staticmethod
    def where(board: str, mark: str) -> Boards:
        """Draw the board of a node."""
        return Boards([draw("game over" if ttt.finished(board) else f"{mark} to move", board, won_line(board))])

    def fault(self, node: Any, board: str, depth: int) -> Parts | None:
        """Return what is wrong with a node or below it, the topmost fault first; None if all is right."""
        mark = "x" if depth % 2 == 0 else "o"
        match node:
            case [str(cells), deep_id, parent_is_right, list(children)]:
                pass
            case _:
                return [Text("The tree goes on below finished positions, or has no end:"), *self.show()]
        if cells != board:
            return [Text("buildTree changed the board of the node itself; copy it before you make a move:"),
                    Boards([draw("was", board), draw("is now", cells, changed(board, cells))])]  # fmt: skip
        if not same_number(deep_id, depth):
            return [
                Text(f"deepID is {shown(deep_id)} here, {depth} moves below the root. It must be {depth}."),
                self.where(board, mark),
            ]
        if parent_is_right is not True:
            return [
                Text("The parent of this node is not the node it was reached from:"),
                self.where(board, mark),
            ]
        wanted = ttt.successors(board, mark)
        if not wanted and children:
            return [Text(f"The game is over: {state(board)}. So the node has no children; yours has {len(children)}."),
                    self.where(board, mark)]  # fmt: skip
        by_cells: dict[str, Any] = {}
        for child in children:
            if not isinstance(child, list) or not child or not isinstance(child[0], str):
                return [
                    Text("The tree goes on below finished positions, or has no end:"),
                    self.where(board, mark),
                ]
            if child[0] not in wanted:
                return [Text(f"One of the children is no move of {mark}. At even deepID x moves, at odd deepID o:"),
                        Boards([draw(f"{mark} to move", board), draw("child", child[0], changed(board, child[0]))])]  # fmt: skip
            if child[0] in by_cells:
                return [Text("This node has the same child twice:"),
                        Boards([draw(f"{mark} to move", board), draw("child", child[0])])]  # fmt: skip
            by_cells[child[0]] = child
        if missing := [successor for successor in wanted if successor not in by_cells]:
            cell = changed(board, missing[0])[0] + 1
            return [Text(f"The node has {len(children)} children, but {mark} has {len(wanted)} moves: "
                         f"{mark} at {cell} is missing."), self.where(board, mark)]  # fmt: skip
        faults = (self.fault(by_cells[successor], successor, depth + 1) for successor in wanted)
        return next((fault for fault in faults if fault is not None), None)


class TerminalCase(At):
    """Ask isTerminal."""

    def question(self) -> tuple[str, list[Any]]:
        return "isTerminal", [self.board, list(self.path)]

    def right(self, value: Any) -> bool:
        return isinstance(value, list) and value[:1] == [ttt.finished(self.here)]

    def explain(self, value: Any) -> Parts:
        over = ttt.finished(self.here)
        why = (
            f"the game is over: {state(self.here)}" if over else "nobody has three in a row, and there is an empty cell"
        )
        answer = shown(value[1]) if isinstance(value, list) and len(value) == 2 else shown(value)
        return [Text(f"isTerminal must be {over} here, yours is {answer}: {why}."),
                Boards([draw("game over" if over else f"{self.to_move} to move", self.here, won_line(self.here))])]  # fmt: skip


class ValueCase(At):
    """Ask get_value of a finished position."""

    def question(self) -> tuple[str, list[Any]]:
        return "number", ["get_value", self.board, list(self.path)]

    def right(self, value: Any) -> bool:
        return same_number(value, ttt.value(self.here, self.to_move))

    def explain(self, value: Any) -> Parts:
        wanted = ttt.value(self.here, self.to_move)
        return [Text(f"get_value must be {wanted} here, yours is {shown(value)}: {state(self.here)}."),
                Boards([draw("game over", self.here, won_line(self.here))])]  # fmt: skip


class ExtremeCase(At):
    """Ask max_value where x is to move, min_value where o is."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.method = "max_value" if self.to_move == "x" else "min_value"

    def question(self) -> tuple[str, list[Any]]:
        return "number", [self.method, self.board, list(self.path)]

    def right(self, value: Any) -> bool:
        return same_number(value, ttt.value(self.here, self.to_move))

    def explain(self, value: Any) -> Parts:
        wanted = ttt.value(self.here, self.to_move)
        result = {1: "x can force a win", 0: "best play ends in a draw", -1: "o can force a win"}[wanted]
        return [Text(f"{self.method} must be {wanted} here, yours is {shown(value)}: {self.to_move} is to move, and "
                     f"{result} ({story(self.here, self.to_move)})."), *self.show()]  # fmt: skip


@dataclass
class BestMoves(At):
    """Ask minmax for all best moves."""

    line_end: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.wins = ttt.winning_moves(self.here)

    def question(self) -> tuple[str, list[Any]]:
        return "minmax", [self.board, list(self.path), self.line_end]

    def right(self, value: Any) -> bool:
        wanted = [ttt.play(self.here, cell, "x") for cell in self.wins]
        return isinstance(value, list) and all(isinstance(b, str) for b in value) and sorted(value) == sorted(wanted)

    def explain(self, value: Any) -> Parts:
        if not isinstance(value, list) or not all(isinstance(board, str) and len(board) == 9 for board in value):
            return [
                Text(f"minmax must return a list of boards; yours returned {shown(value)}."),
                *self.show(),
            ]
        answers = {board: changed(self.here, board) for board in value}
        # One fault at a time, the plainest first.
        for board, cells in answers.items():
            if len(cells) != 1 or board not in ttt.successors(self.here, "x"):
                reason = "one of the boards is not the position after one move of x"
                return self.compare(reason, [draw("your answer", board, cells)])
        given = [cells[0] for cells in answers.values()]
        for cell in given:
            if cell not in self.wins:
                return self.compare(
                    refutation(self.here, cell), [draw("your answer", ttt.play(self.here, cell, "x"), [cell])]
                )
        if len(given) < len(value):
            twice = next(board for board in value if value.count(board) > 1)
            return self.compare("each best move is listed once", [draw("given twice", twice, answers[twice])])
        cell = next(cell for cell in self.wins if cell not in given)
        return self.compare(
            f"after {story(self.here, 'x', cell)}",
            [draw("is missing", ttt.play(self.here, cell, "x"), [cell])],
        )

    def compare(self, reason: str, drawn: list[Board]) -> Parts:
        title = "x to move" if not ttt.finished(self.here) else "game over"
        wanted = "[]" if not self.wins else "x at " + " and ".join(str(cell + 1) for cell in self.wins)
        return [Text(f"minmax must return {wanted} here: {reason}."),
                Boards([draw(title, self.here, won_line(self.here)), *drawn])]  # fmt: skip


def story(board: str, mark: str, first: int | None = None) -> str:
    """Tell best play in a line: "x at 5, o must block at 3, then x wins at 7"."""
    parts = []
    if first is not None:
        board, mark = ttt.play(board, first, mark), ttt.other(mark)
        parts.append(f"{ttt.other(mark)} at {first + 1}")
        if ttt.winner(board) != "_":
            return f"x at {first + 1} has three in a row"
    line = ttt.line_of_play(board, mark)
    for number, (cell, who, forced) in enumerate(line):
        board = ttt.play(board, cell, who)
        if ttt.finished(board) and ttt.winner(board) == who:
            parts.append(f"then {who} wins at {cell + 1}" if parts else f"{who} wins at {cell + 1}")
        elif len(parts) >= 5 and len(line) - number > 2:
            result = {"x": "x wins", "o": "o wins", "_": "it is a draw"}
            for cell, who, _ in line[number:]:
                board = board if board[cell] != "_" else ttt.play(board, cell, who)
            return ", ".join([*parts, f"and in the end {result[ttt.winner(board)]}"])
        else:
            parts.append(f"{who} must block at {cell + 1}" if forced else f"{who} at {cell + 1}")
    if ttt.winner(board) == "_":
        parts.append("a draw")
    return ", ".join(parts)


def refutation(board: str, cell: int) -> str:
    """Say which reply of o keeps a move of x from winning."""
    if ttt.finished(board):
        return f"the game is over, {state(board)}"
    after = ttt.play(board, cell, "x")
    if ttt.finished(after):
        return f"x at {cell + 1} fills the board and wins nothing"
    reply = ttt.line_of_play(after, "o")[0][0]
    position = ttt.play(after, reply, "o")
    if ttt.winner(position) == "o":
        return f"after x at {cell + 1}, o wins at {reply + 1}"
    result = "o wins" if ttt.value(position, "x") == -1 else "x can no longer win"
    return f"after x at {cell + 1}, o answers at {reply + 1}, and {result}"


@check("buildTree", points=2, seconds=10)
def test_build_tree(student: Student, rng: Random, thorough: bool) -> None:
    """buildTree grows every move down to the end of the game, with deepID and parent set"""
    settle(student, [TreeCase(board) for board in positions.trees(rng, thorough)], "trees")


@check("isTerminal", points=1)
def test_is_terminal(student: Student, rng: Random) -> None:
    """isTerminal is true when a side has three in a row or the board is full, and only then"""
    settle(student, [TerminalCase(*at) for at in [*positions.ends(rng), *positions.unfinished(rng)]], "positions")


@check("get_value", points=1)
def test_get_value(student: Student, rng: Random) -> None:
    """get_value of a finished position is 1 if x has won, -1 if o has won, 0 if it is a draw"""
    settle(student, [ValueCase(*at) for at in positions.ends(rng)], "finished positions")


@check("max_value", points=1)
def test_max_value(student: Student, rng: Random) -> None:
    """max_value is the largest value among the children where x is to move"""
    settle(student, [ExtremeCase(*at) for at in positions.x_to_move(rng)], "positions")


@check("min_value", points=1)
def test_min_value(student: Student, rng: Random) -> None:
    """min_value is the smallest value among the children where o is to move"""
    settle(student, [ExtremeCase(*at) for at in positions.o_to_move(rng)], "positions")


@check("minmax: winning moves", points=1)
def test_minmax_winning_moves(student: Student, rng: Random, thorough: bool) -> None:
    """minmax returns every move after which x wins whatever o does"""
    settle(student, [BestMoves(*at) for at in positions.won(rng, thorough)], "positions")


@check("minmax: nothing to win", points=1)
def test_minmax_nothing_to_win(student: Student, rng: Random, thorough: bool) -> None:
    """minmax returns [] when x can't force a win or the game is over, and only then"""
    settle(student, [BestMoves(board) for board in positions.not_won(rng, thorough)], "positions")


@check("minmax: either side started", points=1)
def test_minmax_either_side_started(student: Student, rng: Random, thorough: bool) -> None:
    """minmax is right also when o made the first move, so that x has one mark fewer"""
    settle(student, [BestMoves(board) for board in positions.o_started(rng, thorough)], "positions")


@check("minmax: Windows line ends", points=1)
def test_minmax_windows_line_ends(student: Student, rng: Random) -> None:
    r"""minmax is right also when each row has a fourth cell '\r', as read from a Windows file"""
    settle(student, [BestMoves(board, line_end="\r") for board in positions.windows(rng)], "positions")
