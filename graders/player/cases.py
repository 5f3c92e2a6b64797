"""How answers of player are judged and explained, and how a check asks where a helper of the student's is wrong."""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise, product
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.errors import Lost
from graders.kit.grading.checks import Case, Retries, Retry, again, probe, settle, with_right
from graders.kit.grading.student import Student
from graders.kit.grading.words import shown
from graders.kit.report import Parts, Text
from graders.kit.roomkit.answers import counts_in, same_number, too_rare, truth
from graders.kit.roomkit.drawings import Look, said
from graders.player import positions
from graders.player.pruning import Visit, searched_needlessly

CALLS, FEWER_CALLS, MORE_CALLS = (
    1_000,
    700,
    6_000,
)  # of determine_move for a position, one after the other
DOUBTFUL = 17.5  # unevenness, of all positions with fewer calls, that makes it worth while to ask more often
NUMBERS = {"x": -1, "_": 0, "o": 1}
VALUATION = "alpha_beta_valuation"
FIX_FIRST = "alpha_beta_valuation is wrong on boards here: fix it first. Its values say what may be left out."
LOOK = Look("XO", ("X", "O"))


def position_in(answer: Any) -> int | None:
    """Return the position that an answer of determine_move names; None if it names none."""
    return int(answer) if isinstance(answer, (int, float)) and answer in range(9) else None


def either(cells: Sequence[int], word: str = "or") -> str:
    """Name positions as determine_move returns them, and as people count: "0 (square 1) or 8 (square 9)"."""
    *more, last = [f"{cell} (square {cell + 1})" for cell in cells]
    return f"{', '.join(more)} {word} {last}" if more else last


def unevenness(counts: Collection[int]) -> float:
    """Return n D, for n calls and the relative entropy D of what came to equal chances."""
    return sum(count * math.log(count * len(counts) / sum(counts)) for count in counts if count)


def uneven(counts: Collection[int]) -> bool:
    """Tell whether one of equally likely things, or all of them, come that unevenly only in one grading in 10^12.

    By Agrawal's bound (2020) n D >= t has a probability of at most exp(-t) (e t / f)^f, for f + 1 counts and t > f.
    """
    t, f = unevenness(counts), len(counts) - 1
    joint = t > f and t - f * (1 + math.log(t / f)) > 12 * math.log(10)
    return joint or any(too_rare(count, sum(counts), 1 / len(counts)) for count in counts)


@dataclass
class PositionCase(Case):
    tries = "print([determine_move({board}) for _ in range(20)])"
    board: str
    to_move: str = "o"
    lends: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.size = self.board.count("_")

    @property
    def try_it(self) -> str:  # type: ignore[override]
        player, board = NUMBERS[self.to_move], [NUMBERS[mark] for mark in self.board]
        other = {"winner", "legal_move_left"} & {*self.lends}
        return (
            "" if other else self.tries.format(board=board, players=f"{player}, {-player}, -2, 2")
        )

    def show(self) -> Parts:
        return self.say("")[1:]

    def say(self, text: str) -> Parts:
        return said(text, LOOK.position(self.board, self.to_move))

    def valued(self) -> list[tuple[str, str]]:
        """Return the positions that determine_move may want to know the value of, each with who is to move."""
        return [(self.board, "o"), *((after, "x") for after in ttt.successors(self.board, "o"))]

    def lend(self, name: str, argument: str) -> Any:
        board, mark = argument[:9], argument[9:]
        if len(board) < 9 or not set(argument) <= set(NUMBERS):
            return None
        if name == VALUATION:
            return positions.worth(board, mark) if ttt.occurs(board, mark) else None
        return NUMBERS[ttt.winner(board)] if name == "winner" else "_" in board


class LegalCase(PositionCase):
    check = "legal_move_left"
    asks = "legal_move_left board"
    tries = "print(legal_move_left({board}))"
    deterministic = True

    def fault(self, value: Any) -> Parts | None:
        left, (flag, yours) = "_" in self.board, truth(value)
        why = f"square {self.board.index('_') + 1} is empty" if left else "no square is empty"
        if left and ttt.finished(self.board):
            why += ", and whether somebody has won is another matter"
        return (
            None
            if flag == left
            else self.say(f"legal_move_left must be {left} here, yours is {yours}: {why}.")
        )


