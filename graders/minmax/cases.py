"""How answers of minmax are judged and explained, and how a check asks where a fault elsewhere would spoil them."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import perm
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case, Retries, Retry, again, probe, settle
from graders.kit.grading.student import Student
from graders.kit.grading.words import plural, shown
from graders.kit.report import Board, Parts, Text
from graders.kit.roomkit.answers import same_number, truth
from graders.kit.roomkit.drawings import Look, said
from graders.minmax import positions
from graders.minmax.positions import Node

Wanted = Callable[[str], object]  # tells whether a board is one of those that are wanted

Scale = Mapping[int, float]  # what stands for the values 1, 0 and -1
SCALE: Scale = {1: 1, 0: 0, -1: -1}
NEEDS = ("isTerminal", "get_value", "max_value", "min_value")  # each may depend on those before it
AWAY = 24  # nodes that are asked about where a method is right
SEARCHED = 60  # boards that are looked at to find them
# Nodes, after which who builds depth first has ended a game, and who builds level by level is at ply 3 or 4.
BEGUN = 200
TOO_LARGE = 7  # empty cells: a tree that is not asked about again to find out why
MOST = 40  # boards among those where a check goes wrong that are looked at to find out why
IN_TURN = Text("One MinMax was asked about all nodes in turn, after another tree was built.")
LOOK = Look()


@dataclass
class NodeCase(Case):
    """A node of the tree of a board: the root, or the one that path (the boards on the way) leads to.

    given: whether the driver builds, not buildTree, what lies on the path and below it
    """

    deterministic = True
    board: str
    path: Sequence[str] = ()
    given: bool = False
    line_end: str = ""
    scale: Scale = field(default_factory=lambda: SCALE)
    lends: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.here = self.path[-1] if self.path else self.board
        self.to_move, self.size = "xo"[len(self.path) % 2], self.here.count("_")

    @property
    def place(self) -> list[Any]:
        """What the driver needs to find the node; nodes that are given as [board, depth, number of the parent]."""
        nodes: list[list[Any]] = [[self.board, 0, -1]] if self.given else []
        for number, (here, depth, _) in enumerate(nodes):
            after = list(self.path[depth : depth + 1]) or ttt.successors(here, "xo"[depth % 2])
            nodes += [[board, depth + 1, number] for board in after]
        return [self.board, list(self.path), nodes, self.line_end, self.lends]

    def lend(self, name: str, argument: str) -> Any:
        if not re.fullmatch("[xo_]{9}", argument):
            return None
        if name == "isTerminal":
            return ttt.finished(argument)
        if name == "get_value":
            return {"x": 1, "o": -1}.get(ttt.winner(argument), 0)
        return (
            None
            if ttt.finished(argument)
            else ttt.value(argument, "x" if name == "max_value" else "o")
        )

    def trial(self, of_root: str, of_node: str = "") -> str:
        """Return Python that shows an answer about the root, or a child of it; "" if that takes too long to write."""
        if self.given or self.lends or len(self.path) > 1 or vars(self).get("searched"):
            return ""
        board, here = (" ".join(b[i : i + 3] for i in (0, 3, 6)) for b in (self.board, self.here))
        made = f"root = GameNode(b('{board}'), 0, 0, None, []); tree = GameTree(root); tree.buildTree(root)"
        child = f"print(*[{of_node.format('n')} for n in root.children if [*map(list, n.map)] == b('{here}')])"
        row = f"[*r, {self.line_end!r}]" if self.line_end else "[*r]"
        print_it = child if self.path else f"print({of_root or of_node.format('root')})"
        return f"b = lambda s: [{row} for r in s.split()]; {made}; {print_it}"

    def show(self) -> Parts:
        return self.say("")[1:]

    def say(self, text: str, *boards: Board) -> Parts:
        """Say what is wrong, and set boards beside the position; say also what can't be seen on it."""
        rows = (
            [Text(f"Each row has a fourth cell here, {self.line_end!r}.")] if self.line_end else []
        )
        deep = (
            [Text(f"This node is {len(self.path)} moves below the root.")]
            if len(self.path) > 3
            else []
        )
        return [*said(text, LOOK.position(self.here, self.to_move), *boards), *rows, *deep]


