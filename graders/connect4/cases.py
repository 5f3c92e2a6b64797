"""How answers of connect4 are judged and explained."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from graders.connect4 import oracle, positions
from graders.connect4.oracle import WIN, Cut, Path, Search, Worth, children, is_over, minimax
from graders.connect4.positions import Before
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import shown
from graders.kit.report import Board as Drawing
from graders.kit.report import Parts, Text
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.answers import is_between, same_number
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.columns import Board, drop, moves, winner, won_lines
from graders.kit.roomkit.drawings import said, stacked
from graders.kit.tictactoe import other

TO_TRY = 360  # characters that a student is asked to copy
TOLD = 9  # evaluated boards that the driver tells; a student is asked to copy fewer
MOST = 5_000  # boards that a search is seen to evaluate
LONGEST = 98  # characters of a board that it asks about
DEEPEST = 4  # plies that value is asked to search
WANTS = {"x": "largest", "o": "smallest"}

MUST_BE = "{call} must be {wanted} here, yours is {yours}: {why}."
MUST_DROP = "{call} must be {wanted!r}; yours is {yours}."
BEFORE = "Before that, {call} was called."
OTHERWISE = "The same function evaluate was passed; its values have changed since."
CHANGED = "right, but the board that it is given has changed"
YOURS = "Board(width={width}, height={height}, columns={columns})"
TOO_LITTLE = "{call} evaluated {count} boards here: too little to know the value."
SLIPPED = ". Yours is what it comes to if {slip}"

# Of a board that need not be evaluated, or must not be.
UNREACHED = "{call} called evaluate for {board}, and no move leads there."
ENDED = "{call} called evaluate for a board on which the game is over: its value is known."
NOT_AT_0 = (
    "{call} called evaluate for a board with {count} stones. Only at depth 0 is it called, "
    "where there are {right}."
)
ON_THE_WAY = "{call} called evaluate for a board on the way. Only at depth 0 is it called."
DECIDED = (
    "{call} called evaluate for the board after {path}, although that was already decided. "
    "Searched from left to right, {here} is worth at {at} {so_far} by then, and {name} is {bound}: "
    "stop."
)


AnyCase = TypeVar("AnyCase", bound="BoardCase")


def generated(kind: type[AnyCase], check: str) -> list[AnyCase]:
    """Return calls that the statement permits, as cases of a kind: see built.py.

    Args:
        kind: What they are.
        check: The check that asks them.
    """
    return [kind(**asked) for asked in positions.stored(check)]


def after_the_same_stones(kind: type[AnyCase], *more: Any) -> list[AnyCase]:
    """Return cases of a kind that are asked about the same stones in other columns before."""
    cases = []
    for board, before in positions.parted():
        past = [Before(kind.function, before, more)]
        cases.append(kind(board, *more, past=past))
    return cases


def draw(title: str, board: Board, marks: Sequence[rules.Cell] = ()) -> Drawing:
    return stacked(title, board.columns, board.height, marks)


@dataclass(frozen=True)
class BoardCase(Case):
    """A board to ask about.

    Attributes:
        function: The student's function that is asked.
        board: The board.
        past: Calls that are made before.
    """

    deterministic = True
    function = ""
    board: Board
    past: Sequence[Before] = field(default=(), kw_only=True)

    @property
    def more(self) -> str:
        """The other arguments, as Python."""
        return ""

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The other arguments, but for evaluate."""
        return ()

    @property
    def size(self) -> int:
        return rules.stones(self.board) + self.board.width * self.board.height

    @property
    def has_history(self) -> bool:
        return bool(self.past)

    @property
    def covers(self) -> Sequence[Kinds]:
        from graders.connect4 import calls  # only here: to read what is declared takes time

        return calls.kinds(self)

    @property
    def call(self) -> str:
        return f"{self.function}(board{self.more})"

    @property
    def try_it(self) -> str:
        if self.function == "moves" and any(before.function == "moves" for before in self.past):
            return ""  # the answer before may be what is wrong now
        earlier = "".join(f"{before.call}; " for before in self.past)
        return f"{earlier}print({self.function}({self.board!r}{self.more}))"

    def question(self) -> Question:
        return self.function, [self.board, self.past]

    def show(self) -> Parts:
        text = f"Asked for: {self.call}, for this board."
        return [*said(text, draw("board", self.board)), *self.remarks()]

    def remarks(self) -> Parts:
        """Say what was asked before."""
        return [Text(BEFORE.format(call=before.call)) for before in self.past]

    def judge(self, answer: Any) -> Fault | None:
        fault = self.judge_last(answer)
        return fault and self.remembering(fault)

    def judge_last(self, answer: Any) -> Fault | None:
        """Return what is wrong with the last answer; None if nothing is."""
        raise NotImplementedError

    def remembering(self, fault: Fault) -> Fault:
        """Return a fault with what was asked before."""
        return replace(fault, parts=[*fault.parts, *self.remarks()])

    def wrong(self, answer: Any, wanted: Any, why: str, *boards: Drawing) -> Fault:
        """Say what an answer must be, and why.

        Args:
            answer: What came.
            wanted: What must come.
            why: That is so because ...
            *boards: What is drawn; if there are none, the board that is asked about.
        """
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

    function = "moves"

    def judge_last(self, answer: Any) -> Fault | None:
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

    function = "drop"
    column: int
    mark: str

    @property
    def more(self) -> str:
        return f", {self.column}, {self.mark!r}"

    @property
    def arguments(self) -> tuple[Any, ...]:
        return self.column, self.mark

    def question(self) -> Question:
        return self.function, [self.board, self.column, self.mark, self.past]

    def judge_last(self, answer: Any) -> Fault | None:
        wanted = drop(self.board, self.column, self.mark)
        right = [wanted.width, wanted.height, *wanted.columns]
        yours = shown(answer)
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
        place = (self.column, len(self.board.columns[self.column]))
        after = draw(f"after {self.mark} in {self.column}", wanted, [place])
        text = MUST_DROP.format(call=self.call, wanted=wanted, yours=yours)
        return Fault(said(text, draw("board", self.board), after))


