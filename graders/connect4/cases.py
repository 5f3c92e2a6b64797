"""How answers of connect4 are judged and explained, and where a check finds helpers wrong."""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
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
from graders.kit.grading.checks import (
    Case,
    Fault,
    Retries,
    again,
    probe,
    settle,
    with_right,
    wrong_ones,
)
from graders.kit.grading.student import Question, Student
from graders.kit.grading.words import shown
from graders.kit.report import Board as Drawing
from graders.kit.report import Parts
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.answers import same_number
from graders.kit.roomkit.columns import Board, drop, moves, winner, won_lines
from graders.kit.roomkit.drawings import said, stacked
from graders.kit.tictactoe import other

TO_TRY = 360  # characters that a student is asked to copy
TOLD = 9  # evaluated boards that the driver tells; a student is asked to copy fewer
MOST = 5_000  # boards that a search is seen to evaluate
LONGEST = 98  # characters of a board that it asks about
HARD = 3  # of the boards on which a check went wrong, the smallest: whose fault is it there?
OVER = "value: game over"
WANTS = {"x": "largest", "o": "smallest"}
Cut = tuple[Path, float, float]  # the way to where it was, the value so far, the bound crossed

MUST_BE = "{call} must be {wanted} here, yours is {yours}: {why}."
MUST_DROP = "{call} must be {wanted!r}; yours is {yours}."
CHANGED = "right, but the board that it is given has changed"
YOURS = "Board(width={width}, height={height}, columns={columns})"
TOO_LITTLE = "{call} evaluated {count} boards here: too little to know the value."
SLIPPED = ". Yours is what it comes to if {slip}"

# Of a board that need not be evaluated, or must not be.
UNREACHED = "{call} called evaluate for {board}, and no move leads there."
ENDED = "{call} called evaluate for a board on which the game is over: its value is known."
ON_THE_WAY = "{call} called evaluate for a board on the way. Only at depth 0 is it called."
DECIDED = (
    "{call} called evaluate for the board after {path}, although that was already decided. "
    "Searched from left to right, {here} is worth at {at} {so_far} by then, and {name} is {bound}: "
    "stop."
)


def draw(title: str, board: Board, marks: Sequence[rules.Cell] = ()) -> Drawing:
    return stacked(title, board.columns, board.height, marks)


@dataclass(frozen=True)
class BoardCase(Case):
    """A board to ask about.

    Attributes:
        board: The board.
        lends: The helpers in whose place right ones are put.
    """

    deterministic = True
    board: Board
    lends: Sequence[str] = field(default=(), kw_only=True)

    @property
    def more(self) -> str:
        """The other arguments, as Python."""
        return ""

    @property
    def function(self) -> str:
        name, _ = self.question()
        return name

    @property
    def size(self) -> int:
        stones = sum(map(len, self.board.columns))
        return stones + self.board.width * self.board.height

    @property
    def call(self) -> str:
        return f"{self.function}(board{self.more})"

    @property
    def try_it(self) -> str:
        return f"print({self.function}({self.board!r}{self.more}))"

    def show(self) -> Parts:
        return said(f"Asked for: {self.call}, for this board.", draw("board", self.board))

    def wrong(self, answer: Any, wanted: Any, why: str, *boards: Drawing) -> Fault:
        """Say what an answer must be, and why; without boards the one that is asked about is drawn."""
        text = MUST_BE.format(call=self.call, wanted=wanted, yours=shown(answer), why=why)
        if not boards:
            boards = (draw("board", self.board),)
        return Fault(said(text, *boards))

    def lend(self, name: str, argument: str) -> Any:
        text, *more = argument.split(" ")
        board = rules.read(text)
        if board is None:
            return None
        match name, more:
            case "moves", []:
                return moves(board)
            case "winner", []:
                return winner(board)
            case "drop", [column, "x" | "o" as mark] if column in map(str, moves(board)):
                return drop(board, int(column), mark)
        return None


@dataclass(frozen=True)
class MovesCase(BoardCase):
    """Ask moves."""

    check = "moves"

    def question(self) -> Question:
        return "moves", [self.board]

    def judge(self, answer: Any) -> Fault | None:
        wanted = moves(self.board)
        has_as_many = isinstance(answer, list) and len(answer) == len(wanted)
        if has_as_many and all(map(same_number, answer, wanted)):
            return None
        why = f"the columns of fewer than {self.board.height} stones, from left to right"
        return self.wrong(answer, wanted, why)


