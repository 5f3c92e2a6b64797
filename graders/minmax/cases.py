"""How answers of minmax are judged and explained, and how a check asks where a fault elsewhere would spoil them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.answers import plural, same_number, shown, truth
from graders.kit.grading.checks import Case, Retries, Retry, again, probe, settle
from graders.kit.grading.drawings import Look, said
from graders.kit.grading.student import Student
from graders.kit.report import Board, Parts, Text
from graders.minmax import positions
from graders.minmax.positions import Node

Scale = Mapping[int, float]  # what stands for the values 1, 0 and -1
SCALE: Scale = {1: 1, 0: 0, -1: -1}
FORGOTTEN_LINES = 4  # at most, each for one side: two that were forgotten
ON_RIGHT_TREES = "Passed on right trees: buildTree's are not."
Wanted = Callable[[str], object]
Make = Callable[[Sequence[Node], bool, Scale], Sequence[Case]]  # takes nodes, whether trees are given, the scale
LOOK = Look()


@dataclass
class NodeCase(Case):
    """A node of the tree of a board: the root, or the one that path (the boards on the way) leads to."""

    deterministic = True
    board: str
    path: Sequence[str] = ()
    given: bool = False  # whether the tree is built by the driver, not by buildTree
    line_end: str = ""
    scale: Scale = field(default_factory=lambda: SCALE)

    def __post_init__(self) -> None:
        self.here = self.path[-1] if self.path else self.board
        self.to_move, self.size = "xo"[len(self.path) % 2], self.here.count("_")

    @property
    def place(self) -> list[Any]:
        """What the driver needs to find the node; nodes that are given as [board, depth, number of the parent]."""
        nodes: list[list[Any]] = [[self.board, 0, -1]] if self.given else []
        for number, (here, depth, _) in enumerate(nodes):
            nodes += [[after, depth + 1, number] for after in ttt.successors(here, "xo"[depth % 2])]
        return [self.board, list(self.path), nodes, self.line_end]

    def show(self) -> Parts:
        return self.say("")[1:]

    def say(self, text: str, *boards: Board) -> Parts:
        """Say what is wrong, and set boards beside the position; say also what can't be seen on it."""
        rows = [Text(f"Each row has a fourth cell here, {self.line_end!r}.")] if self.line_end else []
        return [*said(text, LOOK.position(self.here, self.to_move), *boards), *rows]


class TreeCase(NodeCase):
    """Ask for the whole tree below a board: each node as [cells, deepID, whether parent is right, children]."""

    def question(self) -> tuple[str, list[Any]]:
        return "tree", [self.board, 2 * ttt.tree_size(self.board, "x")]

    def fault(self, value: Any, board: str = "", depth: int = 0) -> Parts | None:
        """Return what is wrong with a node, by default the root, or below it, the topmost fault first."""
        board, mark = board or self.board, "xo"[depth % 2]

        def say(text: str, **boards: str) -> Parts:
            others = (LOOK.draw(title, b, ttt.changed(board, b)) for title, b in boards.items())
            return said(text, LOOK.position(board, mark), *others)

        match value:
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
        if missing := [after for after in wanted if after not in by_cells]:
            moves = f"{mark} has {plural(len(wanted), 'move')}: {LOOK.move(board, missing[0])} is missing."
            return say(f"The node has {plural(len(children), 'child', 'children')}, but {moves}")
        faults = (self.fault(by_cells[after], after, depth + 1) for after in wanted)
        return next((fault for fault in faults if fault is not None), None)


class TerminalCase(NodeCase):
    asks = "isTerminal place"

    def fault(self, value: Any) -> Parts | None:
        over, (flag, yours) = ttt.finished(self.here), truth(value)
        why = f"the game is over: {LOOK.ended(self.here)}" if over else "nobody has won, and there is an empty cell"
        return None if flag == over else self.say(f"isTerminal must be {over} here, yours is {yours}: {why}.")


@dataclass
class NumberCase(NodeCase):
    asks = "number method place searched"
    method: str = "get_value"
    searched: bool = False  # whether minmax has answered for the root before
    said: float | None = field(default=None, init=False)  # the answer, if it is a number

    def fault(self, value: Any) -> Parts | None:
        self.said = value if isinstance(value, (int, float)) else None
        wanted = ttt.value(self.here, self.to_move)
        if same_number(value, self.scale[wanted]):
            return None
        why = LOOK.meaning(self.here, self.to_move)
        return self.say(f"{self.method} must be {wanted} here, yours is {shown(value)}: {why}.")