@dataclass(frozen=True)
class WinnerCase(BoardCase):
    """Ask winner."""

    function = "winner"

    def judge_last(self, answer: Any) -> Fault | None:
        wanted = winner(self.board)
        if answer == wanted and type(answer) is type(wanted):
            return None
        line: Sequence[rules.Cell] = ()
        why = "nobody has four side by side"
        if wanted is not None:
            line = won_lines(self.board)[0]
            first, low = line[0]
            last, high = line[-1]
            why = f"{wanted} has four from column {first}, row {low}, to column {last}, row {high}"
        return self.wrong(answer, repr(wanted), why, draw("board", self.board, line))


@dataclass(frozen=True)
class EvaluateCase(BoardCase):
    """Ask evaluate."""

    function = "evaluate"

    def judge_last(self, answer: Any) -> Fault | None:
        wanted = oracle.evaluate(self.board)
        if same_number(answer, wanted):
            return None
        count = len(rules.contents(self.board))
        without_o, without_x = oracle.open_lines(self.board)
        why = f"of {count} lines of four {without_o} have no o, and {without_x} have no x"
        return self.wrong(answer, wanted, why)


@dataclass(frozen=True)
class SearchCase(BoardCase):
    """Something that is asked with an evaluate of which nobody knows the values before.

    What it takes notes in are the boards for whose values it was asked, in the order of the first
    time.

    Attributes:
        to_move: Who is to move.
        depth: The plies that are left.
        worth: The values that evaluate returns.
        alpha: The lower end of the window; only value has one.
        beta: The upper one.
        gives: Whether the driver is to ask for each value, so that none is there before.
        has_one: Whether one function evaluate serves all calls.
    """

    to_move: str
    depth: int
    worth: Worth
    alpha: float = -math.inf
    beta: float = math.inf
    gives: bool = False
    has_one: bool = field(default=False, kw_only=True)

    @property
    def more(self) -> str:
        return f", {self.to_move!r}, {self.depth}, evaluate"

    @property
    def arguments(self) -> tuple[Any, ...]:
        return self.to_move, self.depth

    @property
    def size(self) -> int:
        """Of the same board, the wider window is smaller."""
        ends = math.isfinite(self.alpha) + math.isfinite(self.beta)
        return super().size + 1_000 * self.depth + ends

    @property
    def node(self) -> tuple[Board, str, int]:
        return self.board, self.to_move, self.depth

    @property
    def told(self) -> Worth | None:
        """What the driver is told of the values."""
        if self.gives:
            return None
        return self.worth

    @property
    def try_it(self) -> str:
        return self.to_try([])

    def question(self) -> Question:
        return self.function, [self.board, self.arguments, self.told, self.past, self.has_one]

    def remarks(self) -> Parts:
        remarks = super().remarks()
        if self.has_one and any(before.worth != self.worth for before in self.past):
            remarks.append(Text(OTHERWISE))
        return remarks

    def notes(self) -> dict[str, None]:
        return {}

    def give(self, wanted: Any, notes: Any) -> Any:
        """Return the value of a board."""
        match wanted:
            case ["evaluate", str(text)] if len(text) <= LONGEST:
                if len(notes) < MOST:
                    notes[text] = None
                return self.worth.of(text)
        return None

    def judge_raised(self, parts: Parts, notes: Any) -> Fault:
        return Fault(parts, try_it=self.to_try(notes))

    def to_try(self, evaluated: Collection[str]) -> str:
        """Return Python in which evaluate knows these boards; "" if that is too much to copy."""
        if len(evaluated) >= TOLD or self.past:
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
        python = super().try_it.replace("evaluate", evaluate)
        if len(python) > TO_TRY:
            return ""
        return python

    def judge_last(self, answer: Any) -> Fault | None:
        value, evaluated = parted(answer)
        return self.with_boards(self.judge_search(value, evaluated), evaluated)

    def judge_search(self, value: Any, evaluated: Sequence[str]) -> Fault | None:
        """Return what is wrong with what the search returned; None if nothing is.

        Args:
            value: What it returned.
            evaluated: The first boards that it evaluated.
        """
        raise NotImplementedError

    def with_boards(self, fault: Fault | None, evaluated: Collection[str]) -> Fault | None:
        """Return a fault with what shows it, by the boards that were evaluated."""
        if fault is None:
            return None
        return replace(fault, try_it=self.to_try(evaluated))

    def start(self) -> Drawing:
        """Draw the board, with who is to move."""
        return draw(f"{self.to_move} to move", self.board)

    def boards(self, marked: Sequence[int] = ()) -> list[Drawing]:
        """Draw the board, and the boards after each move with their values.

        Args:
            marked: The columns in which the stone of a move is pointed out.
        """
        if is_over(self.board):
            won: list[rules.Cell] = []
            for line in won_lines(self.board):
                won += line
            return [draw("game over", self.board, won)]
        drawings = [self.start()]
        if self.depth == 0:
            return drawings
        values = children(*self.node, self.worth)
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
        case [value, [*evaluated]]:
            return value, list(dict.fromkeys(map(str, evaluated[:TOLD])))
    return answer, []