class TreeCase(NodeCase):
    """Ask for the whole tree below a board: each node as [cells, deepID, whether parent is right, children]."""

    check = "buildTree"
    depth = 0  # of the fault that was found, -1 for the deepID of the root

    def question(self) -> tuple[str, list[Any]]:
        free = self.board.count("_") + 3 * bool(self.line_end)
        return "tree", [
            self.board,
            self.line_end,
            sum(perm(free, moves) for moves in range(free + 1)),
        ]

    @property
    def try_it(self) -> str:  # type: ignore[override]
        children = "[(n.map, n.deepID, n.parent is root) for n in root.children]"
        return self.trial(children if self.depth >= 0 else "root.deepID") if self.depth < 2 else ""

    def fault(self, value: Any, board: str = "", depth: int = 0) -> Parts | None:
        """Return what is wrong with a node, by default the root, or below it, the topmost fault first."""
        board, mark, self.depth = board or self.board, "xo"[depth % 2], depth

        def say(text: str, **boards: str) -> Parts:
            others = (LOOK.draw(title, b, ttt.changed(board, b)) for title, b in boards.items())
            rows = (
                [Text(f"Each row has a fourth cell here, {self.line_end!r}.")]
                if self.line_end
                else []
            )
            return [*said(text, LOOK.position(board, mark), *others), *rows]

        match value:
            case [str(cells), deep_id, parent_is_right, list(children)] if len(cells) == 9:
                pass
            case _:
                return say("This node is not one of a tree.")
        if cells != board:
            return say(
                "buildTree changed the board of a node; copy a board before you make a move on it.",
                now=cells,
            )
        if not same_number(deep_id, depth):
            self.depth = depth or -1
            return say(
                f"deepID is {shown(deep_id)} here, {plural(depth, 'move')} below the root. It must be {depth}."
            )
        if parent_is_right is not True:
            return say("The parent of this node is not the node it was reached from.")
        wanted = ttt.successors(board, mark)
        if not wanted and children:
            return say(
                f"The game is over: {LOOK.ended(board)}. So it has no children; yours has {len(children)}."
            )
        by_cells: dict[str, Any] = {}
        for child in children:
            match child:
                case [str(after), *_] if after in by_cells:
                    return say("This node has the same child twice.", child=after)
                case [str(after), *_] if after in wanted:
                    by_cells[after] = child
                case [str(after), *_] if len(after) == 9:
                    return say(
                        f"A child is no move of {mark}. At even deepID x moves, at odd deepID o.",
                        child=after,
                    )
                case _:
                    return say("A child is not a node of a tree.")
        if missing := [after for after in wanted if after not in by_cells]:
            moves = f"{mark} has {plural(len(wanted), 'move')}: {LOOK.move(board, missing[0])} is missing."
            return say(f"The node has {plural(len(children), 'child', 'children')}, but {moves}")
        faults = (self.fault(by_cells[after], after, depth + 1) for after in wanted)
        return next((fault for fault in faults if fault is not None), None)


@dataclass
class BegunCase(NodeCase):
    """Ask for the first nodes of the tree of a board, or for all of a smaller one if they come level by level."""

    check = "buildTree"
    smaller: str = "_" * 9

    def question(self) -> tuple[str, list[Any]]:
        return "begun", [self.board, BEGUN, self.smaller]

    def fault(self, value: Any) -> Parts | None:
        match value:
            case [[str(root), int()], *_] if root in (self.board, self.smaller):
                nodes = [
                    (here, children) for here, children in value if re.fullmatch("[xo_]{9}", here)
                ]
            case _:
                return None  # smaller trees show why
        last, plies = nodes[-1][0], root.count("_")
        for here, children in nodes:
            mark = "xo"[(plies - here.count("_")) % 2]
            on_the_way = all(
                cell in ("_", now) for cell, now in zip(here, last, strict=True)
            )  # it may grow yet
            if 0 < children < len(ttt.moves(here)) and not on_the_way:
                has, moves = plural(children, "child", "children"), plural(here.count("_"), "move")
                return said(
                    f"The node has {has}, but {mark} has {moves}.", LOOK.position(here, mark)
                )
        deepest = plies - min(here.count("_") for here, _ in nodes)
        if deepest == plies:
            return None
        text = f"The tree ends {plural(deepest, 'move')} below the root, but some games from here last {plies} moves."
        return said(text, LOOK.position(root, "x"))


