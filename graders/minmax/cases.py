"""How answers of minmax are judged and explained."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product
from math import perm
from typing import Any, NamedTuple

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import plural, shown
from graders.kit.report import Board, Boards, Parts, Text, method_of
from graders.kit.roomkit.answers import same_number, truth
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.drawings import Look, said
from graders.minmax import calls, positions

# Nodes, after which who builds depth first has ended a game, and who builds level by level is at
# ply 3 or 4.
BEGUN = 200
OTHER_BOARD = "xoxoxo___"
DEPTHS = [*"0123456789"]  # as texts
LARGEST = 99  # a size above all others
SHOWN = 9  # boards of an answer that are named
LOOK = Look()

FOURTH_CELL = "Each row has a fourth cell here, {line_end!r}."
BEFORE = {
    "children": (
        "The same MinMax was asked about the children of this node before, and about it, three times."
    ),
    "root": "The same MinMax was asked before for minmax(root).",
    "below": "The same MinMax was asked before for minmax of all nodes below the root where x moves.",
    "another": "Another tree was built and searched between.",
    "built": "Another tree was built before MinMax(tree) was made.",
    "same board": "Trees of the same board were built before and after, and are kept.",
    "other board": "A tree of another board was built after this one.",
}
DEEP = "This node is {moves} moves below the root."
NO_NODE = "This node is not one of a tree."
NO_CHILD = "A child is not a node of a tree."
CHANGED = "buildTree changed the board of a node; copy a board before you make a move on it."
WRONG_DEPTH = "deepID is {yours} here, {moves} below the root. It must be {depth}."
WRONG_PARENT = "The parent of this node is not the node it was reached from."
NO_END = "The game is over: {ended}. So it has no children; yours has {count}."
TWICE = "This node has the same child twice."
NO_MOVE = "A child is no move of {mark}. At even deepID x moves, at odd deepID o."
MISSING = "The node has {children}, but {mark} has {moves}: {missing} is missing."
CUT_SHORT = "The node has {children}, but {mark} has {moves}."
SHALLOW = "The tree ends {moves} below the root, but some games from here last {most} moves."
TERMINAL = "isTerminal must be {wanted} here, yours is {yours}: {why}."
NUMBER = "{method} must be {wanted} here, yours is {yours}: {why}."
IN_TURN = Text("One MinMax was asked about all nodes in turn, after another tree was built.")
OTHER_NODES = (
    "The tree below has more nodes than it should, or fewer: "
    "does buildTree build it right, and does {method} leave it as it is?"
)
NO_LIST = "minmax must return a list of boards; yours returned {yours}."
BEST_MOVES = "Expected: {wanted}. Yours: {yours}.\n{reason}"
NONE = "[], no board"

# What a student can run: a tree is built, and something of it is shown.
TRIAL = (
    "b = lambda s: [{row} for r in s.split()]; "
    "root = GameNode(b('{board}'), 0, 0, None, []); tree = GameTree(root); tree.buildTree(root); "
    "{show}"
)
OF_CHILD = "print(*[{expression} for n in root.children if [*map(list, n.map)] == b('{child}')])"
CHILDREN = "[(c.map, c.deepID, c.parent is {node}) for c in {node}.children]"


def is_board(text: str) -> bool:
    """Tell whether a text is nine cells."""
    return re.fullmatch("[xo_]{9}", text) is not None


def in_rows(board: str) -> str:
    """Return a board with spaces between its rows."""
    return f"{board[:3]} {board[3:6]} {board[6:]}"


def nodes_below(board: str, depth: int, path: Sequence[str] = ()) -> list[list[Any]]:
    """Return the nodes of a tree, each after its parent, as [board, depth, number of the parent].

    Args:
        board: The root.
        depth: Of the root.
        path: The boards below the root that alone are wanted, ply by ply; all are below its end.
    """
    nodes: list[list[Any]] = [[board, depth, -1]]
    for number, (above, depth_above, _) in enumerate(nodes):  # it gets longer meanwhile
        ply = depth_above - depth
        after: Sequence[str] = ttt.successors(above, "xo"[depth_above % 2])
        if ply < len(path):
            after = [path[ply]]
        nodes += [[child, depth_above + 1, number] for child in after]
    return nodes


def beside(board: str) -> str:
    """Return a board from which moves lead to the same ends: with an o in another cell."""
    for mark, empty in product(range(9), repeat=2):
        if board[mark] == "o" and board[empty] == "_":
            other = ttt.play(ttt.play(board, mark, "_"), empty, "o")
            if not ttt.finished(other):
                return other
    return OTHER_BOARD


def largest_tree(empty: int) -> int:
    """Return how many nodes a tree has below so many empty cells if no game ends early."""
    return sum(perm(empty, moves) for moves in range(empty + 1))


@dataclass(frozen=True)
class NodeCase(Case):
    """A node of the tree of a board.

    Attributes:
        board: The board at the root.
        path: The boards on the way to the node, the last one its own; none if it is the root.
        given: Whether the driver builds, not buildTree, what lies on the path and below it.
        line_end: A fourth cell of each row, "" for none.
        before: What happens before: see before_in in calls.py.
        plain_elsewhere: Whether another check asks the same without the fourth cell.
    """

    deterministic = True
    board: str
    path: Sequence[str] = ()
    given: bool = False
    line_end: str = ""
    before: str = ""
    plain_elsewhere: bool = False

    @property
    def here(self) -> str:
        """The board of the node."""
        if self.path:
            return self.path[-1]
        return self.board

    @property
    def to_move(self) -> str:
        """The side that moves there: x moves at the root."""
        return "xo"[len(self.path) % 2]

    @property
    def size(self) -> int:
        """Twice the number of empty cells, and one more below the root, which is no question to try."""
        size = 2 * self.here.count("_")
        if self.path:
            size += 1
        return size

    @property
    def has_history(self) -> bool:
        return bool(self.before)

    @property
    def otherwise(self) -> Case | None:
        """Ask in the student's own tree: the answer may have been computed while building."""
        if self.plain_elsewhere:
            return Plain(replace(self, line_end="", plain_elsewhere=False))
        if self.given:
            return replace(self, given=False)
        return None

    @property
    def covers(self) -> Sequence[Kinds]:
        if self.before == "built":
            return []  # of "another", when that tree is built is no kind of call
        node = self.board, tuple(self.path)
        return [calls.kinds(method_of(self.check), node, self.line_end, self.before)]

    @property
    def place(self) -> list[Any]:
        """What the driver needs to find the node: see Place in driver.py."""
        nodes = self.given_nodes() if self.given else []
        return [self.board, list(self.path), nodes, self.line_end]

    @property
    def history(self) -> list[str]:
        """What is asked before, for the driver: see History there."""
        if not self.before:
            return []
        return [self.before, calls.other_started(self.board)]

    def given_nodes(self) -> list[list[Any]]:
        """Return the nodes on the path and below it, as [board, depth, number of the parent]."""
        return nodes_below(self.board, 0, self.path)

    def lend(self, name: str, argument: str) -> Any:
        board, depth = argument[:9], argument[9:]
        if not is_board(board):
            return None
        if name == "buildTree":
            if depth not in DEPTHS or board.count("_") > calls.MOST_EMPTY:
                return None
            return nodes_below(board, int(depth))
        if name == "isTerminal":
            return ttt.finished(board)
        if name == "get_value":
            return ttt.RESULTS[ttt.winner(board)]
        if name == "minmax":
            return [ttt.play(board, cell, "x") for cell in ttt.winning_moves(board)]
        mark = "x" if name == "max_value" else "o"
        below: dict[str, int] = {}
        for after in ttt.successors(board, mark):
            below[after] = ttt.value(after, ttt.other(mark))
        return [ttt.value(board, mark), below]

    def trial(self, expression: str) -> str:
        """Return Python that shows an answer; "" if that takes too long to write.

        Args:
            expression: The answer. {node} stands for the node, which is the root or a child of it.
        """
        if self.given or self.before or len(self.path) > 1:
            return ""
        if self.path:
            of_node = expression.format(node="n")
            show = OF_CHILD.format(expression=of_node, child=in_rows(self.here))
        else:
            show = f"print({expression.format(node='root')})"
        row = f"[*r, {self.line_end!r}]" if self.line_end else "[*r]"
        return TRIAL.format(row=row, board=in_rows(self.board), show=show)

    def drawing(self) -> Board:
        return LOOK.position(self.here, self.to_move)

    def remarks(self) -> Parts:
        """Say what can't be seen on the board."""
        remarks: Parts = []
        if self.line_end:
            remarks.append(Text(FOURTH_CELL.format(line_end=self.line_end)))
        if self.before:
            remarks.append(Text(BEFORE[self.before]))
        if len(self.path) > 3:
            remarks.append(Text(DEEP.format(moves=len(self.path))))
        return remarks

    def show(self) -> Parts:
        return [Boards([self.drawing()]), *self.remarks()]

    def say(self, text: str, *boards: Board) -> Parts:
        """Say what is wrong, and set boards beside the position."""
        return [*said(text, self.drawing(), *boards), *self.remarks()]