class WinnerCase(PositionCase):
    check = "winner"
    asks = "winner board"
    tries = "print(winner({board}))"
    deterministic = True

    def fault(self, value: Any) -> Parts | None:
        wanted = NUMBERS[ttt.winner(self.board)]
        if same_number(value, wanted):
            return None
        lines = ["-".join(str(cell + 1) for cell in line) for line in ttt.won_lines(self.board)]
        why = (
            f"{LOOK.ended(self.board)} ({', '.join(lines)})"
            if lines
            else "nobody has three in a row"
        )
        return self.say(f"winner must be {wanted} here, yours is {shown(value)}: {why}.")


@dataclass
class ValueCase(PositionCase):
    """Ask alpha_beta_valuation; drawn_late: whether a full board counts as a draw whoever has won."""

    asks = "value board to_move lends"
    tries = "print(alpha_beta_valuation({board}, {players}))"
    deterministic = True
    drawn_late: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        about = "game over" if ttt.finished(self.board) else f"{LOOK.name(self.to_move)} to move"
        self.check = f"alpha_beta_valuation: {about}"

    def fault(self, value: Any) -> Parts | None:
        value_of = positions.worth_if_late_wins_are_drawn if self.drawn_late else positions.worth
        wanted = value_of(self.board, self.to_move)
        if same_number(value, wanted):
            return None
        why = LOOK.meaning(self.board, self.to_move)
        return self.say(
            f"alpha_beta_valuation must be {wanted} here, yours is {shown(value)}: {why}."
        )


@dataclass
class MovesCase(PositionCase):
    """Ask determine_move some times: every answer must be a best move."""

    check = "determine_move: best moves"
    asks = "moves board calls most lends spared"
    most = CALLS  # different answers: when there are more, it is asked no further
    calls: int = 2
    spared: bool = False  # whether it searches nothing again: see the driver's `remembered`
    missed: bool = field(default=False, init=False)  # whether an answer was no best move

    @property
    def best(self) -> tuple[int, ...]:
        return positions.best(self.board)

    @property
    def good(self) -> str:
        return (
            either(self.best, "and") if len(self.best) < max(self.size, 4) else "All empty squares"
        )

    def answers(self, value: Any) -> list[tuple[Any, int]]:
        """Return each answer with how often it was given, the most frequent first."""
        return sorted(counts_in(value), key=lambda pair: -pair[1])

    def bad(self, answer: Any) -> bool:
        return position_in(answer) not in self.best

    def fault(self, value: Any) -> Parts | None:
        answers = [answer for answer, _ in self.answers(value)] or [None]
        self.missed = any(position_in(answer) not in self.best for answer in answers)
        return next((self.explain_move(answer) for answer in answers if self.bad(answer)), None)

    def explain_move(self, answer: Any) -> Parts:
        must = f"determine_move must return {either(self.best)} here; yours returned"
        if (cell := position_in(answer)) is None:
            return self.say(
                f"{must} {shown(answer)}, which is no position: in code they are 0 to 8."
            )
        if self.board[cell] != "_":
            hint = " In code the positions are 0 to 8." if cell - 1 in self.best else ""
            text = f"{must} {either([cell])}, where {LOOK.name(self.board[cell])} is.{hint}"
            return said(text, LOOK.draw("O to move", self.board, [cell]))
        text = f"{must} {either([cell])}."
        for played in (cell, self.best[0]):
            after = ttt.play(self.board, played, "o")
            text += f"\nO at square {played + 1} is worth {positions.worth(after, 'x')}: {LOOK.meaning(after, 'x')}."
        return self.beside(text, cell)

    def beside(self, text: str, cell: int) -> Parts:
        """Say what is wrong, and set the board after the answer beside the one before."""
        answer = LOOK.draw("your answer", ttt.play(self.board, cell, "o"), [cell])
        return said(text, LOOK.draw("O to move", self.board), answer)