class TerminalCase(NodeCase):
    check = "isTerminal"
    asks = "number check place searched"
    searched = False

    @property
    def try_it(self) -> str:  # type: ignore[override]
        return self.trial("", "MinMax(tree).isTerminal({})")

    def fault(self, value: Any) -> Parts | None:
        over, (flag, yours) = ttt.finished(self.here), truth(value)
        why = (
            f"the game is over: {LOOK.ended(self.here)}"
            if over
            else "nobody has won, and there is an empty cell"
        )
        return (
            None
            if flag == over
            else self.say(f"isTerminal must be {over} here, yours is {yours}: {why}.")
        )


@dataclass
class NumberCase(NodeCase):
    asks = "number method place searched"
    method: str = "get_value"
    searched: bool = False  # whether minmax has answered for the root before
    said: float | None = field(default=None, init=False)  # the answer, if it is a number
    is_object = False

    @property
    def check(self) -> str:  # type: ignore[override]
        return self.method

    @property
    def try_it(self) -> str:  # type: ignore[override]
        return "" if self.is_object else self.trial("", f"MinMax(tree).{self.method}({{}})")

    def fault(self, value: Any) -> Parts | None:
        self.said = value if isinstance(value, (int, float)) else None
        self.is_object = isinstance(value, dict)  # which Python would show by an address
        wanted = ttt.value(self.here, self.to_move)
        if same_number(value, self.scale[wanted]):
            return None
        why = LOOK.meaning(self.here, self.to_move) + ", twice" * (
            len(ttt.won_lines(self.here)) == 2
        )
        return self.say(f"{self.method} must be {wanted} here, yours is {shown(value)}: {why}.")


@dataclass
class Below(NumberCase):
    """Ask a method about every node below a board, that one included, for which it is meant."""

    asks = "below method place searched most"
    method: str = "isTerminal"
    ends: bool = True  # whether minmax is judged by get_value, too
    try_it = ""

    @property
    def check(self) -> str:  # type: ignore[override]
        return "" if self.method == "minmax" else self.method  # of which several checks ask

    @property
    def most(self) -> int:
        """Return how many nodes are looked at: as many as there were if no game ended early, and one more."""
        empty = self.board.count("_")
        return 1 + sum(perm(empty, plies) for plies in range(empty + 1))

    def fault(self, value: Any) -> Parts | None:
        found = (
            [node for answer in value for node in self.wrong(answer)]
            if isinstance(value, list)
            else []
        )
        if found:
            node, answer = min(found, key=lambda pair: pair[0].size)
            fault, self.size, self.try_it = node.fault(answer) or [], node.size, node.try_it
            if self.method != "minmax":
                return fault
            self.size, self.try_it = (
                9 + node.size,
                "",
            )  # what goes wrong in a smaller question shows it better
            return [*fault, IN_TURN]
        ends, own, others = positions.tally(self.board, "x").values()
        numbers = {
            "get_value": ends,
            "max_value": own,
            "min_value": others,
            "minmax": 2 * (ends + 2 * own + others),
        }
        if not isinstance(value, list) or len(value) != numbers.get(
            self.method, ends + own + others
        ):
            question = f"does buildTree build it right, and does {self.method} leave it as it is?"
            return self.say(f"The tree below has more nodes than it should, or fewer: {question}")
        return None

    def show(self) -> Parts:
        return [*super().show(), *[IN_TURN][: self.method == "minmax"]]

    def wrong(self, answer: Any) -> Iterator[tuple[NodeCase, Any]]:
        """Yield the node of a wrong answer with the answer itself; a node that should not be there is not judged."""
        match answer:
            case [str(here), int(depth), value] if (
                re.fullmatch("[xo_]{9}", here) and 0 <= depth <= 9
            ):
                path = ("",) * (depth - 1) + (here,) if depth else ()
                own = "get_value" if ttt.finished(here) else ("max_value", "min_value")[depth % 2]
                case: NodeCase = NumberCase(self.board, path, method=own, scale=self.scale)
                if self.method == "isTerminal":
                    case = TerminalCase(self.board, path)
                elif self.method == "minmax" and isinstance(value, list):
                    case = BestMoves(self.board, path)
                elif (
                    self.method not in ("minmax", own)
                    or len({here[line[0]] for line in ttt.won_lines(here)}) == 2
                ):
                    return
                if (self.ends or own != "get_value" or isinstance(value, list)) and case.fault(
                    value
                ):
                    yield case, value