@dataclass(frozen=True)
class Plain(Case):
    """Ask without a fourth cell what went wrong with one.

    That will do if it is wrong here as well: then it costs points where that is asked.
    """

    fresh = True
    case: NodeCase

    def question(self) -> Question:
        return self.case.question()

    def lend(self, name: str, argument: str) -> Any:
        return self.case.lend(name, argument)

    def judge(self, answer: Any) -> Fault | None:
        if self.case.judge(answer) is not None:
            return None
        return Fault([], size=LARGEST)  # the fault with a fourth cell is told

    def judge_raised(self, parts: Parts, notes: Any) -> None:
        return None  # an exception is wrong here as well


@dataclass(frozen=True)
class TreeCase(NodeCase):
    """Ask for the whole tree below a board.

    Of each node comes [cells, deepID, whether parent is right, children].
    """

    check = "buildTree"

    @property
    def try_it(self) -> str:
        return self.trial(CHILDREN)

    def question(self) -> Question:
        moves = self.board.count("_")
        if self.line_end:
            moves += 3  # for who takes those cells for empty ones
        earlier = later = ""
        if self.before == "same board":
            earlier = later = self.board
        if self.before == "other board":
            later = beside(self.board)
        return "tree", [[earlier, self.board, later], self.line_end, largest_tree(moves)]

    def judge(self, answer: Any) -> Fault | None:
        return self.judge_node(answer, self.board, 0)

    def judge_node(self, node: Any, board: str, depth: int) -> Fault | None:
        """Return what is wrong with a node or below it; its own fault comes first.

        Args:
            node: What came of it.
            board: Its board.
            depth: How many moves it is below the root.
        """
        match node:
            case [str(cells), deep_id, parent_is_right, list(children)] if len(cells) == 9:
                pass
            case _:
                return self.fault_at(board, depth, NO_NODE)
        if cells != board:
            return self.fault_at(board, depth, CHANGED, now=cells)
        if not same_number(deep_id, depth):
            moves = plural(depth, "move")
            text = WRONG_DEPTH.format(yours=shown(deep_id), moves=moves, depth=depth)
            fault = self.fault_at(board, depth, text)
            if depth == 0:
                return replace(fault, try_it=self.trial("root.deepID"))
            return fault
        if parent_is_right is not True:
            return self.fault_at(board, depth, WRONG_PARENT)
        return self.judge_children(children, board, depth)

    def judge_children(self, children: list[Any], board: str, depth: int) -> Fault | None:
        """Return what is wrong with the children of a node that is right itself, or below them."""
        mark = "xo"[depth % 2]
        wanted = ttt.successors(board, mark)
        if not wanted and children:
            text = NO_END.format(ended=LOOK.ended(board), count=len(children))
            return self.fault_below(board, depth, text)

        by_board: dict[str, Any] = {}
        for child in children:
            match child:
                case [str(after), *_] if len(after) == 9:
                    pass
                case _:
                    return self.fault_below(board, depth, NO_CHILD)
            if after in by_board:
                return self.fault_below(board, depth, TWICE, child=after)
            if after not in wanted:
                return self.fault_below(board, depth, NO_MOVE.format(mark=mark), child=after)
            by_board[after] = child

        missing = [after for after in wanted if after not in by_board]
        if missing:
            text = MISSING.format(
                children=plural(len(children), "child", "children"),
                mark=mark,
                moves=plural(len(wanted), "move"),
                missing=LOOK.move(board, missing[0]),
            )
            return self.fault_below(board, depth, text)

        for after in wanted:
            fault = self.judge_node(by_board[after], after, depth + 1)
            if fault is not None:
                return fault
        return None

    def fault_at(self, board: str, depth: int, text: str, **beside: str) -> Fault:
        """Return what is wrong with a node.

        Args:
            board: Its board.
            depth: How many moves it is below the root.
            text: What is wrong.
            beside: Boards to be shown beside its own, by their titles.
        """
        boards = [LOOK.position(board, "xo"[depth % 2])]
        for title, other in beside.items():
            boards.append(LOOK.draw(title, other, ttt.changed(board, other)))
        parts = [*said(text, *boards), *self.remarks()]
        if depth > 1:
            return Fault(parts, try_it="")  # too deep for a line that shows it
        return Fault(parts)

    def fault_below(self, board: str, depth: int, text: str, **beside: str) -> Fault:
        """Return what is wrong with the children of a node; see fault_at for the arguments."""
        fault = self.fault_at(board, depth, text, **beside)
        if depth == 1:
            of_child = replace(self, path=(board,))
            return replace(fault, try_it=of_child.trial(CHILDREN))
        return fault


