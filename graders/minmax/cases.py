"""How answers of minmax are judged and explained, and how a check asks where a fault elsewhere would spoil them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.answers import plural, same_number, shown, truth
from graders.kit.grading.checks import Case, Way, again, probe, settle
from graders.kit.grading.drawings import Look, said
from graders.kit.grading.student import Student
from graders.kit.report import Board, Parts, Text
from graders.minmax import positions

SCALE: dict[int, float] = {1: 1, 0: 0, -1: -1}
FEW = 4  # lines, each for one side: two that were forgotten
ON_RIGHT_TREES = "Passed on right trees: buildTree's are not."
Asking = tuple[str, Sequence[positions.At], bool, dict[int, float]]  # remark, nodes, whether trees are given, scale
Away = Callable[[str], list[positions.At]]  # the nodes of a board's tree to ask about in place of others
LOOK = Look()


@dataclass
class At(Case):
    """A node of the tree of a board: the root, or the one that path (the boards on the way) leads to."""

    steady = True
    board: str
    path: Sequence[str] = ()
    given: bool = False  # whether the tree is built by the driver, not by buildTree
    line_end: str = ""

    def __post_init__(self) -> None:
        self.here = self.path[-1] if self.path else self.board
        self.to_move = "x" if len(self.path) % 2 == 0 else "o"
        self.size = self.here.count("_")

    @property
    def place(self) -> list[Any]:
        """What the driver needs to find the node."""
        tree = nodes(self.board) if self.given else None
        return [self.board, list(self.path), tree, self.line_end]

    def show(self) -> Parts:
        return self.say("")[1:]

    def say(self, text: str, *boards: Board) -> Parts:
        """Say what is wrong, and set boards beside the position; say also what can't be seen on it."""
        rows = [Text(f"Each row has a fourth cell here, {self.line_end!r}.")] if self.line_end else []
        return [*said(text, LOOK.position(self.here, self.to_move), *boards), *rows]


def nodes(board: str) -> list[list[Any]]:
    """Return the tree below a board as [board, depth, number of the parent], each parent before its children."""
    found: list[list[Any]] = [[board, 0, -1]]
    for number, (here, depth, _) in enumerate(found):
        found += [[after, depth + 1, number] for after in ttt.successors(here, "xo"[depth % 2])]
    return found


class TreeCase(At):
    """Ask for the whole tree below a board: each node as [cells, deepID, whether parent is right, children]."""

    asks = "tree board limit"

    @property
    def limit(self) -> int:
        return 2 * ttt.tree_size(self.board, "x")

    def fault(self, value: Any) -> Parts | None:
        return self.fault_at(value, self.board, 0)

    def fault_at(self, node: Any, board: str, depth: int) -> Parts | None:
        """Return what is wrong with a node or below it, the topmost fault first; None if all is right."""
        mark = "x" if depth % 2 == 0 else "o"

        def say(text: str, **boards: str) -> Parts:
            others = (LOOK.draw(title, b, ttt.changed(board, b)) for title, b in boards.items())
            return said(text, LOOK.position(board, mark), *others)

        match node:
            case [str(cells), deep_id, parent_is_right, list(children)] if len(cells) == 9:
                pass
            case _:
                return say("This node is not one of a tree.")
        if cells != board:
            return say("buildTree changed the board of a node; copy a board before you make a move on it.", now=cells)
        if not same_number(deep_id, depth):
            return say(f"deepID is {shown(deep_id)} here, {plural(depth, 'move')} below the root. It must be {depth}.")
        if parent_is_right is not True:
            return say("The parent of this node is not the node it was reached from.")
        wanted = ttt.successors(board, mark)
        if not wanted and children:
            return say(f"The game is over: {LOOK.ended(board)}. So it has no children; yours has {len(children)}.")
        by_cells: dict[str, Any] = {}
        for child in children:
            match child:
                case [str(after), *_] if after in by_cells:
                    return say("This node has the same child twice.", child=after)
                case [str(after), *_] if after in wanted:
                    by_cells[after] = child
                case [str(after), *_] if len(after) == 9:
                    return say(f"A child is no move of {mark}. At even deepID x moves, at odd deepID o.", child=after)
                case _:
                    return say("A child is not a node of a tree.")
        if missing := [successor for successor in wanted if successor not in by_cells]:
            cell = ttt.changed(board, missing[0])[0]
            moves = f"{mark} has {plural(len(wanted), 'move')}: {mark} at {cell + 1} is missing."
            return say(f"The node has {plural(len(children), 'child', 'children')}, but {moves}")
        faults = (self.fault_at(by_cells[successor], successor, depth + 1) for successor in wanted)
        return next((fault for fault in faults if fault is not None), None)