@dataclass(frozen=True)
class ValueCase(SearchCase):
    """Ask value.

    Inside the open window it is exact; outside a bound on the proper side, fail-soft or fail-hard.
    """

    function = "value"

    @property
    def more(self) -> str:
        window = f"{as_python(self.alpha)}, {as_python(self.beta)}"
        return f", {self.to_move!r}, {self.depth}, {window}, evaluate"

    @property
    def arguments(self) -> tuple[Any, ...]:
        return self.to_move, self.depth, self.alpha, self.beta

    @cached_property
    def value(self) -> int:
        return minimax(*self.node, self.worth)

    def judge_search(self, value: Any, evaluated: Sequence[str]) -> Fault | None:
        low: float = self.value
        high: float = self.value
        side = ""
        if low <= self.alpha:
            high = self.alpha
            side = "not above alpha"
        elif high >= self.beta:
            low = self.beta
            side = "not below beta"
        if is_between(value, low, high):
            return self.ended(evaluated)
        if not side:
            why = self.why() + self.guess(value)
            return self.wrong(value, self.value, why, *self.boards())
        wanted = str(low)
        if low < high:
            wanted = f"any number from {low} to {high}"
        return self.wrong(value, wanted, f"the value is {self.value}, {side}", *self.boards())

    def ended(self, evaluated: Sequence[str]) -> Fault | None:
        """Return what is wrong if a game that is over was evaluated; None if none was."""
        for text in evaluated:
            board = rules.read(text)
            if board is not None and is_over(board):
                told = ENDED.format(call=self.call)
                return Fault(said(told, self.start(), draw("evaluated", board)))
        return None

    def why(self) -> str:
        """Say why the value is what it is."""
        won = winner(self.board)
        if won:
            formula = f"{WIN} + {self.depth}"
            if won == "o":
                formula = f"-({formula})"
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
        one_less = max(depth - 1, 0)
        one_more = min(depth + 1, DEEPEST)
        slips = {
            "the sign is turned round": -self.value,
            f"WIN - {left} is taken": int(math.copysign(WIN - left, self.value)),
            "the sides are exchanged": minimax(board, other(to_move), depth, self.worth),
            "evaluate's values, which are x's, are turned round": minimax(*self.node, turned),
            "the search stops one ply early": minimax(board, to_move, one_less, self.worth),
            "the search goes one ply too deep": minimax(board, to_move, one_more, self.worth),
        }
        for slip, comes_to in slips.items():
            if same_number(value, comes_to):
                return SLIPPED.format(slip=slip)
        return ""