@dataclass(frozen=True)
class BegunCase(NodeCase):
    """Ask for the first nodes of the tree of a board.

    Attributes:
        smaller: The root of a tree that is asked for as a whole if the nodes come level by level.
    """

    covers = ()

    check = "buildTree"
    smaller: str = ttt.EMPTY

    def question(self) -> Question:
        return "begun", [self.board, BEGUN, self.smaller]

    def judge(self, answer: Any) -> Fault | None:
        nodes = nodes_in(answer)
        if not nodes or nodes[0][0] not in (self.board, self.smaller):
            return None  # smaller trees show why
        root, last = nodes[0][0], nodes[-1][0]
        plies = root.count("_")
        if grows_anywhere(nodes):
            return None  # smaller trees show whether they are whole
        deepest = 0
        for board, children in nodes:
            depth = plies - board.count("_")
            deepest = max(deepest, depth)
            moves = len(ttt.moves(board))
            if 0 < children < moves and not leads_to(board, last):  # else it may grow yet
                mark = "xo"[depth % 2]
                text = CUT_SHORT.format(
                    children=plural(children, "child", "children"),
                    mark=mark,
                    moves=plural(board.count("_"), "move"),
                )
                return Fault(said(text, LOOK.position(board, mark)))
        if deepest == plies:
            return None
        text = SHALLOW.format(moves=plural(deepest, "move"), most=plies)
        return Fault(said(text, LOOK.position(root, "x")))


