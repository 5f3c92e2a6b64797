"""How answers of connect4 are judged and explained, and how a check asks where a helper of the student's is wrong."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graders.connect4 import oracle
from graders.connect4.oracle import WIN, Board, Path, Search, Worth, children, minimax, other
from graders.kit.grading.answers import same_number, shown
from graders.kit.grading.checks import Case, Retries, again, probe, settle, with_right, wrong_ones
from graders.kit.grading.drawings import drawn, said
from graders.kit.grading.student import Student
from graders.kit.report import Board as Drawing
from graders.kit.report import Parts, Text

TO_TRY = 330  # characters that a student is asked to copy
HARD = 3  # of the boards on which a check went wrong, the smallest: on them it is asked whose fault that is
MOST = 5_000  # boards that a search is seen to evaluate
WORDS = {"x": ("largest", "at most", "least"), "o": ("smallest", "at least", "most")}
HELPERS = ("moves", "drop", "winner")


def draw(title: str, board: Board, marks: Sequence[oracle.Cell] = ()) -> Drawing:
    """Draw a board, the numbers of its columns below it."""
    rows = zip(*(column.ljust(board.height, "_") for column in board.columns), strict=True)
    numbers = "".join(map(str, range(board.width)))
    cells = "".join(["".join(row) for row in [*rows][::-1]])
    places = [(board.height - 1 - row) * board.width + column for column, row in marks]
    drawing = drawn(title, cells, sorted(places), numbered=False, width=board.width)
    return replace(drawing, rows=[*drawing.rows, [*numbers]])


def code(board: Board) -> str:
    """Return a board as Python."""
    return f"Board({board.width}, {board.height}, {board.columns!r})"


def bound(value: float) -> str:
    return str(value) if math.isfinite(value) else f"float('{value}')"


def either(columns: Sequence[int]) -> str:
    *more, last = map(str, columns)
    return f"{', '.join(more)} or {last}" if more else last


@dataclass
class BoardCase(Case):
    deterministic = True
    board: Board
    lends: Sequence[str] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        self.size = sum(map(len, self.board.columns)) + self.board.width * self.board.height
        self.fine = False  # whether it has been answered right

    @property
    def call(self) -> str:  # type: ignore[override]
        """The call as Python, the board by its name."""
        return f"{self.asks.split()[0]}(board)"

    @property
    def try_it(self) -> str:  # type: ignore[override]
        return f"print({self.call})".replace("(board", f"({code(self.board)}")

    def show(self) -> Parts:
        return said(f"Asked for: {self.call}, for this board.", draw("board", self.board))

    def fault(self, value: Any) -> Parts | None:
        fault = self.judge(value)
        self.fine = fault is None
        return fault

    def judge(self, value: Any) -> Parts | None:
        raise NotImplementedError

    def wrong(self, value: Any, wanted: Any, why: str, *boards: Drawing) -> Parts:
        """Say what the answer must be, and why."""
        text = f"{self.call} must be {wanted} here, yours is {shown(value)}: {why}."
        return said(text, *(boards or [draw("board", self.board)]))

    def lend(self, name: str, argument: str) -> Any:
        board, *more = map(oracle.read, argument.split(" ")[:1])
        if board is None:
            return None
        match name, argument.split(" ")[1:]:
            case "moves", []:
                return oracle.moves(board)
            case "winner", []:
                return oracle.winner(board)
            case "drop", [column, "x" | "o" as mark] if column in map(str, oracle.moves(board)):
                return oracle.drop(board, int(column), mark)
        return None


class MovesCase(BoardCase):
    check = "moves"
    asks = "moves board"

    def judge(self, value: Any) -> Parts | None:
        wanted = oracle.moves(self.board)
        if isinstance(value, list) and len(value) == len(wanted) and all(map(same_number, value, wanted)):
            return None
        why = f"a column that holds {self.board.height} stones is full, and no other is"
        if isinstance(value, list) and all(column in value for column in wanted) and len(value) == len(wanted):
            why = "they come from left to right"
        return self.wrong(value, wanted, why)


@dataclass
class DropCase(BoardCase):
    column: int
    mark: str
    check = "drop"
    asks = "drop board column mark"

    @property
    def call(self) -> str:  # type: ignore[override]
        return f"drop(board, {self.column}, {self.mark!r})"

    @property
    def try_it(self) -> str:  # type: ignore[override]
        return f"print({code(self.board)[:-1]}), {self.column}, {self.mark!r}))".replace("(Board", "(drop(Board", 1)

    def judge(self, value: Any) -> Parts | None:
        wanted = oracle.drop(self.board, self.column, self.mark)
        after, before = value if isinstance(value, list) and len(value) == 2 else (value, None)
        if as_board(after) == wanted:
            if as_board(before) == self.board:
                return None
            text = f"{self.call} must return a new board, and leave the one that it is given as it is."
            return said(text, draw("given", self.board))
        yours = f"Board({', '.join(map(shown, after))})" if isinstance(after, list) and len(after) == 3 else shown(after)
        text = f"{self.call} must be {code(wanted)}; yours is {yours}."
        if isinstance(after, list) and len(after) == 3 and not isinstance(after[2], tuple | list):
            text += " columns must be a tuple."
        place = (self.column, len(wanted.columns[self.column]) - 1)
        return said(text, draw("board", self.board), draw(f"after {self.mark} in {self.column}", wanted, [place]))


def as_board(value: Any) -> Board | None:
    """Return the board that an answer stands for: columns must have been a tuple of strings."""
    match value:
        case [int(width), int(height), list(columns)] if all(isinstance(column, str) for column in columns):
            return Board(width, height, tuple(columns)) if type(columns) is not list else None
    return None


class WinnerCase(BoardCase):
    check = "winner"
    asks = "winner board"

    def judge(self, value: Any) -> Parts | None:
        wanted = oracle.winner(self.board)
        if value == wanted and type(value) is type(wanted):
            return None
        line = next(iter(oracle.won_lines(self.board)), [])
        why = "nobody has four in a row"
        if line:
            (first, low), (last, high) = line[0], line[-1]
            kind = {first == last: "a column", low == high: "a row"}.get(True, "a diagonal")
            why = f"{wanted} has four in {kind}, from column {first}, row {low}, to column {last}, row {high}"
            why = why if kind != "a column" else f"{wanted} has four in column {first}"
        return self.wrong(value, repr(wanted), why, draw("board", self.board, line))


class EvaluateCase(BoardCase):
    check = "evaluate"
    asks = "evaluate board"

    def judge(self, value: Any) -> Parts | None:
        wanted = oracle.evaluate(self.board)
        if same_number(value, wanted):
            return None
        found = oracle.cells(self.board)
        of_four = [
            {found[c * self.board.height + r] for c, r in line}
            for line in oracle.lines(self.board.width, self.board.height)
        ]
        for_x, for_o = ([line for line in of_four if mark not in line] for mark in "ox")
        why = f"of {len(of_four)} lines of four {len(for_x)} have no o, and {len(for_o)} have no x"
        return self.wrong(value, wanted, why)


@dataclass
class SearchCase(BoardCase):
    """Something that is asked with an evaluate of which only this side knows the values."""

    to_move: str
    depth: int
    worth: Worth
    gives = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.size += 1_000 * self.depth
        self.evaluated: dict[str, None] = {}  # in the order of the first time

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

    @property
    def try_it(self) -> str:  # type: ignore[override]
        """Python in which evaluate knows the boards that were evaluated, if they are few."""
        boards = [*map(oracle.read, [*self.evaluated][:9])]
        values = ", ".join(f"{board.columns!r}: {self.worth.of(str(board))}" for board in boards if board)
        known = f"lambda b: {{{values}}}[b.columns]" if values else "None"
        text = f"print({self.call})".replace("(board", f"({code(self.board)}", 1).replace("evaluate)", f"{known})")
        return text if len(text) <= TO_TRY and len(self.evaluated) < 9 and None not in boards and not self.lends else ""

    def after_each(self, marks: Mapping[int, str] | None = None) -> list[Drawing]:
        """Draw the board, and the boards after each move with their values."""
        drawings = [draw(f"{self.to_move} to move", self.board)]
        for column, value in children(self.board, self.to_move, self.depth, self.worth).items():
            after = oracle.drop(self.board, column, self.to_move)
            cell = (column, len(after.columns[column]) - 1)
            drawings.append(draw(f"{column}: {value}", after, [cell] if column in (marks or {}) else []))
        return drawings

    def below(self) -> list[tuple[Board, str, int]]:
        """Return each board that the search may come to, with who is to move and the plies left."""
        found: dict[tuple[Board, str, int], None] = {(self.board, self.to_move, self.depth): None}
        for board, to_move, depth in (todo := [*found]):
            if depth and oracle.result(board, 0) is None:
                after = [(oracle.drop(board, c, to_move), other(to_move), depth - 1) for c in oracle.moves(board)]
                todo += [node for node in after if node not in found]
                found |= dict.fromkeys(after)
        return [*found]


@dataclass
class ValueCase(SearchCase):
    """Ask value: inside the open window it is exact; outside a bound on the proper side, fail-soft or fail-hard."""

    alpha: float = -math.inf
    beta: float = math.inf
    asks = "value board to_move depth alpha beta lends"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.value = minimax(self.board, self.to_move, self.depth, self.worth)
        self.size += math.isfinite(self.alpha) + math.isfinite(self.beta)  # of the same board, the wider window

    @property
    def check(self) -> str:  # type: ignore[override]
        """The check that is about such a board, where another one asks."""
        ends = any(oracle.result(board, 0) is not None for board, *_ in self.below())
        return f"value: {'game over' if ends else 'to a depth'}"

    @property
    def call(self) -> str:  # type: ignore[override]
        window = f"{bound(self.alpha)}, {bound(self.beta)}"
        return f"value(board, {self.to_move!r}, {self.depth}, {window}, evaluate)"

    def judge(self, value: Any) -> Parts | None:
        low = high = self.value
        outside = ""
        if low <= self.alpha:
            high, outside = self.alpha, f": the value is {low}, not above alpha, so any number from {low} to {self.alpha}"
        elif low >= self.beta:
            low, outside = self.beta, f": the value is {high}, not below beta, so any number from {self.beta} to {high}"
        if isinstance(value, int | float) and low <= value <= high:
            return None
        if outside:
            text = f"{self.call} returned {shown(value)}. It must be a bound on the proper side{outside}."
            return said(text, *self.boards())
        return self.wrong(value, self.value, self.why() + self.guess(value), *self.boards())

    def boards(self) -> list[Drawing]:
        if self.depth and oracle.result(self.board, 0) is None:
            return self.after_each()
        return [draw(f"{self.to_move} to move", self.board, [c for line in oracle.won_lines(self.board) for c in line])]

    def why(self) -> str:
        if won := oracle.winner(self.board):
            sign = "-" * (won == "o")
            formula = f"{sign}({WIN} + {self.depth})" if sign else f"{WIN} + {self.depth}"
            return f"{won} has four in a row, so it is {formula}, for {self.depth} plies left"
        if not oracle.moves(self.board):
            return "the board is full and nobody has won, so it is 0"
        if self.depth == 0:
            return f"depth is 0, so it is what evaluate returns, {self.value}"
        way = f"{self.to_move} is to move, so it is the {WORDS[self.to_move][0]} of the values after each move"
        if abs(self.value) >= WIN:
            way += f"; {'x' if self.value > 0 else 'o'} wins with {abs(self.value) - WIN} plies left"
        return way

    def guess(self, value: Any) -> str:
        """Say which of the usual slips comes to the answer, if one does."""
        if not isinstance(value, int | float) or abs(value) > 10 * WIN:
            return ""
        here = self.board, self.to_move
        negated = replace(self.worth, step=-self.worth.step)
        slips = {"-": -self.value, "its sign is turned round": -self.value,
                 f"WIN - {abs(self.value) - WIN} is taken": math.copysign(2 * WIN - abs(self.value), self.value),
                 "x's side and o's are exchanged": minimax(self.board, other(self.to_move), self.depth, self.worth),
                 "evaluate's values are turned round: they are x's whoever is to move":
                     minimax(*here, self.depth, negated)}  # fmt: skip
        if self.depth:
            slips["the search stops one ply early"] = minimax(*here, self.depth - 1, self.worth)
        if self.depth < 3:
            slips["the search goes one ply too deep"] = minimax(*here, self.depth + 1, self.worth)
        reasons = [slip for slip, comes_to in slips.items() if comes_to == value and slip != "-"]
        return f". Yours is what it comes to if {reasons[0]}" if reasons else ""


class PruningCase(ValueCase):
    """Ask value, and look at which boards it evaluates. lax: whether any answer will do of who has evaluated enough"""

    lax = False

    def judge(self, value: Any) -> Parts | None:
        plain = Search(self.worth)
        allowed: set[str] = set()
        for search in (plain, Search(self.worth, hard=True)):
            search.value(self.board, self.to_move, self.depth, self.alpha, self.beta)
            allowed |= search.evaluated.keys()
        if needless := [text for text in self.evaluated if text not in allowed]:
            return self.explain(needless[0], plain)
        if (wrong := super().judge(value)) is None:
            return None
        least = Search(self.worth, equal=True)
        least.value(self.board, self.to_move, self.depth, self.alpha, self.beta)
        return None if self.lax and self.evaluated.keys() >= least.evaluated.keys() else wrong

    def explain(self, text: str, plain: Search) -> Parts:
        """Say why a board need not be evaluated, or must not be."""
        start = draw(f"{self.to_move} to move", self.board)
        board = oracle.read(text)
        if board is None:
            return said(f"{self.call} called evaluate for {shown(text)}, and that is no board.", start)
        left = next((depth for one, _, depth in self.below() if one == board), None)
        evaluated = draw("evaluated", board)
        what = f"{self.call} called evaluate for a board"
        if left is None:
            return said(f"{what} that {self.depth} plies don't lead to.", start, evaluated)
        if oracle.result(board, 0) is not None:
            return said(f"{what} on which the game is over: its value needs no evaluation.", start, evaluated)
        if left:
            return said(f"{what} with {left} plies left: only at depth 0 is it evaluated.", start, evaluated)
        path = next(path for path in self.paths(board) if any(path[:n] in plain.cuts for n in range(1, self.depth + 1)))
        cut, so_far, crossed = next(plain.cuts[path[:n]] for n in range(1, self.depth + 1) if path[:n] in plain.cuts)
        sides = [self.to_move, other(self.to_move)] * self.depth
        here, *_ = self.played(cut)
        mover = sides[len(cut)]
        at = "least" if mover == "x" else "most"
        moved = ", ".join(f"{side} in {column}" for side, column in zip(sides, path, strict=False))
        node = f"after {', '.join(f'{s} in {c}' for s, c in zip(sides, cut, strict=False))}" if cut else "this board"
        name = "beta" if mover == "x" else "alpha"
        reason = f"{node} is worth at {at} {so_far} by then, and {name} is {crossed}"
        told = f"{what} that was already decided, after {moved}. From left to right: {reason}. Stop there."
        return said(told, start, *([draw("stop here", here)] if cut else []), evaluated)

    def played(self, path: Path) -> tuple[Board, str]:
        board, mark = self.board, self.to_move
        for column in path:
            board, mark = oracle.drop(board, column, mark), other(mark)
        return board, mark

    def paths(self, target: Board) -> Iterator[Path]:
        """Yield all ways to a board, from left to right."""

        def search(board: Board, mark: str, path: Path) -> Iterator[Path]:
            if len(path) == self.depth:
                yield from [path] * (board == target)
            elif oracle.result(board, 0) is None:
                for column in oracle.moves(board):
                    yield from search(oracle.drop(board, column, mark), other(mark), (*path, column))

        return search(self.board, self.to_move, ())


class LaxPruning(PruningCase):
    lax = True


class BestCase(SearchCase):
    """Ask best_move: any of the best columns."""

    asks = "best_move board to_move depth key lends"

    @property
    def key(self) -> str:
        return self.worth.key

    @property
    def check(self) -> str:  # type: ignore[override]
        return ""

    @property
    def call(self) -> str:  # type: ignore[override]
        return f"best_move(board, {self.to_move!r}, {self.depth}, evaluate)"

    def lend(self, name: str, argument: str) -> Any:
        match name, argument.split(" "):
            case "value", [self.key, text, "x" | "o" as to_move, depth] if depth in map(str, range(self.depth + 1)):
                board = oracle.read(text)
                return None if board is None else minimax(board, to_move, int(depth), self.worth)
        return super().lend(name, argument)

    def judge(self, value: Any) -> Parts | None:
        if oracle.result(self.board, 0) is not None:
            over = f"{oracle.winner(self.board)} has four in a row" if oracle.winner(self.board) else "the board is full"
            return None if value is None else self.wrong(value, None, f"the game is over, {over}")
        values = children(self.board, self.to_move, self.depth, self.worth)
        best = (max if self.to_move == "x" else min)(values.values())
        columns = [column for column in values if values[column] == best]
        if isinstance(value, int | float) and value in columns:
            return None
        yours = [column for column in values if same_number(value, column)]
        why = f"column {either(columns)} is worth {best} and column {yours[0]} {values[yours[0]]}" if yours else ""
        why = why or f"of the columns {either([*values])} that is worth {best}, and no other is better"
        why += f"; {self.to_move} is to move and wants the {WORDS[self.to_move][0]} value"
        sign = 1 if self.to_move == "x" else -1
        if sign * best == WIN + self.depth - 1:
            why += f". {self.to_move} wins at once there"
        elif yours and sign * values[yours[0]] == 2 - WIN - self.depth:
            why += f". After yours {other(self.to_move)} wins at once"
        return self.wrong(value, either(columns), why, *self.after_each(dict.fromkeys(yours, "")))


def helpers(boards: Sequence[tuple[Board, str, int]]) -> dict[str, Sequence[Case]]:
    """Return what the helpers may be asked about, by whoever searches through these boards."""
    on = [node for node in boards if node[2] and oracle.result(node[0], 0) is None]
    return {
        "moves": [MovesCase(board) for board, *_ in boards],
        "drop": [DropCase(board, column, mark) for board, mark, _ in on for column in oracle.moves(board)],
        "winner": [WinnerCase(board) for board, *_ in boards],
    }


def settle_search(student: Student, cases: Sequence[SearchCase], noun: str) -> str:
    """Ask value or best_move; if that goes wrong, once more with a right one in the place of each helper that is."""

    def retries() -> Retries:
        hard = sorted((case for case in cases if not case.fine), key=lambda case: case.size)[:HARD]
        wrong = wrong_ones(student, helpers(list(dict.fromkeys(node for case in hard for node in case.below()))))
        best = [case for case in hard if isinstance(case, BestCase)]
        after = [ValueCase(*node, case.worth, lends=wrong) for case in best for node in case.below()
                 if node[2] == case.depth - 1]  # fmt: skip
        if not all(probe(student, after)):
            wrong.append("value")
        if wrong:
            yield again(with_right(wrong), cases, lends=wrong)
        pruning = [case for case in hard if isinstance(case, PruningCase)]
        full = [ValueCase(case.board, case.to_move, case.depth, case.worth, lends=wrong) for case in pruning]
        if not all(probe(student, full)):
            lax = [LaxPruning(*(getattr(c, n) for n in FIELDS), lends=wrong) for c in cases]
            yield again("Passed, as to which boards are evaluated: the value is wrong.", lax)

    return settle(student, cases, noun, retries)


FIELDS = ("board", "to_move", "depth", "worth", "alpha", "beta")