def as_python(end: float) -> str:
    """Return an end of a window as Python."""
    if math.isfinite(end):
        return str(end)
    return f"float('{end}')"


@dataclass(frozen=True)
class PruningCase(ValueCase):
    """Ask value, and look at which boards it evaluates.

    What it returns is judged elsewhere: here whoever has evaluated enough may return anything.
    """

    gives: bool = True

    def judge_noted(self, answer: Any, notes: Any) -> Fault | None:
        fault = self.with_boards(self.judge_evaluated(notes), notes)
        return fault and self.remembering(fault)

    def judge_evaluated(self, evaluated: Collection[str]) -> Fault | None:
        """Return what is wrong with what a search evaluated; None if nothing is."""
        soft = self.seen()
        hard = self.seen(hard=True)
        for text in evaluated:
            if text not in soft.evaluated and text not in hard.evaluated:
                return Fault(self.explain(text, soft.cuts))
        if self.is_known(evaluated):
            return None
        told = TOO_LITTLE.format(call=self.call, count=len(evaluated))
        return Fault(said(told, self.start()))

    def seen(self, hard: bool = False) -> Search:
        """Return the search of the oracle."""
        search = Search(self.worth, hard)
        search.value(*self.node, self.alpha, self.beta)
        return search

    def is_known(self, evaluated: Collection[str]) -> bool:
        """Tell whether the answer follows from what was evaluated.

        That is the value, or on which side of the window it is.
        """
        least, most = oracle.span_of(*self.node, self.worth, evaluated)
        return least == most or most <= self.alpha or least >= self.beta

    def explain(self, text: str, cuts: dict[Path, Cut]) -> Parts:
        """Say why a board need not be evaluated, or must not be."""
        board = rules.read(text)
        ways = oracle.ways(*self.node)
        if board is None or board not in ways.values():
            told = UNREACHED.format(call=self.call, board=shown(text))
            return said(told, self.start())
        evaluated = draw("evaluated", board)
        if is_over(board):
            return said(ENDED.format(call=self.call), self.start(), evaluated)
        for path, end in ways.items():
            if end == board and len(path) == self.depth:
                return said(self.why_cut(path, cuts), self.start(), evaluated)
        return said(ON_THE_WAY.format(call=self.call), self.start(), evaluated)

    def why_cut(self, path: Path, cuts: dict[Path, Cut]) -> str:
        """Say where, on the way to a board, it was clear that nobody need go on."""
        before, so_far, bound = first_cut(path, cuts)
        at, name = "most", "alpha"
        if so_far > bound:  # x is to move
            at, name = "least", "beta"
        here = "this board"
        if before:
            here = f"the board after {self.in_words(before)}"
        return DECIDED.format(
            call=self.call,
            path=self.in_words(path),
            here=here,
            at=at,
            so_far=so_far,
            name=name,
            bound=bound,
        )

    def in_words(self, path: Path) -> str:
        """Say who plays which columns."""
        sides = [self.to_move, other(self.to_move)] * self.depth
        return ", ".join(f"{side} in {column}" for side, column in zip(sides, path, strict=False))