@dataclass(frozen=True)
class DropCase(BoardCase):
    """Ask drop: the new board, and whether the one before is as it was.

    Attributes:
        column: Where a stone is dropped.
        mark: Whose stone it is.
    """

    check = "drop"
    column: int
    mark: str

    @property
    def more(self) -> str:
        return f", {self.column}, {self.mark!r}"

    def question(self) -> Question:
        return "drop", [self.board, self.column, self.mark]

    def judge(self, answer: Any) -> Fault | None:
        wanted = drop(self.board, self.column, self.mark)
        right = [wanted.width, wanted.height, *wanted.columns]
        match answer:
            case [[width, height, list(columns)], before]:
                yours = YOURS.format(
                    width=shown(width), height=shown(height), columns=shown(columns)
                )
                is_tuple = type(columns) is not list  # it is a Tuple then, see process.py
                if is_tuple and [width, height, *columns] == right:
                    if before == str(self.board):
                        return None
                    yours = CHANGED
            case _:
                yours = shown(answer)
        place = (self.column, len(self.board.columns[self.column]))
        after = draw(f"after {self.mark} in {self.column}", wanted, [place])
        text = MUST_DROP.format(call=self.call, wanted=wanted, yours=yours)
        return Fault(said(text, draw("board", self.board), after))


@dataclass(frozen=True)
class WinnerCase(BoardCase):
    """Ask winner."""

    check = "winner"

    def question(self) -> Question:
        return "winner", [self.board]

    def judge(self, answer: Any) -> Fault | None:
        wanted = winner(self.board)
        if answer == wanted and type(answer) is type(wanted):
            return None
        line = next(iter(won_lines(self.board)), [])
        why = "nobody has four side by side"
        if line:
            (first, low), (last, high) = line[0], line[-1]
            why = f"{wanted} has four from column {first}, row {low}, to column {last}, row {high}"
        return self.wrong(answer, repr(wanted), why, draw("board", self.board, line))


@dataclass(frozen=True)
class EvaluateCase(BoardCase):
    """Ask evaluate."""

    check = "evaluate"

    def question(self) -> Question:
        return "evaluate", [self.board]

    def judge(self, answer: Any) -> Fault | None:
        wanted = oracle.evaluate(self.board)
        if same_number(answer, wanted):
            return None
        lines = rules.contents(self.board)
        no_o = [marks for marks in lines if "o" not in marks]
        no_x = [marks for marks in lines if "x" not in marks]
        why = f"of {len(lines)} lines of four {len(no_o)} have no o, and {len(no_x)} have no x"
        return self.wrong(answer, wanted, why)


@dataclass(frozen=True)
class SearchCase(BoardCase):
    """Something that is asked with an evaluate of which nobody knows the values before.

    Attributes:
        to_move: Who is to move.
        depth: The plies that are left.
        worth: The values that evaluate returns.
    """

    to_move: str
    depth: int
    worth: Worth

    @property
    def more(self) -> str:
        return f", {self.to_move!r}, {self.depth}, evaluate"

    @property
    def size(self) -> int:
        return super().size + 1_000 * self.depth

    @property
    def node(self) -> Node:
        return self.board, self.to_move, self.depth

    @property
    def try_it(self) -> str:
        return self.to_try([])

    def to_try(self, evaluated: Collection[str]) -> str:
        """Return Python in which evaluate knows these boards; "" if that is too much to copy."""
        if self.lends or len(evaluated) >= TOLD:
            return ""
        known = []
        for text in evaluated:
            board = rules.read(text)
            if board is None:
                return ""
            known.append(f"{board.columns!r}: {self.worth.of(str(board))}")
        evaluate = "None"
        if known:
            evaluate = f"lambda b: {{{', '.join(known)}}}[b.columns]"
        call = super().try_it.removesuffix("evaluate))")
        python = f"{call}{evaluate}))"
        return python if len(python) <= TO_TRY else ""

    def judge(self, answer: Any) -> Fault | None:
        value, evaluated = parted(answer)
        return self.with_boards(self.judge_value(value), evaluated)

    def judge_value(self, value: Any) -> Fault | None:
        """Return what is wrong with what the search returned; None if nothing is."""
        raise NotImplementedError

    def with_boards(self, fault: Fault | None, evaluated: Collection[str]) -> Fault | None:
        """Return a fault with what shows it, by the boards that were evaluated."""
        if fault is None:
            return None
        return replace(fault, try_it=self.to_try(evaluated))

    def boards(self, marked: Sequence[int] = ()) -> list[Drawing]:
        """Draw the board, and the boards after each move with their values.

        Args:
            marked: The columns in which the stone of a move is pointed out.
        """
        won = [cell for line in won_lines(self.board) for cell in line]
        if result(self.board, 0) is not None:
            return [draw("game over", self.board, won)]
        drawings = [draw(f"{self.to_move} to move", self.board, won)]
        if self.depth == 0:
            return drawings
        values = children(self.board, self.to_move, self.depth, self.worth)
        for column, value in values.items():
            after = drop(self.board, column, self.to_move)
            stones = []
            if column in marked:
                stones.append((column, len(self.board.columns[column])))
            drawings.append(draw(f"in {column}: {value}", after, stones))
        return drawings