@dataclass
class ChancesCase(MovesCase):
    """Ask determine_move often: each best move, and each pair of them in a row, must come about equally often.

    Other answers are another check's. What comes again in the same order was not drawn anew.
    """

    check = "determine_move: equally likely"
    asks = "sequence board calls lends spared"
    tries = "from collections import Counter; print(Counter(determine_move({board}) for _ in range(1000)))"
    calls: int = CALLS
    counts: dict[int, int] = field(default_factory=dict, init=False)

    def fault(self, value: Any) -> Parts | None:
        best = self.best
        answers = value[: self.calls] if isinstance(value, list) else []
        found = [cell for cell in map(position_in, answers) if cell in best]
        self.missed = len(found) < len(answers)
        if len(found) < self.calls // 4:  # too few to tell anything
            return self.explain_move(next((answer for answer in answers if self.bad(answer)), None))
        self.counts = {cell: found.count(cell) for cell in best}
        free = [answers.count(cell) for cell in ttt.moves(self.board)]
        if len(free) > len(best) and not uneven(free):
            return self.say(
                f"Only {either(best, 'and')} are best moves here, but in {self.calls:,} calls determine_move returned "
                "every empty square about equally often. It must draw among the best ones alone."
            )
        text = f"{self.good} are equally good here. In {self.calls:,} calls determine_move returned"
        if uneven(self.counts.values()):
            self.tries = self.tries.replace("1000", str(self.calls))
            times = ", ".join(f"{count} times {cell}" for cell, count in self.counts.items())
            return self.say(
                f"{text} {times}. Equally likely is about {round(len(found) / len(best))} times each."
            )
        text += " each about as often, but not at random."
        for in_turn in found, found[1:]:  # two calls belong together, in either way
            pairs = Counter(zip(in_turn[::2], in_turn[1::2], strict=False))
            if uneven(counts := [pairs[pair] for pair in product(best, best)]):
                ((first, second), count), n = pairs.most_common(1)[0], sum(counts)
                often = f"In {n} pairs of calls, one after the other, {count} were {first} and then {second}"
                self.tries = PositionCase.tries  # that shows the order
                return self.say(
                    f"{text} {often}: by chance that are about {round(n / len(counts))}."
                )
        row = "".join(map(str, found))
        if (lag := len(row) - 64 - row.find(row[-64:])) == 0:
            return None
        return self.say(
            f"{text} The last 64 answers were those of {lag} calls before, in the same order."
        )


class SparedCase(PositionCase):
    """Ask whether determine_move can be spared the search, when it is asked often."""

    asks = "spared board"

    def fault(self, value: Any) -> Parts | None:
        return (
            None
            if value is True
            else self.say("determine_move does not call alpha_beta_valuation by its name.")
        )


@dataclass
class VariedCase(MovesCase):
    """Ask determine_move until so many answers differ; it never comes to that by chance once in 10^10."""

    check = "determine_move: equally likely"
    calls: int = 200
    differ: int = 0  # 0: all best moves

    def __post_init__(self) -> None:
        super().__post_init__()
        self.most = (
            self.differ - 1 if self.differ else CALLS
        )  # how many moves are best is not to be told

    def fault(self, value: Any) -> Parts | None:
        found = {position_in(answer) for answer, _ in self.answers(value)}
        cells = [cell for cell in self.best if cell in found]
        self.missed = not found <= {*self.best}
        if not cells:
            return super().fault(value)
        if len(cells) >= (self.differ or len(self.best)) or self.missed:
            return None
        returned = f"{'always' if len(cells) == 1 else 'only'} returned {either(cells, 'and')}"
        return self.say(
            f"{self.good} are equally good here. In {self.calls} calls determine_move {returned}."
        )


@dataclass
class SearchCase(MovesCase):
    """Ask determine_move, and look at which positions winner is asked about meanwhile."""

    check = "determine_move: pruning"
    asks = "search board lends sees"
    tries = ""  # no call shows what was searched
    sees: Sequence[str] = ("winner",)  # the functions that are watched
    drawn_late: bool = False
    hidden: bool = False  # whether it never asked about a position below another
    proved: bool = False  # whether a value of the board follows from what it asked about
    bounding: Sequence[
        tuple[str, str]
    ] = ()  # where the bounds came from with which it first searched what was decided

    def needless(self, value: Any) -> list[Visit]:
        match value:
            case [_, str(letters)]:
                asked = [letters[i : i + 9] for i in range(0, len(letters), 9)]
                least, most = span_of(self.board, "o", {*asked}, {})
                self.proved = least == most
                self.hidden = len({board.count("_") for board in asked if board != self.board}) < 2
                value_of = (
                    positions.worth_if_late_wins_are_drawn if self.drawn_late else positions.worth
                )
                visits = searched_needlessly(self.board, asked, value_of)
                self.bounding = [
                    (v.board, v.to_move) for visit in visits[:1] for v in visit.bounding()
                ]
                return visits
        return []

    def fault(self, value: Any) -> Parts | None:
        """Whoever can't be seen searching must find a best move all the same."""
        needless = self.needless(value)
        if not needless:
            match value:
                case [answer, str()]:
                    self.missed = position_in(answer) not in self.best
                    if self.proved or not self.missed:
                        return None
            answer = value[0] if isinstance(value, list) and value else value
            unseen = "winner was not asked about any search here, so the answer alone can count, and it is wrong."
            if not self.hidden:
                unseen = "What winner was asked about here is too little to know a best move. So the answer alone can "
                unseen += "count, and it is wrong."
            return [Text(unseen), *self.explain_move(answer)]
        visits = [needless[0]]
        while (above := visits[0].above) is not None:
            visits.insert(0, above)
        boards = [self.board, *(visit.board for visit in visits)]
        steps = [
            (new[cell], cell) for old, new in pairwise(boards) for cell in ttt.changed(old, new)
        ]
        *before, last = [f"{LOOK.name(mark)} at {cell + 1}" for mark, cell in steps]
        alpha, beta = needless[0].window or (0, 0)
        text = f"After {', '.join(before)}: by the values of the moves searched before, alpha is {alpha} and "
        text += f"beta {beta}.\nSo {last} was searched although it was already decided: stop as soon as alpha >= beta."
        if len(needless) > 1:
            text += f"\n{len(needless)} positions were searched although they were decided; this was the first."
        stop = LOOK.draw("stop here", boards[-2])
        end = LOOK.draw("already decided", boards[-1], ttt.changed(*boards[-2:]))
        return said(text, LOOK.draw("O to move", self.board), stop, end)