def nodes_in(answer: Any) -> list[tuple[str, int]]:
    """Return the boards in an answer, each with how many children its node has."""
    if not isinstance(answer, list):
        return []
    nodes = []
    for node in answer:
        match node:
            case [str(board), int(children)] if is_board(board):
                nodes.append((board, children))
    return nodes


def grows_anywhere(nodes: Sequence[tuple[str, int]]) -> bool:
    """Tell whether nodes at several depths wait for children, though others were made since.

    A tree that grows depth first or level by level has none; one that is cut at a depth has some
    at that depth alone.
    """
    last = nodes[-1][0]
    depths: set[int] = set()
    for board, children in nodes:
        if children == 0 and not ttt.finished(board) and not leads_to(board, last):
            mover = "x" if board.count("x") > board.count("o") else "o"
            befores = [ttt.play(board, cell, "_") for cell in range(9) if board[cell] == mover]
            if not any(leads_to(before, last) for before in befores):
                depths.add(board.count("_"))
    return len(depths) > 1


def leads_to(board: str, later: str) -> bool:
    """Tell whether moves lead from a board to another one."""
    for before, after in zip(board, later, strict=True):
        if before not in ("_", after):
            return False
    return True


@dataclass(frozen=True)
class TerminalCase(NodeCase):
    """Ask isTerminal about a node."""

    check = "isTerminal"

    @property
    def try_it(self) -> str:
        return self.trial("MinMax(tree).isTerminal({node})")

    def question(self) -> Question:
        return "number", [self.check, self.place, False, self.history]

    def judge(self, answer: Any) -> Fault | None:
        is_over = ttt.finished(self.here)
        flag, yours = truth(answer)
        if flag == is_over:
            return None
        why = "nobody has won, and there is an empty cell"
        if is_over:
            why = f"the game is over: {LOOK.ended(self.here)}"
        return Fault(self.say(TERMINAL.format(wanted=is_over, yours=yours, why=why)))