@dataclass
class BestMoves(NodeCase):
    """Ask minmax for all best moves. Elsewhere than in the check about that, one that is listed twice is no fault."""

    asks = "minmax place"
    once: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.wins = ttt.winning_moves(self.here)

    def fault(self, value: Any) -> Parts | None:
        if not isinstance(value, list) or not all(isinstance(board, str) and len(board) == 9 for board in value):
            return self.say(f"minmax must return a list of boards; yours returned {shown(value)}.")
        boards = value[:100] if self.once else list(dict.fromkeys(value))
        if (fault := next(self.faults(boards), None)) is None:
            return None
        reason, title, beside = fault
        wanted = ", ".join(f"x at {cell + 1}" for cell in self.wins) or "[], no board"
        given = [self.name(board) for board in boards]
        if len(given) > 9:
            given = [*given[:3], f"... {len(given)} boards in all"]
        text = f"Expected: {wanted}. Yours: {', '.join(given) or '[], no board'}.\n{reason}"
        return self.say(text, LOOK.draw(title, beside, ttt.changed(self.here, beside)))

    def faults(self, boards: list[str]) -> Iterator[tuple[str, str, str]]:
        """Yield faults, each with a board and its title: no move, no best move, one listed twice, one missing."""
        moves = {ttt.play(self.here, cell, "x"): cell for cell in ttt.moves(self.here)}
        for board in boards:
            if board not in moves:
                over = f"The game is over: {LOOK.ended(self.here)}." if ttt.finished(self.here) else ""
                yield over or "One of the boards is not the position after one move of x.", "your answer", board
        for board in boards:
            if moves[board] not in self.wins:
                yield refutation(self.here, moves[board]), "your answer", board
        for board in boards if self.once else ():
            if boards.count(board) > 1:
                yield "List each best move once.", "given twice", board
        for board, cell in moves.items():
            if cell in self.wins and board not in boards:
                yield f"{LOOK.story(self.here, 'x', cell).replace('after', 'After', 1)}.", "is missing", board

    def name(self, board: str) -> str:
        cells = ttt.changed(self.here, board)
        is_move = len(cells) == 1 and self.here[cells[0]] == "_" and board[cells[0]] == "x"
        return f"x at {cells[0] + 1}" if is_move else "no move of x"


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


def judged(student: Student, rng: Random) -> tuple[list[tuple[positions.Line, str]], Scale]:
    """Return which lines isTerminal or get_value misses, and for which side; and what get_value says for 1, 0, -1."""
    ends = positions.ends(rng)
    lines = [(line, mark) for mark in "xo" for line in positions.KIND_OF]  # the first of the ends, in this order
    over = probe(student, [TerminalCase(*end, given=True) for end in ends])
    cases = [NumberCase(*end, given=True) for end in ends]
    probe(student, cases)
    values = [case.said for case in cases]
    won, lost, drawn = (Counter(part).most_common(1)[0][0] for part in (values[:8], values[8:16], values[16:]))
    missed = [line for n, line in enumerate(lines) if not over[n] or values[n] != (won if line[1] == "x" else lost)]
    if won is None or lost is None or drawn is None or not lost < drawn < won:
        return missed, SCALE
    return missed, {1: won, 0: drawn, -1: lost}


def instead(student: Student, rng: Random, nodes: list[Node], wanted: Wanted, plies: int, make: Make) -> Retries:
    """Yield further ways to ask: away from lines that are misjudged, in the student's own numbers, on right trees."""
    missed, scale = judged(student, rng)
    if len(missed) > FORGOTTEN_LINES:
        yield Retry(ON_RIGHT_TREES, make(nodes, True, SCALE))
        return
    reasons = []
    if missed:
        boards = filter(wanted, positions.away_from(missed, rng))
        nodes = [node for board in boards for node in positions.below(board, plies)]
        if len(nodes) < positions.AWAY:
            return
        nodes = rng.sample(nodes, positions.AWAY)
        lines = " and ".join(sorted({"-".join(str(cell + 1) for cell in line) for line, _ in missed}))
        reasons.append(f"where {lines} can't be completed: isTerminal or get_value gets that wrong")
    if scale != SCALE:
        reasons.append("in the numbers that get_value gives")
    if reasons:
        yield Retry(f"Passed {', and '.join(reasons)}.", make(nodes, False, scale))
    reasons.append("on right trees: buildTree's are not")
    yield Retry(f"Passed {', and '.join(reasons)}.", make(nodes, True, scale))


def settle_nodes(
    student: Student, rng: Random, kind: type[NodeCase], nodes: list[Node], wanted: Wanted, plies: int = 0, **how: Any
) -> str:
    """Ask about nodes; where lines must be avoided, about those that many plies below the boards that are wanted."""
    trees = kind is TreeCase  # whether buildTree itself is the subject, which needs nothing but lines that are judged

    def make(nodes: Sequence[Node], given: bool = False, scale: Scale = SCALE) -> list[NodeCase]:
        return [] if given and trees else [kind(*node, given=given, scale=scale, **how) for node in nodes]

    def retries() -> Retries:
        if "line_end" in how:
            plain = [BestMoves(*node) for node in nodes]
            fine = [case for case, right in zip(plain, probe(student, plain), strict=True) if right]
            if 2 * sum(bool(case.wins) for case in fine) > sum(bool(case.wins) for case in plain):
                yield again("Passed where minmax is right without '\\r'.", fine, **how)
        numbers = kind is NumberCase  # a search may compute its values in minmax
        if numbers:
            yield again("", cases, allowed=True, searched=True)
        for way in instead(student, rng, [] if trees else nodes, wanted, plies, make):
            yield way
            if numbers:
                yield again(way.remark, way.cases, searched=True)

    cases = make(nodes)
    return settle(student, cases, "trees" if trees else "positions", retries)