class TerminalCase(At):
    """Ask isTerminal."""

    asks = "isTerminal place"

    def fault(self, value: Any) -> Parts | None:
        over = ttt.finished(self.here)
        flag, yours = truth(value)
        if flag == over:
            return None
        why = f"the game is over: {LOOK.ended(self.here)}" if over else "nobody has won, and there is an empty cell"
        return self.say(f"isTerminal must be {over} here, yours is {yours}: {why}.")


@dataclass
class NumberCase(At):
    """Ask one of the methods that return a number; if searched, after minmax has answered for the root.

    scale: what stands for the values 1, 0 and -1
    """

    asks = "number method place searched"
    method: str = "get_value"
    searched: bool = False
    scale: Mapping[int, float] = field(default_factory=lambda: SCALE)

    def fault(self, value: Any) -> Parts | None:
        wanted = ttt.value(self.here, self.to_move)
        if same_number(value, self.scale[wanted]):
            return None
        why = LOOK.meaning(self.here, self.to_move)
        return self.say(f"{self.method} must be {wanted} here, yours is {shown(value)}: {why}.")


class SaidCase(NumberCase):
    """Ask get_value for whatever number it returns. said: that number; None for anything else"""

    said: float | None = None

    def fault(self, value: Any) -> None:
        self.said = value if isinstance(value, (int, float)) else None


@dataclass
class BestMoves(At):
    """Ask minmax for all best moves. Elsewhere than in the check about that, one that is listed twice is no fault."""

    asks = "minmax place"
    once: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.wins = ttt.winning_moves(self.here)

    def fault(self, value: Any) -> Parts | None:
        """Return one fault, the plainest first: no board, no move, no best move, one listed twice, one missing."""
        if not isinstance(value, list) or not all(isinstance(board, str) and len(board) == 9 for board in value):
            return self.say(f"minmax must return a list of boards; yours returned {shown(value)}.")
        boards = value[:100] if self.once else list(dict.fromkeys(value))
        moves = {after: ttt.changed(self.here, after) for after in ttt.successors(self.here, "x")}
        names = [self.name(board) for board in boards]
        for board in boards:
            if board not in moves:
                reason = "One of the boards is not the position after one move of x."
                if ttt.finished(self.here):
                    reason = f"The game is over: {LOOK.ended(self.here)}."
                return self.compare(names, reason, LOOK.draw("your answer", board, ttt.changed(self.here, board)))
        for board in boards:
            if moves[board][0] not in self.wins:
                drawing = LOOK.draw("your answer", board, moves[board])
                return self.compare(names, refutation(self.here, moves[board][0]), drawing)
        for board in boards if self.once else ():
            if boards.count(board) > 1:
                return self.compare(names, "List each best move once.", LOOK.draw("given twice", board, moves[board]))
        for board, (cell,) in moves.items():
            if cell in self.wins and board not in boards:
                reason = sentence(LOOK.story(self.here, "x", cell))
                return self.compare(names, reason, LOOK.draw("is missing", board, [cell]))
        return None

    def name(self, board: str) -> str:
        """Return which move leads to a board."""
        cells = ttt.changed(self.here, board)
        is_move = len(cells) == 1 and self.here[cells[0]] == "_" and board[cells[0]] == "x"
        return f"x at {cells[0] + 1}" if is_move else "no move of x"

    def compare(self, given: list[str], reason: str, beside: Board) -> Parts:
        """Set the student's answer beside the right one."""
        wanted = ", ".join(f"x at {cell + 1}" for cell in self.wins) or "[], no board"
        if len(given) > 9:
            given = [*given[:3], f"... {len(given)} boards in all"]
        return self.say(f"Expected: {wanted}. Yours: {', '.join(given) or '[], no board'}.\n{reason}", beside)


def sentence(text: str) -> str:
    """Return a text with a full stop, and a capital letter unless it begins with a mark."""
    return (text if text.startswith(("x ", "o ")) else text[0].upper() + text[1:]) + "."