@dataclass(frozen=True)
class NumberCase(NodeCase):
    """Ask a method for the value of a node.

    Attributes:
        method: get_value, max_value or min_value.
        searched: Whether minmax has been asked about the root before.
    """

    method: str = "get_value"
    searched: bool = False

    @property
    def otherwise(self) -> Case | None:
        """Ask in the student's own tree, after minmax: these two may have computed the values."""
        if self.searched or self.plain_elsewhere:
            return super().otherwise
        return replace(self, given=False, searched=True)

    @property
    def check(self) -> str:
        return self.method

    @property
    def try_it(self) -> str:
        return self.trial(f"MinMax(tree).{self.method}({{node}})")

    def question(self) -> Question:
        return "number", [self.method, self.place, self.searched, self.history]

    def judge(self, answer: Any) -> Fault | None:
        wanted = ttt.value(self.here, self.to_move)
        if same_number(answer, wanted):
            return None
        why = LOOK.meaning(self.here, self.to_move)
        if len(ttt.won_lines(self.here)) == 2:
            why += ", twice"
        text = NUMBER.format(method=self.method, wanted=wanted, yours=shown(answer), why=why)
        if isinstance(answer, dict):
            return Fault(self.say(text), try_it="")  # Python would show an object by its address
        return Fault(self.say(text))


@dataclass(frozen=True)
class Below(NumberCase):
    """Ask a method about every node below a board, that one included, for which it is meant.

    Attributes:
        method: One of those, or isTerminal, or minmax, which is asked in turn with max_value,
            min_value and get_value; what the last one says is not judged then.
    """

    covers = ()
    try_it = ""
    method: str = "isTerminal"

    @property
    def otherwise(self) -> Case | None:
        if self.method in ("isTerminal", "minmax"):
            return None
        return super().otherwise

    @property
    def check(self) -> str:
        return "" if self.method == "minmax" else self.method  # of minmax several checks ask

    @property
    def has_history(self) -> bool:
        return self.method == "minmax"

    def question(self) -> Question:
        most = largest_tree(self.board.count("_")) + 1  # one more, to see that there are too many
        return "below", [self.method, self.place, self.searched, most]

    def judge(self, answer: Any) -> Fault | None:
        if not isinstance(answer, list):
            return self.fault_of_nodes()
        fault = self.smallest_fault(answer)
        if fault is not None:
            return fault
        if len(answer) != self.count_wanted():
            return self.fault_of_nodes()
        return None

    def smallest_fault(self, answers: list[Any]) -> Fault | None:
        """Return what is wrong at the smallest node where something is; None if nothing is."""
        smallest = LARGEST
        fault: Fault | None = None
        for of_node in answers:
            match of_node:
                case [str(board), int(depth), value] if is_board(board) and 0 <= depth <= 9:
                    case = self.case_of(board, depth, value)
                case _:
                    continue
            if case is None or case.size >= smallest:
                continue
            found = case.judge(value)
            if found is not None:
                smallest = case.size
                fault = self.fault_below(case, found)
        return fault

    def case_of(self, board: str, depth: int, value: Any) -> NodeCase | None:
        """Return what an answer is judged by; None if it is not judged.

        Args:
            board: That of the node that was asked about.
            depth: How many moves it is below the root.
            value: The answer.
        """
        path: tuple[str, ...] = ()
        if depth:
            path = (*[""] * (depth - 1), board)  # the boards between do not matter
        if self.method == "isTerminal":
            return TerminalCase(self.board, path)
        if self.method == "minmax" and isinstance(value, list):
            return BestMoves(self.board, path, once=True)
        own = ("max_value", "min_value")[depth % 2]
        if ttt.finished(board):
            own = "get_value"
        if self.method not in ("minmax", own):
            return None  # this node should not be there
        if self.method == "minmax" and own == "get_value":
            return None  # that is for the check of get_value
        winners = {board[cell] for cell, _, _ in ttt.won_lines(board)}
        if len(winners) == 2:
            return None  # nor should this one
        return NumberCase(self.board, path, method=own)

    def fault_below(self, case: NodeCase, fault: Fault) -> Fault:
        """Return what is wrong with an answer about a single node as a fault of all of them."""
        if self.method == "minmax":
            # What goes wrong in a smaller question shows it better.
            return Fault([*fault.parts, IN_TURN], size=case.size)
        try_it = case.try_it if fault.try_it is None else fault.try_it
        return Fault(fault.parts, case.size, try_it)

    def fault_of_nodes(self) -> Fault:
        return Fault(self.say(OTHER_NODES.format(method=self.method)))

    def count_wanted(self) -> int:
        """Return how many answers there must be."""
        counts = positions.tally(self.board, "x")
        if self.method == "isTerminal":
            return sum(counts.values())
        if self.method == "minmax":
            # Down the tree and up again, and where x is to move minmax itself is asked, too.
            return 2 * (sum(counts.values()) + counts["max_value"])
        return counts[self.method]

    def show(self) -> Parts:
        if self.method == "minmax":
            return [*super().show(), IN_TURN]
        return super().show()