def span_of(
    board: str, mark: str, asked: Collection[str], known: dict[str, tuple[int, int]]
) -> tuple[int, int]:
    """Return the least and the most that a board can be worth, for who knows the results of these boards alone.

    A full board need not be asked about. known: what was found before, by the board, for one side to move on each
    """
    if board in known:
        return known[board]
    if ttt.finished(board):
        result = NUMBERS[ttt.winner(board)]
        span = (result, result) if board in asked or "_" not in board else (-1, 1)
    else:
        after = ttt.successors(board, mark)
        spans = [span_of(one, ttt.other(mark), asked, known) for one in after]
        choose = max if mark == "o" else min
        span = choose(low for low, _ in spans), choose(high for _, high in spans)
    known[board] = span
    return span


@dataclass
class KeptCase(PositionCase):
    """Ask whether a board is kept as it was; before: what another list holds first, which then holds this board."""

    check = "determine_move: same board"
    asks = "kept function board to_move lends before"
    deterministic = True
    function: str = "determine_move"
    before: str = ""
    answer: Any = field(default=None, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.about = self.function
        more = ", {players}" if self.function == VALUATION else ""
        self.tries = "board = {board}; " + f"{self.function}(board{more}); print(board)"

    def fault(self, value: Any) -> Parts | None:
        searches = self.function in ("determine_move", VALUATION)
        why = (
            "undo every move that you try, also where the search stops early"
            if searches
            else "it only looks at it"
        )
        text = f"{self.function} must leave the board as it was: {why}"
        now, answer, *changing = (
            value if isinstance(value, list) and len(value) in (2, 4) else (value, None)
        )
        self.answer = None if answer == now else answer
        cells = now if isinstance(now, list) and len(now) == 9 else []
        known = [
            next((mark for mark, n in NUMBERS.items() if same_number(cell, n)), "?")
            for cell in cells
        ]
        if not known or "?" in known:
            return self.say(
                f"{text}. It was {[NUMBERS[cell] for cell in self.board]}, and is {shown(now)} afterwards."
            )
        changed = ttt.changed(self.board, "".join(known))
        boards = [LOOK.draw("before", self.board), LOOK.draw("afterwards", "".join(known), changed)]
        old, new = changing or (answer, answer)
        free = self.function == "determine_move" and new in ttt.moves(
            self.board
        )  # then it is no move of the other's
        if changed or old != new or new == answer or free:
            return said(f"{text}.", *boards) if changed else None
        before, after = ([NUMBERS[cell] for cell in held] for held in (self.before, self.board))
        called = self.tries.split("; ")[1]
        self.tries = f"board = {before}; {called}; board[:] = {after}; print({called})"
        text = f"Asked about a list, {before}, that was then changed to {after}, {self.function} returned {shown(new)} "
        kept = "If you keep a board, keep a copy: list(board)."
        return self.say(
            f"{text}both times; for a fresh list with this board {shown(answer)}. {kept}"
        )


@dataclass
class LineCase(MovesCase):
    """Ask determine_move in the course of a game, of which these were the moves: X must not get one that can be won."""

    check = "determine_move: never loses"
    line: Sequence[str] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.cells: list[int] = []  # the answers
        # Chance must not hide a bad move among good ones; there are enough games to ask less where it takes long.
        self.calls = 3 if self.size <= 3 else 2 if self.size <= 5 else 1

    def bad(self, answer: Any) -> bool:
        """Tell whether an answer is no move, or one after which X can win."""
        cell = position_in(answer)
        return (
            cell is None
            or self.board[cell] != "_"
            or positions.worth(ttt.play(self.board, cell, "o"), "x") < 0
        )

    def fault(self, value: Any) -> Parts | None:
        cells = dict.fromkeys(position_in(answer) for answer, _ in self.answers(value))
        self.cells = [cell for cell in cells if cell is not None]
        return super().fault(value)

    def explain_move(self, answer: Any) -> Parts:
        cell = position_in(answer)
        so_far = (
            f"The game so far: {', '.join(self.line)}." if self.line else "O began the game here."
        )
        if cell is None or self.board[cell] != "_":
            return [*super().explain_move(answer), Text(so_far)]
        after = ttt.play(self.board, cell, "o")
        text = f"determine_move returned {either([cell])}. After that X can win: {LOOK.story(after, 'x')}.\n{so_far}"
        return self.beside(text, cell)


def fixed(student: Student, rng: Random, cases: Sequence[Any], values: bool = False) -> Retries:
    """Yield ways to ask with right helpers in place of wrong ones; values: also where alpha_beta_valuation is wrong."""
    asked: dict[str, list[PositionCase]] = {
        "winner": [WinnerCase(board) for board in positions.with_and_without_lines(rng, False)],
        "legal_move_left": [LegalCase(board) for board in positions.with_and_without_moves(rng)],
    }
    names = [name for name, helpers in asked.items() if not all(well_asked(student, name, helpers))]
    if names:
        yield again(with_right(names), cases, lends=names)
    if not values:
        return
    below = [[ValueCase(board, mark, names) for board, mark in case.valued()] for case in cases]
    judged = not draws_late(student)  # then that is what costs a point
    right = iter(
        well_asked(student, VALUATION, [value for valued in below for value in valued], judged)
    )
    known = [min([next(right) for _ in valued]) for valued in below]
    if not all(known):
        more = [*names, VALUATION]
        pairs = zip(cases, known, strict=True)
        yield Retry(
            with_right(more),
            [replace(case, lends=names if right else more) for case, right in pairs],
        )


def well_asked(
    student: Student, name: str, cases: Sequence[PositionCase], judged: bool = True
) -> list[bool]:
    """Return for each case whether this function answers it right and leaves the board as it was."""
    kept = [KeptCase(case.board, case.to_move, case.lends, function=name) for case in cases]
    right = probe(student, [*cases, *kept], judged)
    return [
        bool(answer and same)
        for answer, same in zip(right[: len(cases)], right[len(cases) :], strict=True)
    ]


def draws_late(student: Student) -> bool:
    """Tell whether alpha_beta_valuation takes a full board that somebody has won for a draw, which costs a point."""
    won = filter(ttt.won_lines, positions.without_legal_moves(Random(0)))
    full = [ValueCase(board, mark) for board in won for mark in "xo"]
    if late := all(probe(student, [replace(case, drawn_late=True) for case in full], judged=False)):
        probe(student, full)
    return late


def drawn_late(student: Student, cases: Sequence[Any]) -> Retries:
    """Yield the cases judged as if any full board were a draw, if alpha_beta_valuation takes those for one."""
    if draws_late(student):
        remark = "Right once alpha_beta_valuation no longer takes a full board that somebody has won for a draw."
        yield again(remark, cases, drawn_late=True)


def settle_values(
    student: Student, rng: Random, boards: Sequence[tuple[str, str]], noun: str = "positions"
) -> str:
    """Ask alpha_beta_valuation about positions, each with who is to move."""
    cases = [ValueCase(*at) for at in boards]

    def retries() -> Retries:
        yield from fixed(student, rng, cases)
        if not all(ttt.finished(case.board) for case in cases):
            yield from drawn_late(student, cases)

    return settle(student, cases, noun, retries)


def settle_moves(
    student: Student, rng: Random, cases: Sequence[MovesCase], within: float = math.inf
) -> str:
    """Ask determine_move, if need be with right helpers and values in place of the student's."""
    remark = settle(
        student, cases, "positions", lambda: fixed(student, rng, cases, values=True), within
    )
    blame_missed(student, rng, cases)
    return remark


def blame_missed(student: Student, rng: Random, cases: Sequence[MovesCase]) -> None:
    """Let answers that are no best moves cost the points of the check about those, where another one has seen them.

    Or of a helper, as there: nothing if those cases are right with a right one.
    """
    missed = [MovesCase(case.board, calls=max(case.calls, 2)) for case in cases if case.missed]
    ways = chain([Retry("", missed)], fixed(student, rng, missed, values=True))
    if missed and not any(all(probe(student, way.cases, judged=False)) for way in ways):
        probe(student, missed)


def settle_openings(student: Student, rng: Random) -> str:
    """Ask how often each of many best moves comes, again if in doubt, if determine_move can be spared the search."""
    boards = positions.equally_good("openings", rng)
    if probe(student, [SparedCase(positions.BOARDS["few"][0][0])], judged=False) == [True]:
        often = [
            ChancesCase(board, calls=FEWER_CALLS, spared=True)
            for board in positions.equally_good("all", rng)
        ]
        quick: list[MovesCase] = [*often, *(VariedCase(board, spared=True) for board in boards)]
        right = probe(student, quick, judged=False)
        if all(right) and sum(unevenness(case.counts.values()) for case in often) < DOUBTFUL:
            return ""
        if None not in right:
            return settle_moves(student, rng, [replace(case, calls=MORE_CALLS) for case in quick])
    return settle_moves(student, rng, [VariedCase(board, differ=2) for board in boards])


def settle_pruning(student: Student, rng: Random, boards: Sequence[str]) -> str:
    """Ask determine_move what it searches; who asks winner about nothing may be seen by alpha_beta_valuation."""
    cases = [SearchCase(board) for board in boards]

    def retries() -> Retries:
        yield from fixed(student, rng, cases)
        yield from drawn_late(student, cases)

    try:
        remark = settle(student, cases, "positions", retries)
        if any(case.hidden for case in cases):
            student.close()  # it may remember what it has searched for other checks
            cases = [SearchCase(board, sees=("winner", VALUATION)) for board in boards]
            remark = settle(student, cases, "positions", retries)
    except Lost as lost:
        valued = dict.fromkeys(at for case in cases for at in [*case.valued(), *case.bounding])
        if lost.outcome == "failed" and not all(
            well_asked(student, VALUATION, [ValueCase(*at) for at in valued])
        ):
            raise Lost("failed", [Text(FIX_FIRST), *lost.parts], lost.case) from None
        raise
    blame_missed(student, rng, cases)
    unseen = all(case.hidden for case in cases)
    return remark or (
        "Passed unseen: your search does not ask winner about what it searches." if unseen else ""
    )


def settle_kept(student: Student, rng: Random, asked: Sequence[tuple[str, str, str, str]]) -> str:
    """Ask whether functions leave a board as it was: the board, who is to move, the function, the board before."""
    cases = [
        KeptCase(board, to_move, function=name, before=before)
        for board, to_move, name, before in asked
    ]
    used: list[Sequence[Any]] = [cases]

    def retries() -> Retries:
        for way in fixed(student, rng, cases):
            used.append(way[1])
            yield way

    remark = settle(student, cases, "calls", retries)
    chosen = [case for case in used[-1] if case.function == "determine_move"]
    if (
        len({shown(case.answer) for case in chosen}) < 2
    ):  # who looks at no board leaves it as it was
        settle(student, [MovesCase(case.board, lends=case.lends) for case in chosen], "positions")
    hopeless = [KeptCase(board) for board in positions.hopeless(rng, 4)]
    if False in probe(student, hopeless, judged=False):  # but an exception there is another check's
        settle(student, hopeless, "calls")
    return remark


def settle_games(student: Student, rng: Random, games: dict[str, Sequence[str]]) -> None:
    """Ask determine_move in all games that go on from some boards, each with the moves so far."""
    while games:
        cases = [LineCase(board, line=line) for board, line in games.items()]
        settle(student, cases, "positions that such games come to")
        blame_missed(student, rng, cases)
        games = {}
        for case in cases:
            for cell in case.cells:
                board = ttt.play(case.board, cell, "o")
                for reply in ttt.moves(board):
                    if not ttt.finished(after := ttt.play(board, reply, "x")):
                        games[after] = [*case.line, f"O at {cell + 1}", f"X at {reply + 1}"]