def refutation(board: str, cell: int) -> str:
    """Say which reply of o keeps a move of x from winning."""
    after = ttt.play(board, cell, "x")
    if ttt.finished(after):
        return f"x at {cell + 1} fills the board and wins nothing."
    reply = ttt.line_of_play(after, "o")[0][0]
    position = ttt.play(after, reply, "o")
    if ttt.winner(position) == "o":
        return f"After x at {cell + 1}, o wins at {reply + 1}."
    result = "o wins" if ttt.value(position, "x") == -1 else "x can no longer win"
    return f"After x at {cell + 1}, o answers at {reply + 1}, and {result}."


def judged(student: Student, rng: Random) -> tuple[list[tuple[positions.Line, str]], dict[int, float]]:
    """Return which lines isTerminal or get_value misses, and for which side; and what get_value says for 1, 0, -1."""
    ends = positions.ends(rng)
    lines = [(line, mark) for mark in "xo" for line in positions.KIND_OF]  # the first of the ends, in this order
    over = probe(student, [TerminalCase(*at, given=True) for at in ends])
    said = [SaidCase(*at, given=True) for at in ends]
    probe(student, said)
    values = [case.said for case in said]
    won, lost, drawn = (Counter(part).most_common(1)[0][0] for part in (values[:8], values[8:16], values[16:]))
    missed = [line for n, line in enumerate(lines) if not over[n] or values[n] != (won if line[1] == "x" else lost)]
    if won is None or lost is None or drawn is None or not lost < drawn < won:
        return missed, SCALE
    return missed, {1: won, 0: drawn, -1: lost}


def instead(student: Student, rng: Random, ats: Sequence[positions.At], away: Away) -> Iterator[Asking]:
    """Yield further ways to ask: away from lines that are misjudged, in the student's own numbers, on right trees."""
    missed, scale = judged(student, rng)
    reasons = []
    if len(missed) > FEW:
        yield ON_RIGHT_TREES, ats, True, SCALE
        return
    if missed:
        ats = [at for board in positions.away_from(missed, rng) for at in away(board)]
        ats = rng.sample(ats, min(len(ats), positions.AWAY))
        named = " and ".join(sorted({"-".join(str(cell + 1) for cell in line) for line, _ in missed}))
        reasons.append(f"where {named} can't be completed: isTerminal or get_value gets that wrong")
        if len(ats) < positions.AWAY:
            return
    if scale != SCALE:
        reasons.append("in the numbers that get_value gives")
    if reasons:
        yield f"Passed {', and '.join(reasons)}.", ats, False, scale
    reasons.append("on right trees: buildTree's are not")
    yield f"Passed {', and '.join(reasons)}.", ats, True, scale


def settle_trees(student: Student, rng: Random, boards: Sequence[str]) -> str:
    """Ask for whole trees."""

    def others() -> Iterator[Way]:
        for remark, chosen, given, _ in instead(student, rng, [], lambda board: [(board, ())]):
            if chosen and not given:
                yield remark, [TreeCase(*at) for at in chosen]

    return settle(student, [TreeCase(board) for board in boards], "trees", others)


def settle_moves(
    student: Student, rng: Random, ats: Sequence[positions.At], away: Callable[[str], bool], **how: Any
) -> str:
    """Ask minmax for the best moves; away: which boards to ask about where lines must be avoided."""

    def others() -> Iterator[Way]:
        if "line_end" in how and (fine := right_on(student, [BestMoves(*at) for at in ats])):
            yield again("Passed where minmax is right without '\\r'.", fine, **how)
        for remark, chosen, given, _ in instead(student, rng, ats, lambda board: [(board, ())] * away(board)):
            yield remark, [BestMoves(*at, given=given, **how) for at in chosen]

    return settle(student, [BestMoves(*at, **how) for at in ats], "positions", others)


def right_on(student: Student, cases: Sequence[BestMoves]) -> list[BestMoves]:
    """Return the cases that are answered right; none if that is not most of those that x wins."""
    fine = [case for case, right in zip(cases, probe(student, cases), strict=True) if right]
    return fine if 2 * sum(bool(case.wins) for case in fine) > sum(bool(case.wins) for case in cases) else []


def settle_numbers(student: Student, rng: Random, method: str, ats: Sequence[positions.At], away: Away) -> str:
    """Ask max_value or min_value, also after minmax: values may be computed there."""
    fresh = [NumberCase(*at, method=method) for at in ats]

    def others() -> Iterator[Way]:
        yield again("", fresh, searched=True)
        for remark, chosen, given, scale in instead(student, rng, ats, away):
            cases = [NumberCase(*at, given=given, method=method, scale=scale) for at in chosen]
            yield remark, cases
            yield again(remark, cases, searched=True)

    return settle(student, fresh, "positions", others)