class Flaw(NamedTuple):
    """What is wrong with a list of boards.

    Attributes:
        reason: In words.
        title: What stands above the board that shows it.
        board: That board.
    """

    reason: str
    title: str
    board: str


@dataclass(frozen=True)
class BestMoves(NodeCase):
    """Ask minmax for all best moves.

    Attributes:
        once: Whether it is a fault that one is listed twice: in one check alone.
    """

    check = "minmax"
    once: bool = False

    @cached_property
    def wins(self) -> list[int]:
        return ttt.winning_moves(self.here)

    def question(self) -> Question:
        return "minmax", [self.place, self.history]

    def judge(self, answer: Any) -> Fault | None:
        if not isinstance(answer, list):
            return self.fault_of_kind(answer)
        for board in answer:
            if not isinstance(board, str) or len(board) != 9:
                return self.fault_of_kind(answer)
        boards = answer[:100] if self.once else list(dict.fromkeys(answer))
        flaw = self.flaw_in(boards)
        if flaw is None:
            return None
        wanted = ", ".join(f"x at {cell + 1}" for cell in self.wins)
        text = BEST_MOVES.format(
            wanted=wanted or NONE, yours=self.named(boards) or NONE, reason=flaw.reason
        )
        beside = LOOK.draw(flaw.title, flaw.board, ttt.changed(self.here, flaw.board))
        try_it = ""
        if not self.path:
            try_it = self.trial("root.map, MinMax(tree).minmax({node})")
        return Fault(self.say(text, beside), try_it=try_it)

    def fault_of_kind(self, answer: Any) -> Fault:
        return Fault(self.say(NO_LIST.format(yours=shown(answer))))

    def flaw_in(self, boards: list[str]) -> Flaw | None:
        """Return what is wrong with an answer.

        First a board that is no move, then one that is no best move, then one that is listed twice,
        then one that is missing.
        """
        moves = {ttt.play(self.here, cell, "x"): cell for cell in ttt.moves(self.here)}
        for board in boards:
            if board not in moves:
                return Flaw(self.why_no_move(board), "your answer", board)
        for board in boards:
            if moves[board] not in self.wins:
                return Flaw(refutation(self.here, moves[board]), "your answer", board)
        for board in boards:
            if boards.count(board) > 1:
                return Flaw("List each best move once.", "given twice", board)
        for board, cell in moves.items():
            if cell in self.wins and board not in boards:
                story = LOOK.story(self.here, "x", cell).replace("after", "After", 1)
                return Flaw(f"{story}.", "is missing", board)
        return None

    def why_no_move(self, board: str) -> str:
        """Say why a board of an answer is none that a move of x leads to."""
        if ttt.finished(self.here):
            return f"The game is over: {LOOK.ended(self.here)}."
        if board == self.here:
            return "One of the boards is the position itself, without a move of x."
        return "One of the boards is the position after more, or other, than one move of x."

    def named(self, boards: list[str]) -> str:
        """Name the moves that lead to boards, if they are many the first ones."""
        if len(boards) > SHOWN:
            names = [self.name(board) for board in boards[:3]]
            names.append(f"... {len(boards)} boards in all")
        else:
            names = [self.name(board) for board in boards]
        return ", ".join(names)

    def name(self, board: str) -> str:
        """Name the move that leads to a board."""
        cells = ttt.changed(self.here, board)
        if len(cells) == 1:
            (cell,) = cells
            if self.here[cell] == "_" and board[cell] == "x":
                return f"x at {cell + 1}"
        return "no move of x"