def parted(answer: Any) -> tuple[Any, list[str]]:
    """Return what a search has returned, and the first boards that it has evaluated."""
    match answer:
        case [value, [*seen]]:
            return value, list(dict.fromkeys(map(str, seen[:TOLD])))
    return answer, []


@dataclass(frozen=True)
class ValueCase(SearchCase):
    """Ask value.

    Inside the open window it is exact; outside a bound on the proper side, fail-soft or fail-hard.

    Attributes:
        alpha: The lower end of the window.
        beta: The upper one.
    """

    alpha: float = -math.inf
    beta: float = math.inf

    def question(self) -> Question:
        window = [self.alpha, self.beta]
        return "value", [self.board, self.to_move, self.depth, *window, self.worth, self.lends]

    @property
    def more(self) -> str:
        window = f"{as_python(self.alpha)}, {as_python(self.beta)}"
        return f", {self.to_move!r}, {self.depth}, {window}, evaluate"

    @property
    def size(self) -> int:
        """Of the same board, the wider window is smaller."""
        ends = [end for end in (self.alpha, self.beta) if math.isfinite(end)]
        return super().size + len(ends)

    @cached_property
    def value(self) -> int:
        return minimax(*self.node, self.worth)

    @property
    def check(self) -> str:
        """The check that is about such a board, where another one asks."""
        for board, *_ in below(*self.node):
            if result(board, 0) is not None:
                return OVER
        return "value: to a depth"

    def judge_value(self, value: Any) -> Fault | None:
        low: float = self.value
        high: float = self.value
        side = ""
        if low <= self.alpha:
            high, side = self.alpha, "not above alpha"
        elif low >= self.beta:
            low, side = self.beta, "not below beta"
        if isinstance(value, int | float) and low <= value <= high:
            return None
        if not side:
            why = self.why() + self.guess(value)
            return self.wrong(value, self.value, why, *self.boards())
        wanted = f"any number from {low} to {high}" if low < high else str(low)
        return self.wrong(value, wanted, f"the value is {self.value}, {side}", *self.boards())

    def why(self) -> str:
        """Say why the value is what it is."""
        won = winner(self.board)
        if won:
            formula = f"{WIN} + {self.depth}" if won == "x" else f"-({WIN} + {self.depth})"
            return f"{won} has four side by side, so it is {formula}, with depth {self.depth}"
        if not moves(self.board):
            return "the board is full and nobody has won, so it is 0"
        if self.depth == 0:
            return f"depth is 0, so it is what evaluate returns, {self.value}"
        wants = WANTS[self.to_move]
        why = f"{self.to_move} is to move, so it is the {wants} of the values after each move"
        if abs(self.value) < WIN:
            return why
        winning = "x" if self.value > 0 else "o"
        return f"{why}; {winning} wins at depth {abs(self.value) - WIN}"

    def guess(self, value: Any) -> str:
        """Say which of the usual slips comes to the answer, if one does."""
        board, to_move, depth = self.node
        turned = self.worth._replace(step=-self.worth.step)
        left = abs(self.value) - WIN
        slips = {
            "the sign is turned round": -self.value,
            f"WIN - {left} is taken": int(math.copysign(WIN - left, self.value)),
            "the sides are exchanged": minimax(board, other(to_move), depth, self.worth),
            "evaluate's values, which are x's, are turned round": minimax(*self.node, turned),
            "the search stops one ply early": minimax(
                board, to_move, max(depth - 1, 0), self.worth
            ),
            "the search goes one ply too deep": minimax(
                board, to_move, min(depth + 1, 4), self.worth
            ),
        }
        for slip, comes_to in slips.items():
            if same_number(value, comes_to):
                return SLIPPED.format(slip=slip)
        return ""