def first_cut(path: Path, cuts: dict[Path, Cut]) -> Cut:
    """Return where a way was cut first; it was cut."""
    for plies in range(1, len(path) + 1):
        if path[:plies] in cuts:
            return cuts[path[:plies]]
    raise ValueError("this way was not cut")


@dataclass(frozen=True)
class BestCase(SearchCase):
    """Ask best_move: any of the best columns."""

    function = "best_move"

    def lend(self, name: str, argument: str) -> Any:
        if name != "value":
            return super().lend(name, argument)
        sizes = [self.board[:2]]
        deepest = self.depth
        for before in self.past:
            sizes.append(before.board[:2])
            deepest = max(deepest, before.more[1])
        match argument.split(" "):
            case [text, "x" | "o" as to_move, depth] if depth in map(str, range(deepest + 1)):
                board = rules.read(text)
                if board is not None and board[:2] in sizes:
                    return minimax(board, to_move, int(depth), self.worth)
        return None

    def judge_search(self, value: Any, evaluated: Sequence[str]) -> Fault | None:
        if is_over(self.board):
            if value is None:
                return self.too_early(evaluated)
            return self.wrong(value, None, "the game is over", *self.boards())
        values = children(*self.node, self.worth)
        best = oracle.best_of(values.values(), self.to_move)
        yours = [column for column in values if same_number(value, column)]
        if any(values[column] == best for column in yours):
            return self.too_early(evaluated)
        wins_at_once = WIN + self.depth - 1
        loses_at_once = -(WIN + self.depth - 2)
        if self.to_move == "o":
            wins_at_once = -wins_at_once
            loses_at_once = -loses_at_once
        why = f"{self.to_move} wants the {WANTS[self.to_move]} value, which is {best}"
        if best == wins_at_once:
            why += f", for {self.to_move} wins at once"
        for column in yours:
            why += f"; yours is worth {values[column]}"
            if values[column] == loses_at_once:
                why += f", for {other(self.to_move)} wins at once"
        wanted = " or ".join(str(column) for column in values if values[column] == best)
        return self.wrong(value, wanted, why, *self.boards(yours))

    def too_early(self, evaluated: Sequence[str]) -> Fault | None:
        """Return what is wrong if a board above depth 0 was evaluated; None if none was."""
        right = rules.stones(self.board) + self.depth
        for text in evaluated:
            board = rules.read(text)
            if board is not None and rules.stones(board) != right:
                count = rules.stones(board)
                told = NOT_AT_0.format(call=self.call, count=count, right=right)
                return Fault(said(told, self.start(), draw("evaluated", board)))
        return None