def refutation(board: str, cell: int) -> str:
    """Say which reply of o keeps a move of x from winning."""
    after = ttt.play(board, cell, "x")
    if ttt.finished(after):
        return f"x at {cell + 1} fills the board and wins nothing."
    reply, _, _ = ttt.line_of_play(after, "o")[0]
    position = ttt.play(after, reply, "o")
    if ttt.winner(position) == "o":
        return f"After x at {cell + 1}, o wins at {reply + 1}."
    result = "x can no longer win"
    if ttt.value(position, "x") == -1:
        result = "o wins"
    return f"After x at {cell + 1}, o answers at {reply + 1}, and {result}."


# Cells of a root; below others the driver builds what is needed, if there is another way to ask who
# computes values while building: so not for minmax, nor with a fourth cell.
MOST_EMPTY = 5
CASES: Mapping[str, Any] = {
    "buildTree": TreeCase,
    "isTerminal": TerminalCase,
    "get_value": NumberCase,
    "max_value": partial(NumberCase, method="max_value"),
    "min_value": partial(NumberCase, method="min_value"),
    "minmax": BestMoves,
}


def built_between(method: str) -> list[NodeCase]:
    """Return questions to a method, with another tree built just before MinMax is made."""
    cases: list[NodeCase] = []
    nodes = positions.first_nodes(method)
    if method == "isTerminal":
        nodes.append(positions.ONE_MOVE_LEFT)
    for board, path in nodes:
        cases.append(CASES[method](board, path, before="built"))
    return cases


def generated(check: str, function: str) -> list[NodeCase]:
    """Return the calls of a function that a check asks, of those that the statement permits.

    After them come some that are no kind of their own: boards with one empty cell and a fourth cell
    in each row, and questions with another tree built in between.

    Args:
        check: That which asks.
        function: That which is asked.
    """
    cases: list[NodeCase] = []
    for number, row in calls.rows(function, check).items():
        board, path = calls.node_for(function, number)
        case = CASES[function](board, path, before=calls.before_in(row))
        if check == calls.WINDOWS:
            case = replace(case, line_end=calls.line_end(row), plain_elsewhere=True)
        elif check == calls.WINNING_MOVES:
            case = replace(case, once=True)
        elif path and board.count("_") > MOST_EMPTY and function != "minmax" and not case.before:
            case = replace(case, given=True)
        cases.append(case)
    if check == calls.WINDOWS and function == "isTerminal":
        for board in positions.one_left():
            cases.append(TerminalCase(board, line_end="\r", plain_elsewhere=True))
    if function != "buildTree" and check in (function, calls.WINNING_MOVES):
        cases += built_between(function)
    return cases


def asked_after_others(function: str) -> list[NodeCase]:
    """Return questions after others, which may leave something in the nodes.

    Args:
        function: isTerminal, max_value, min_value or minmax.
    """
    if function == "isTerminal":
        histories = ("children", "root", "another")
        full = [TerminalCase(*positions.FILLED, before=before) for before in histories]
        unfinished = TerminalCase(*positions.ONE_MOVE_LEFT, before="another")
        return [*full, unfinished, Below(positions.larger())]
    if function == "max_value":
        root, *path = positions.BAD_REPLY
        whole = NumberCase(root, method="max_value")
        kept = Below(positions.CARRIED_OVER, method="max_value")
        return [replace(whole, path=path, given=True), whole, kept]
    if function == "min_value":
        root, child = positions.LOST_AFTER_A_WIN
        known_before = NumberCase(root, (child,), before="root", method="min_value")
        return [known_before, Below(positions.CUT_BELOW, method="min_value")]
    asked: list[NodeCase] = []
    asked.append(BestMoves(positions.WINS_EVERYWHERE, before="root", once=True))
    asked.append(BestMoves(positions.SEVERAL[0], before="below", once=True))
    for board in (*positions.SERIES, *positions.TWINS):
        asked.append(Below(board, method="minmax"))
    return asked