@dataclass
class BestMoves(NodeCase):
    """Ask minmax for all best moves. Elsewhere than in the check about that, one that is listed twice is no fault."""

    asks = "minmax place"
    once: bool = False
    faulty = False  # whether it has been answered, by boards that are wrong

    def __post_init__(self) -> None:
        super().__post_init__()
        self.wins = ttt.winning_moves(self.here)

    @property
    def check(self) -> str:  # type: ignore[override]
        started = "winning moves" if self.wins else "nothing to win"
        return f"minmax: {'either side started' if self.here.count('x') < self.here.count('o') else started}"

    @property
    def try_it(self) -> str:  # type: ignore[override]
        return (
            ""
            if self.path or not self.faulty
            else self.trial("root.map, MinMax(tree).minmax(root)")
        )

    def fault(self, value: Any) -> Parts | None:
        if not isinstance(value, list) or not all(
            isinstance(board, str) and len(board) == 9 for board in value
        ):
            return self.say(f"minmax must return a list of boards; yours returned {shown(value)}.")
        boards = value[:100] if self.once else list(dict.fromkeys(value))
        if (fault := next(self.faults(boards), None)) is None:
            return None
        self.faulty = True
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
                over = (
                    f"The game is over: {LOOK.ended(self.here)}." if ttt.finished(self.here) else ""
                )
                none = (
                    "itself, without a move of x"
                    if board == self.here
                    else "after more, or other, than one move of x"
                )
                yield over or f"One of the boards is the position {none}.", "your answer", board
        for board in boards:
            if moves[board] not in self.wins:
                yield refutation(self.here, moves[board]), "your answer", board
        for board in boards if self.once else ():
            if boards.count(board) > 1:
                yield "List each best move once.", "given twice", board
        for board, cell in moves.items():
            if cell in self.wins and board not in boards:
                yield (
                    f"{LOOK.story(self.here, 'x', cell).replace('after', 'After', 1)}.",
                    "is missing",
                    board,
                )

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


def misjudged(
    student: Student, method: str, boards: Sequence[str], lends: Sequence[str] = ()
) -> list[str]:
    """Return below which boards a method goes wrong in every way that its own check allows, which is then its fault."""
    for given, searched in product((False, True), repeat=2):
        how = {"method": method, "searched": searched, "given": given, "lends": lends}
        last = given and searched
        answers = probe(student, [Below(board, **how) for board in boards], judged=last)  # type: ignore[arg-type]
        boards = [board for board, right in zip(boards, answers, strict=True) if not right]
    return [*boards]


def own_numbers(student: Student, rng: Random) -> Scale:
    """Return what get_value says for 1, 0, -1, if it says three numbers in this order."""
    cases = [NumberCase(*end) for end in positions.ends(rng)]
    probe(student, cases, judged=False)
    said = {
        value: [case.said for case in cases if ttt.value(case.here, "x") == value]
        for value in SCALE
    }
    won, drawn, lost = (Counter(said[value]).most_common(1)[0][0] for value in (1, 0, -1))
    if won is None or drawn is None or lost is None or not lost < drawn < won:
        return SCALE
    return {1: won, 0: drawn, -1: lost}


def away(
    student: Student, rng: Random, helpers: Sequence[str], scale: Scale, wanted: Wanted, plies: int
) -> list[Node]:
    """Return nodes many plies below boards that are wanted, below which the helpers are right, none if they are few."""
    boards = [board for board in positions.small(rng) if wanted(board)][:SEARCHED]
    for method in helpers:
        answers = probe(
            student, [Below(board, method=method, scale=scale) for board in boards], judged=False
        )
        boards = [board for board, right in zip(boards, answers, strict=True) if right]
    nodes = [node for board in boards for node in positions.below(board, plies)]
    return rng.sample(nodes, AWAY) if len(nodes) >= AWAY else []