def as_python(end: float) -> str:
    """Return an end of a window as Python."""
    return str(end) if math.isfinite(end) else f"float('{end}')"


@dataclass(frozen=True)
class ToldCase(SearchCase):
    """A search that is told the values of boards one by one, so that none is there before.

    What it takes notes in are the boards that were evaluated, in the order of the first time.
    """

    gives = True

    def notes(self) -> dict[str, None]:
        return {}

    def give(self, wanted: Any, notes: Any) -> Any:
        """Return the value of a board."""
        match wanted:
            case ["evaluate", str(text)] if len(text) <= LONGEST:
                if len(notes) < MOST:
                    notes[text] = None
                return self.worth.of(text)
        return super().give(wanted, notes)

    def judge_raised(self, parts: Parts, notes: Any) -> Fault:
        return Fault(parts, try_it=self.to_try(notes))


@dataclass(frozen=True)
class PruningCase(ToldCase, ValueCase):
    """Ask value, and look at which boards it evaluates.

    Attributes:
        lax: Whether any answer will do of who has evaluated enough.
    """

    lax: bool = False

    def question(self) -> Question:
        window = [self.alpha, self.beta]
        return "value", [self.board, self.to_move, self.depth, *window, None, self.lends]

    def judge_noted(self, answer: Any, notes: Any) -> Fault | None:
        value, _ = parted(answer)
        return self.with_boards(self.judge_search(value, notes), notes)

    def judge_search(self, value: Any, evaluated: Collection[str]) -> Fault | None:
        """Return what is wrong with what a search returned, or with what it evaluated."""
        plain = self.seen()
        allowed = plain.evaluated.keys() | self.seen(hard=True).evaluated.keys()
        for text in evaluated:
            if text not in allowed:
                return Fault(self.explain(text, plain.cuts))
        wrong = self.judge_value(value)
        if not self.is_known(evaluated):
            told = TOO_LITTLE.format(call=self.call, count=len(evaluated))
            return wrong or Fault(said(told, draw(f"{self.to_move} to move", self.board)))
        return None if self.lax else wrong

    def seen(self, **how: Any) -> Search:
        """Return the search of the oracle.

        Args:
            **how: Of what kind it is.
        """
        return searched(self.node, self.worth, (self.alpha, self.beta), **how)

    def is_known(self, evaluated: Collection[str]) -> bool:
        """Tell whether the answer follows from what was evaluated.

        That is the value, or on which side of the window it is.
        """
        least, most = oracle.span_of(self.node, self.worth, evaluated)
        return least == most or most <= self.alpha or least >= self.beta

    def explain(self, text: str, cuts: dict[Path, Cut]) -> Parts:
        """Say why a board need not be evaluated, or must not be."""
        board = rules.read(text)
        start = draw(f"{self.to_move} to move", self.board)
        if board is None or board not in [here for here, *_ in below(*self.node)]:
            return said(UNREACHED.format(call=self.call, board=shown(text)), start)
        evaluated = draw("evaluated", board)
        if result(board, 0) is not None:
            return said(ENDED.format(call=self.call), start, evaluated)
        ways = [path for path, end in oracle.ways(*self.node).items() if end == board]
        if not ways:
            return said(ON_THE_WAY.format(call=self.call), start, evaluated)
        path, cut = first_cut(ways, cuts)
        before, so_far, bound = cut
        to_move = self.to_move if len(before) % 2 == 0 else other(self.to_move)
        at, name = ("least", "beta") if to_move == "x" else ("most", "alpha")
        here = f"the board after {self.in_words(before)}" if before else "this board"
        told = DECIDED.format(
            call=self.call,
            path=self.in_words(path),
            here=here,
            at=at,
            so_far=so_far,
            name=name,
            bound=bound,
        )
        return said(told, start, evaluated)

    def in_words(self, path: Path) -> str:
        """Say who plays which columns."""
        sides = [self.to_move, other(self.to_move)] * self.depth
        return ", ".join(f"{side} in {column}" for side, column in zip(sides, path, strict=False))


