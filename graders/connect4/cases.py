"""How answers of connect4 are judged and explained, and how a check asks where a helper of the student's is wrong."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from graders.connect4 import oracle
from graders.connect4.oracle import (
    WIN,
    Node,
    Path,
    Search,
    Worth,
    below,
    children,
    minimax,
    result,
    searched,
)
from graders.kit.grading.checks import Case, Retries, again, probe, settle, with_right, wrong_ones
from graders.kit.grading.student import Student
from graders.kit.grading.words import shown
from graders.kit.report import Board as Drawing
from graders.kit.report import Parts
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.answers import same_number
from graders.kit.roomkit.columns import Board, drop, moves, winner, won_lines
from graders.kit.roomkit.drawings import said, stacked
from graders.kit.tictactoe import other

TO_TRY = 360  # characters that a student is asked to copy
HARD = 3  # of the boards on which a check went wrong, the smallest: on them it is asked whose fault that is
MOST = 5_000  # boards that a search is seen to evaluate
OVER = "value: game over"
WANTS = {"x": "largest", "o": "smallest"}


def draw(title: str, board: Board, marks: Sequence[rules.Cell] = ()) -> Drawing:
    return stacked(title, board.columns, board.height, marks)


@dataclass
class BoardCase(Case):
    """A board to ask about. more: the other arguments, as Python"""

    deterministic = True
    board: Board
    lends: Sequence[str] = field(default=(), kw_only=True)
    more = ""

    def __post_init__(self) -> None:
        self.size = sum(map(len, self.board.columns)) + self.board.width * self.board.height
        self.fine = False  # whether it has been answered right

    @property
    def call(self) -> str:  # type: ignore[override]
        return f"{self.asks.split()[0]}(board{self.more})"

    @property
    def try_it(self) -> str:  # type: ignore[override]
        return f"print({self.asks.split()[0]}({self.board!r}{self.more}))"

    def show(self) -> Parts:
        return said(f"Asked for: {self.call}, for this board.", draw("board", self.board))

    def fault(self, value: Any) -> Parts | None:
        fault = self.judge(value)
        self.fine = fault is None
        return fault

    def judge(self, value: Any) -> Parts | None:
        raise NotImplementedError

    def wrong(self, value: Any, wanted: Any, why: str, *boards: Drawing) -> Parts:
        text = f"{self.call} must be {wanted} here, yours is {shown(value)}: {why}."
        return said(text, *(boards or [draw("board", self.board)]))

    def lend(self, name: str, argument: str) -> Any:
        text, *more = argument.split(" ")
        if (board := rules.read(text)) is None:
            return None
        match name, more:
            case "moves", []:
                return moves(board)
            case "winner", []:
                return winner(board)
            case "drop", [column, "x" | "o" as mark] if column in map(str, moves(board)):
                return drop(board, int(column), mark)
        return None


class MovesCase(BoardCase):
    check = "moves"
    asks = "moves board"

    def judge(self, value: Any) -> Parts | None:
        wanted = moves(self.board)
        right = (
            isinstance(value, list)
            and len(value) == len(wanted)
            and all(map(same_number, value, wanted))
        )
        why = f"the columns of fewer than {self.board.height} stones, from left to right"
        return None if right else self.wrong(value, wanted, why)


@dataclass
class DropCase(BoardCase):
    column: int
    mark: str
    check = "drop"
    asks = "drop board column mark"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.more = f", {self.column}, {self.mark!r}"

    def judge(self, value: Any) -> Parts | None:
        wanted = drop(self.board, self.column, self.mark)
        match value:
            case [[width, height, list(columns)], before]:
                yours = (
                    f"Board(width={shown(width)}, height={shown(height)}, columns={shown(columns)})"
                )
                if type(columns) is not list and [width, height, *columns] == [
                    *wanted[:2],
                    *wanted.columns,
                ]:
                    if before == str(self.board):
                        return None
                    yours = "right, but the board that it is given has changed"
            case _:
                yours = shown(value)
        place = (self.column, len(self.board.columns[self.column]))
        after = draw(f"after {self.mark} in {self.column}", wanted, [place])
        return said(
            f"{self.call} must be {wanted!r}; yours is {yours}.", draw("board", self.board), after
        )


class WinnerCase(BoardCase):
    check = "winner"
    asks = "winner board"

    def judge(self, value: Any) -> Parts | None:
        wanted = winner(self.board)
        if value == wanted and type(value) is type(wanted):
            return None
        why, line = "nobody has four side by side", next(iter(won_lines(self.board)), [])
        if line:
            (first, low), (last, high) = line[0], line[-1]
            why = f"{wanted} has four from column {first}, row {low}, to column {last}, row {high}"
        return self.wrong(value, repr(wanted), why, draw("board", self.board, line))


class EvaluateCase(BoardCase):
    check = "evaluate"
    asks = "evaluate board"

    def judge(self, value: Any) -> Parts | None:
        wanted, lines = oracle.evaluate(self.board), rules.contents(self.board)
        without = [sum(mark not in line for line in lines) for mark in "ox"]
        why = f"of {len(lines)} lines of four {without[0]} have no o, and {without[1]} have no x"
        return None if same_number(value, wanted) else self.wrong(value, wanted, why)


@dataclass
class SearchCase(BoardCase):
    """Something that is asked with an evaluate of which nobody knows the values before."""

    to_move: str
    depth: int
    worth: Worth

    def __post_init__(self) -> None:
        super().__post_init__()
        self.size += 1_000 * self.depth
        self.more = f", {self.to_move!r}, {self.depth}, evaluate"
        self.key = self.worth.key
        self.node: Node = self.board, self.to_move, self.depth
        self.evaluated: dict[
            str, None
        ] = {}  # in the order of the first time; not more than a person can copy

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [value, [*seen]]:
                self.evaluated |= {} if self.gives else dict.fromkeys(map(str, seen[:9]))
        return super().fault(value)

    @property
    def try_it(self) -> str:  # type: ignore[override]
        """Python in which evaluate knows the boards that were evaluated, if they are few."""
        boards = [*map(rules.read, [*self.evaluated][:9])]
        known = ", ".join(
            f"{board.columns!r}: {self.worth.of(str(board))}" for board in boards if board
        )
        passed = f"lambda b: {{{known}}}[b.columns]" if known else "None"
        text = super().try_it.removesuffix("evaluate))") + f"{passed}))"
        return (
            text
            if len(text) <= TO_TRY and len(boards) < 9 and None not in boards and not self.lends
            else ""
        )

    def boards(self, marked: Sequence[int] = ()) -> list[Drawing]:
        """Draw the board, and the boards after each move with their values."""
        over = result(self.board, 0) is not None
        stones = [cell for line in won_lines(self.board) for cell in line]
        drawings = [draw("game over" if over else f"{self.to_move} to move", self.board, stones)]
        for column in moves(self.board) if self.depth and not over else []:
            after = drop(self.board, column, self.to_move)
            value = minimax(after, other(self.to_move), self.depth - 1, self.worth)
            stones = [(column, len(self.board.columns[column]))] if column in marked else []
            drawings.append(draw(f"in {column}: {value}", after, stones))
        return drawings


@dataclass
class ValueCase(SearchCase):
    """Ask value: inside the open window it is exact; outside a bound on the proper side, fail-soft or fail-hard."""

    alpha: float = -math.inf
    beta: float = math.inf
    asks = "value board to_move depth alpha beta worth lends"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.size += math.isfinite(self.alpha) + math.isfinite(
            self.beta
        )  # of the same board, the wider window
        window = [
            str(end) if math.isfinite(end) else f"float('{end}')" for end in (self.alpha, self.beta)
        ]
        self.more = f", {self.to_move!r}, {self.depth}, {', '.join(window)}, evaluate"

    @cached_property
    def value(self) -> int:
        return minimax(*self.node, self.worth)

    @property
    def check(self) -> str:  # type: ignore[override]
        """The check that is about such a board, where another one asks."""
        ends = any(result(board, 0) is not None for board, *_ in below(*self.node))
        return OVER if ends else "value: to a depth"

    def judge(self, value: Any) -> Parts | None:
        low: float = self.value
        high, side = low, ""
        if low <= self.alpha:
            high, side = self.alpha, "not above alpha"
        elif low >= self.beta:
            low, side = self.beta, "not below beta"
        if isinstance(value, int | float) and low <= value <= high:
            return None
        if not side:
            return self.wrong(value, self.value, self.why() + self.guess(value), *self.boards())
        wanted = f"any number from {low} to {high}" if low < high else str(low)
        return self.wrong(value, wanted, f"the value is {self.value}, {side}", *self.boards())

    def why(self) -> str:
        if won := winner(self.board):
            formula = f"{WIN} + {self.depth}" if won == "x" else f"-({WIN} + {self.depth})"
            return f"{won} has four side by side, so it is {formula}, with depth {self.depth}"
        if not moves(self.board):
            return "the board is full and nobody has won, so it is 0"
        if self.depth == 0:
            return f"depth is 0, so it is what evaluate returns, {self.value}"
        end = f"; {'x' if self.value > 0 else 'o'} wins at depth {abs(self.value) - WIN}" * (
            abs(self.value) >= WIN
        )
        return f"{self.to_move} is to move, so it is the {WANTS[self.to_move]} of the values after each move{end}"

    def guess(self, value: Any) -> str:
        """Say which of the usual slips comes to the answer, if one does."""
        turned = self.worth._replace(step=-self.worth.step)
        left = abs(self.value) - WIN
        slips = {
            "the sign is turned round": -self.value,
            f"WIN - {left} is taken": int(math.copysign(WIN - left, self.value)),
            "the sides are exchanged": minimax(
                self.board, other(self.to_move), self.depth, self.worth
            ),
            "evaluate's values, which are x's, are turned round": minimax(*self.node, turned),
            "the search stops one ply early": minimax(
                *self.node[:2], max(self.depth - 1, 0), self.worth
            ),
            "the search goes one ply too deep": minimax(
                *self.node[:2], min(self.depth + 1, 4), self.worth
            ),
        }
        reason = next(
            (slip for slip, comes_to in slips.items() if same_number(value, comes_to)), ""
        )
        return f". Yours is what it comes to if {reason}" if reason else ""


@dataclass
class PruningCase(ValueCase):
    """Ask value, and look at which boards it evaluates: the process is told their values one by one.

    lax: whether any answer will do of who has evaluated enough
    """

    lax: bool = False
    secret = None
    asks = "value board to_move depth alpha beta secret lends"
    gives = True

    def question(self) -> tuple[str, list[Any]]:
        self.evaluated.clear()
        return super().question()

    def give(self, wanted: Any) -> Any:
        """Give the value of a board; a stranger asks, so it may be anything."""
        match wanted:
            case ["evaluate", str(text)] if len(text) < 99:
                if len(self.evaluated) < MOST:
                    self.evaluated[text] = None
                return self.worth.of(text)
        return super().give(wanted)

    def seen(self, **how: Any) -> Search:
        return searched(self.node, self.worth, (self.alpha, self.beta), **how)

    def judge(self, value: Any) -> Parts | None:
        plain = self.seen()
        allowed = plain.evaluated.keys() | self.seen(hard=True).evaluated.keys()
        if needless := next((text for text in self.evaluated if text not in allowed), ""):
            return self.explain(needless, plain.cuts)
        wrong = super().judge(value)
        if not self.knows():
            told = f"{self.call} evaluated {len(self.evaluated)} boards here: too little to know the value."
            return wrong or said(told, draw(f"{self.to_move} to move", self.board))
        return None if self.lax else wrong

    def knows(self) -> bool:
        """Tell whether the answer follows from what was evaluated: the value, or on which side of the window it is."""
        least, most = oracle.span_of(self.node, self.worth, self.evaluated.keys())
        return least == most or most <= self.alpha or least >= self.beta

    def explain(self, text: str, cuts: dict[Path, tuple[Path, float, float]]) -> Parts:
        """Say why a board need not be evaluated, or must not be."""
        board, ways = rules.read(text), oracle.ways(*self.node)
        start = draw(f"{self.to_move} to move", self.board)
        told = f"{self.call} called evaluate for"
        if board is None or board not in [here for here, *_ in below(*self.node)]:
            return said(f"{told} {shown(text)}, and no move leads there.", start)
        evaluated = draw("evaluated", board)
        if result(board, 0) is not None:
            return said(
                f"{told} a board on which the game is over: its value is known.", start, evaluated
            )
        if board not in ways.values():
            return said(
                f"{told} a board on the way. Only at depth 0 is it called.", start, evaluated
            )
        sides = [self.to_move, other(self.to_move)] * self.depth
        prefixes = (
            (path, path[:n])
            for path, end in ways.items()
            if end == board
            for n in range(1, self.depth + 1)
        )
        path, (before, so_far, crossed) = next(
            (path, cuts[way]) for path, way in prefixes if way in cuts
        )
        names = [
            ", ".join(f"{side} in {c}" for side, c in zip(sides, way, strict=False))
            for way in (path, before)
        ]
        at, name = ("least", "beta") if sides[len(before)] == "x" else ("most", "alpha")
        here = f"the board after {names[1]}" if before else "this board"
        told += f" the board after {names[0]}, although that was already decided. Searched from left to right, "
        return said(
            f"{told}{here} is worth at {at} {so_far} by then, and {name} is {crossed}: stop.",
            start,
            evaluated,
        )


class BestCase(SearchCase):
    """Ask best_move: any of the best columns."""

    asks = "best_move board to_move depth worth key lends"

    def lend(self, name: str, argument: str) -> Any:
        match name, argument.split(" "):
            case "value", [self.key, text, "x" | "o" as to_move, depth] if depth in map(
                str, range(self.depth + 1)
            ):
                board = rules.read(text)
                return None if board is None else minimax(board, to_move, int(depth), self.worth)
        return super().lend(name, argument)

    def judge(self, value: Any) -> Parts | None:
        if result(self.board, 0) is not None:
            return (
                None
                if value is None
                else self.wrong(value, None, "the game is over", *self.boards())
            )
        values = children(self.board, self.to_move, self.depth, self.worth)
        best = (max if self.to_move == "x" else min)(values.values())
        columns = [column for column in values if values[column] == best]
        if any(same_number(value, column) for column in columns):
            return None
        yours = [column for column in values if same_number(value, column)]
        why = f"{self.to_move} wants the {WANTS[self.to_move]} value, which is {best}"
        sign = 1 if self.to_move == "x" else -1
        if sign * best == WIN + self.depth - 1:
            why += f", for {self.to_move} wins at once"
        why += "".join(f"; yours is worth {values[column]}" for column in yours)
        if yours and sign * values[yours[0]] == 2 - WIN - self.depth:
            why += f", for {other(self.to_move)} wins at once"
        return self.wrong(value, " or ".join(map(str, columns)), why, *self.boards(yours))


def helpers(nodes: Sequence[Node]) -> dict[str, Sequence[Case]]:
    """Return what the helpers may be asked about by whoever searches through these boards."""
    on = [(board, mark) for board, mark, depth in nodes if depth and result(board, 0) is None]
    return {
        "moves": [MovesCase(board) for board, *_ in nodes],
        "drop": [DropCase(board, column, mark) for board, mark in on for column in moves(board)],
        "winner": [WinnerCase(board) for board, *_ in nodes],
    }


def settle_search(student: Student, cases: Sequence[SearchCase], noun: str) -> str:
    """Ask value or best_move; if that goes wrong, once more with a right one in the place of each helper that is."""

    def retries() -> Retries:
        hard = sorted((case for case in cases if not case.fine), key=lambda case: case.size)[:HARD]
        nodes = [(node, case) for case in hard for node in below(*case.node)]
        wrong = wrong_ones(student, helpers([*dict.fromkeys(node for node, _ in nodes)]))
        after = [
            (node, case)
            for node, case in nodes
            if isinstance(case, BestCase) and node[2] == case.depth - 1
        ]
        if not all(
            probe(student, [ValueCase(*node, case.worth, lends=wrong) for node, case in after])
        ):
            wrong.append("value")
        if wrong:
            yield again(with_right(wrong), cases, lends=wrong)
        full = [
            ValueCase(*case.node, case.worth, lends=wrong)
            for case in hard
            if isinstance(case, PruningCase)
        ]
        if not all(probe(student, full)):
            yield again(
                "Passed, as to which boards are evaluated: the value is wrong.",
                cases,
                lends=wrong,
                lax=True,
            )
            quiet = [case for case in cases if case.check != OVER]
            yield again(
                "Passed on boards on which no game ends: there the value is wrong.",
                quiet,
                lends=wrong,
            )

    return settle(student, cases, noun, retries)