def instead(
    student: Student,
    rng: Random,
    cases: Sequence[Any],
    needs: Sequence[str],
    wanted: Wanted | None,
    plies: int,
) -> Retries:
    """Yield further ways to ask, away from what is wrong elsewhere or with that put right; it costs its own points.

    needs: the methods that this check may depend on, in the order in which they may depend on each other
    wanted: the boards that can be asked about instead, or nodes so many plies below them
    """
    right = probe(student, cases, judged=False)
    asked = zip(cases, right, strict=True)
    wrong = {
        case.board: None for case, fine in asked if not fine and case.board.count("_") < TOO_LARGE
    }
    boards = unexplained = ttt.fullest_first(wrong)[:MOST]
    others = [
        case for case in cases if case.check != "buildTree" and case.board.count("_") < TOO_LARGE
    ]
    helpers: list[str] = []
    for method in needs:
        if method == "get_value" and others:
            spoilt = misjudged(student, method, boards, helpers)
        else:
            spoilt = misjudged(student, method, unexplained)
        helpers += [method] if spoilt else []
        unexplained = [board for board in unexplained if board not in spoilt]
    trees = others and not all(probe(student, [TreeCase(board) for board in unexplained]))

    def ways(how: str, chosen: Sequence[Any], **changes: Any) -> Retries:
        fixed = [*helpers, *(["buildTree"] if trees and "given" in changes else [])]
        remark = (
            f"Right once {' and '.join(fixed)} {'are' if fixed[1:] else 'is'} fixed: asked {how}."
        )
        yield again(remark, chosen, **changes)
        if isinstance(cases[0], NumberCase):  # a search may compute its values in minmax
            yield again(remark, chosen, searched=True, **changes)

    scale = own_numbers(student, rng) if "get_value" in helpers else SCALE
    if scale != SCALE:
        yield from ways("in the numbers that get_value gives", others, scale=scale)
    if helpers and wanted is not None:
        chosen = [
            replace(cases[0], board=b, path=path)
            for b, path in away(student, rng, helpers, scale, wanted, plies)
        ]
        yield from ways(
            f"where {'they are' if helpers[1:] else 'it is'} right", chosen, scale=scale
        )
    if helpers and others:
        yield from ways("with that put right", others, lends=helpers)
    if helpers or trees:
        yield from ways("on right trees", others, lends=helpers, given=True)


def settle_nodes(
    student: Student,
    rng: Random,
    cases: Sequence[Any],
    wanted: Wanted | None = None,
    plies: int = 0,
    noun: str = "positions",
) -> str:
    """Ask about nodes; where others are wrong, about nodes many plies below the boards that are wanted."""
    name = cases[0].check
    needs = (
        NEEDS[: NEEDS.index(name)]
        if name in NEEDS
        else NEEDS
        if isinstance(cases[0], BestMoves)
        else NEEDS[:2]
    )

    def retries() -> Retries:
        own = [
            replace(case, given=False, lends=()) for case in cases
        ]  # values may be computed in buildTree,
        built = any(case.given for case in cases)
        if numbers := isinstance(cases[0], NumberCase):
            if built:
                yield Retry("", own, allowed=True)
            yield again("", own, allowed=True, searched=True)  # or in minmax
        yield from instead(student, rng, cases, needs, wanted, plies)
        if built and not numbers:
            yield Retry("", own, allowed=True)
        inside = [
            replace(case, ends=False) if isinstance(case, Below) and not case.check else case
            for case in own
        ]
        if inside != own and not all(
            probe(student, [NumberCase(*end) for end in positions.ends(rng)])
        ):
            yield Retry("Passed but for get_value.", inside)
        if cases[0].line_end:
            plain = [replace(case, line_end="") for case in cases]
            fine = [
                case
                for case, right in zip(
                    cases, probe(student, plain, judged=not student.run.faults), strict=True
                )
                if right
            ]
            if 2 * len(fine) > len(cases):
                yield Retry(
                    f"Right once minmax is fixed: asked where it is right without {cases[0].line_end!r}.",
                    fine,
                )

    return settle(student, cases, noun, retries)