def first_cut(ways: Iterable[Path], cuts: dict[Path, Cut]) -> tuple[Path, Cut]:
    """Return the first of some ways that was cut, and where; one of them was."""
    for path in ways:
        for plies in range(1, len(path) + 1):
            if path[:plies] in cuts:
                return path, cuts[path[:plies]]
    raise ValueError("none of these ways was cut")


@dataclass(frozen=True)
class BestCase(SearchCase):
    """Ask best_move: any of the best columns."""

    def question(self) -> Question:
        worth = [self.worth, self.worth.key]
        return "best_move", [self.board, self.to_move, self.depth, *worth, self.lends]

    def lend(self, name: str, argument: str) -> Any:
        depths = [str(depth) for depth in range(self.depth + 1)]
        match name, argument.split(" "):
            case "value", [self.worth.key, text, "x" | "o" as to_move, depth] if depth in depths:
                board = rules.read(text)
                if board is None:
                    return None
                return minimax(board, to_move, int(depth), self.worth)
        return super().lend(name, argument)

    def judge_value(self, value: Any) -> Fault | None:
        if result(self.board, 0) is not None:
            if value is None:
                return None
            return self.wrong(value, None, "the game is over", *self.boards())
        values = children(self.board, self.to_move, self.depth, self.worth)
        best = max(values.values()) if self.to_move == "x" else min(values.values())
        columns = [column for column in values if values[column] == best]
        if any(same_number(value, column) for column in columns):
            return None
        sign = 1 if self.to_move == "x" else -1
        why = f"{self.to_move} wants the {WANTS[self.to_move]} value, which is {best}"
        if sign * best == WIN + self.depth - 1:
            why += f", for {self.to_move} wins at once"
        yours = [column for column in values if same_number(value, column)]
        for column in yours:
            why += f"; yours is worth {values[column]}"
            if sign * values[column] == 2 - WIN - self.depth:
                why += f", for {other(self.to_move)} wins at once"
        return self.wrong(value, " or ".join(map(str, columns)), why, *self.boards(yours))


def helpers(nodes: Sequence[Node]) -> dict[str, Sequence[Case]]:
    """Return what the helpers may be asked about by whoever searches through these boards."""
    boards = [board for board, *_ in nodes]
    drops = []
    for board, mark, depth in nodes:
        if depth and result(board, 0) is None:
            drops += [DropCase(board, column, mark) for column in moves(board)]
    return {
        "moves": [MovesCase(board) for board in boards],
        "drop": drops,
        "winner": [WinnerCase(board) for board in boards],
    }


def smallest_wrong(student: Student, cases: Sequence[SearchCase]) -> list[SearchCase]:
    """Return the smallest boards on which a check has gone wrong."""
    wrong = []
    for case, probed in zip(cases, student.run.first, strict=True):
        if not probed:
            wrong.append(case)
    return sorted(wrong, key=lambda case: case.size)[:HARD]


def wrong_helpers(student: Student, hard: Sequence[SearchCase]) -> list[str]:
    """Return the helpers that are wrong on boards below these; value is best_move's helper."""
    nodes: dict[Node, None] = {}
    after: list[tuple[Node, Worth]] = []
    for case in hard:
        for node in below(*case.node):
            nodes[node] = None
            _, _, depth = node
            if isinstance(case, BestCase) and depth == case.depth - 1:
                after.append((node, case.worth))
    wrong = wrong_ones(student, helpers([*nodes]))
    values = [ValueCase(*node, worth, lends=wrong) for node, worth in after]
    if all(probe(student, values)):
        return wrong
    return [*wrong, "value"]


def settle_search(student: Student, cases: Sequence[SearchCase], noun: str) -> str:
    """Ask value or best_move.

    If that goes wrong: once more, with a right one in the place of each helper that is wrong.
    """

    def retries() -> Retries:
        hard = smallest_wrong(student, cases)
        wrong = wrong_helpers(student, hard)
        if wrong:
            yield again(with_right(wrong), cases, lends=wrong)
        full = []
        for case in hard:
            if isinstance(case, PruningCase):
                full.append(ValueCase(*case.node, case.worth, lends=wrong))
        if not all(probe(student, full)):
            remark = "Passed, as to which boards are evaluated: the value is wrong."
            yield again(remark, cases, lends=wrong, lax=True)
            remark = "Passed on boards on which no game ends: there the value is wrong."
            quiet = [case for case in cases if case.check != OVER]
            yield again(remark, quiet, lends=wrong)

    return settle(student, cases, noun, retries)
