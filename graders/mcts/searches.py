"""How whole searches are judged: by replaying each round, for the trusted side owns every simulated game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import (
    Case,
    Retries,
    Retry,
    again,
    probe,
    settle,
    with_right,
    wrong_ones,
)
from graders.kit.grading.student import Student
from graders.kit.grading.words import plural, shown
from graders.kit.report import Boards, Parts, Text
from graders.mcts import cases as one
from graders.mcts import positions
from graders.mcts.cases import LOOK, Notes, Wrong, called, draw, nodes_of
from graders.mcts.lent import returned
from graders.mcts.oracle import RESULTS, Path, Result, Tree

BOTH = ("visits", "wins")
# What must not have gone wrong in any round for each aspect: one node more, its place, and that none was passed over.
DEMANDED = {
    "rounds": ["rounds"],
    "selection": ["selection", "rounds"],
    "move": ["rounds", "untried"],
}
SHORT = 30  # rounds from the empty board: the first game ends in a tree when five nodes have children, in round 31


@dataclass
class SearchCase(Case):
    """Ask for a search; each simulated game asks back for its result, so that its round is known.

    aspect: what is judged: rounds, selection, or move
    late: whether results are such that the move with most visits has neither the best average nor most wins
    """

    asks = "mcts board mark rounds c seed lends"
    gives = True
    board: str
    mark: str
    rounds: int
    c: float
    seed: int
    aspect: str
    late: bool = False
    lends: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.check, self.size = f"mcts: {self.aspect}", self.rounds * 10 + self.board.count("_")
        self.call = (
            f"mcts(State({self.board!r}, {self.mark!r}), {self.rounds}, {self.c:g}, rng, simulate)"
        )
        self.begin()

    def begin(self) -> None:
        """Forget the rounds of a search: another one begins."""
        self.tree, self.rng = Tree(self.board, self.mark), Random(self.seed)
        self.log: list[tuple[Path, Result]] = []  # where each round ended, and its result
        self.faults: dict[str, Wrong] = {}  # by the aspect: what went wrong first
        self.right = False  # till it is judged

    def question(self) -> Any:
        self.begin()
        return super().question()

    def give(self, wanted: Any) -> Any:
        """Take note of a round, and return the result of its game; a stranger asks, so it may be anything."""
        match wanted:
            case [str(name), str()] if name in self.lends:
                return super().give(wanted)
        if (path := self.legal(wanted)) is None or len(self.log) > 2 * self.rounds + 10:
            self.faults.setdefault(
                "rounds", Wrong(f"simulate must get a state below the root, not {shown(wanted)}.")
            )
            return None
        self.replay(path)
        end = self.tree.nodes[path]
        won = RESULTS[ttt.winner(end.board)] if ttt.finished(end.board) else self.decided(path)
        self.tree.count(path, won)
        self.log.append((path, won))
        return won

    def lend(self, name: str, argument: str) -> Any:
        return returned(name, argument)

    def legal(self, moves: Any) -> Path | None:
        """Return the moves as a path if they can be played."""
        board, mark = self.board, self.mark
        for square in moves if isinstance(moves, list) else [None]:
            if type(square) is not int or square - 1 not in ttt.moves(board):
                return None
            board, mark = ttt.play(board, square - 1, mark), ttt.other(mark)
        return tuple(moves)

    def replay(self, path: Path) -> None:
        """Note what is wrong with a round that ends there, and make its nodes."""
        new = [path[:end] for end in range(1, len(path) + 1) if path[:end] not in self.tree.nodes]
        selected, now, known = path[: len(path) - len(new)], f"round {len(self.log) + 1}", self.tree
        try:
            if "selection" not in self.faults:
                one.follow(known, (), selected, self.c, now)
        except Wrong as wrong:
            self.note("selection", str(wrong), wrong.notes)
        if len(new) != (not ttt.finished(known.nodes[selected].board)):
            text = f"Each round adds one node and simulates from there; {now} has added {len(new)} and simulated from "
            self.note(
                "rounds", f"{text}{called(path, self.mark)}.", {selected: ("selected", "bad")}
            )
        for above in [selected[:end] for end in range(len(selected))]:
            if known.nodes[above].untried:
                text = f"{now} went on below {called(above, self.mark)}, where moves were untried."
                self.note("untried", f"Each move of a node is tried before the search goes on below it; {text}", {
                    above: ("here", "bad")
                })  # fmt: skip
        for child in new:
            known.add(child)

    def note(self, kind: str, text: str, notes: Notes) -> None:
        """Keep what went wrong first of its kind, with the tree as it is."""
        if kind not in self.faults:
            self.faults[kind] = Wrong(text, notes, self.tree.copy())

    def decided(self, path: Path) -> Result:
        """Return the result of a game that goes on: by chance, or as `late` says, with c 0.

        Of the moves of the root one wins its first three games and no more: so it is taken till its average is a half.
        Another one draws its first game and wins all later ones: more in the end, in fewer visits. All others lose.
        """
        if not self.late:
            return self.rng.choice(("x", "o", None))
        firsts = [*dict.fromkeys([*(path[:1] for path, _ in self.log), path[:1]])]
        turn, visits = firsts.index(path[:1]), self.tree.nodes[path[:1]].visits
        if turn == self.seed % 9:
            return self.mark if visits < 3 else ttt.other(self.mark)
        draws = turn == (self.seed + 1 + self.seed // 9 % 8) % 9
        return ttt.other(self.mark) if not draws else self.mark if visits else None

    def fault(self, value: Any) -> Parts | None:
        try:
            self.judge(value)
        except Wrong as wrong:
            tree = wrong.tree or self.tree
            notes = {path: note for path, note in wrong.notes.items() if path in tree.nodes}
            return [Text(str(wrong)), draw(tree, notes, self.c), *self.show()]
        self.right = True
        return None

    def judge(self, value: Any) -> None:
        """Raise Wrong if a search is wrong in what is judged; without all of its rounds it is none, whatever that is.

        Only what was asked back tells of a round. The tree that is returned must be the one that these make.
        """
        move, told = value if isinstance(value, list) and len(value) == 2 else (None, None)
        for kind in DEMANDED[self.aspect]:
            if kind in self.faults:
                raise self.faults[kind]
        if len(self.log) != self.rounds:
            text = "mcts must call simulate once a round, of a finished game too. In"
            raise Wrong(
                f"{text} {plural(self.rounds, 'round')} yours called it {plural(len(self.log), 'time')}."
            )
        if self.aspect == "rounds":
            self.judge_tree(told)
        if self.aspect == "move":
            self.judge_move(move)

    def judge_tree(self, told: Any) -> None:
        """Raise Wrong if the tree that was returned is not the one that the rounds make."""
        found, after = nodes_of(told), f"After {plural(self.rounds, 'round')}"
        for path, node in self.tree.nodes.items():
            name, looks = (
                called(path, self.mark),
                ("visits", "wins", "untried") if path else ("visits", "untried"),
            )
            if (
                text := one.difference(found[path], node, name, looks)
                if path in found
                else f"the tree lacks {name}."
            ):
                ends = ", ".join(
                    f"{called(path, self.mark)} {shown(won)}" for path, won in self.log[:9]
                )
                text = f"{after} {text} The rounds ended at, and with: {ends}{', ...' * (self.rounds > 9)}."
                raise Wrong(text, {path: ("here", "bad")})
        for path in [path for path in found if path not in self.tree.nodes]:
            text = f"{after} the tree holds {called(path, self.mark)}, where no round went: each adds one node."
            raise Wrong(text, {path[:-1]: ("here", "bad")})

    def judge_move(self, move: Any) -> None:
        """Raise Wrong if not most of the rounds went through the move."""
        visits = {path[0]: node.visits for path, node in self.tree.nodes.items() if len(path) == 1}
        most = [square for square, count in visits.items() if count == max(visits.values())]
        if type(move) is int and move in most:
            return
        seen = (
            f", with {plural(visits[move], 'visit')}"
            if type(move) is int and move in visits
            else ""
        )
        text = f"mcts must return a move with most visits, {' or '.join(map(str, sorted(most)))}; yours returned "
        notes: Notes = {(best,): ("most visits", "good") for best in most}
        raise Wrong(
            f"{text}{shown(move)}{seen}.", {**notes, (move,): ("yours", "bad")} if seen else notes
        )

    def show(self) -> Parts:
        return [Text(f"Asked for: {self.call}."), Boards([LOOK.position(self.board, self.mark)])]

    def helped(self, lends: Sequence[str]) -> list[Case]:
        """Return what the helpers were asked in the first rounds, and in the last one."""
        tree, asked = Tree(self.board, self.mark), list[Case]()
        for number, (path, won) in enumerate(self.log):
            here = number in (0, 1, 2, 3, 4, len(self.log) - 1)
            asked += [one.SelectCase(tree.copy(), (), self.c, lends)] * here
            asked += [
                one.ExpandCase(tree.copy(), end, 0) for end in tree.ends((), self.c)[: 2 * here]
            ]
            for child in [
                path[: end + 1] for end in range(len(path)) if path[: end + 1] not in tree.nodes
            ]:
                tree.add(child)
            asked += [one.BackCase(tree.copy(), path, [won], what) for what in BOTH if here]
            tree.count(path, won)
        return asked


def cases(rng: Random, aspect: str) -> list[SearchCase]:
    """Return searches to judge one aspect of; the last one is the first once more."""
    asked = [SearchCase(*how, aspect) for how in positions.searches(rng, aspect)]
    late = [
        SearchCase(ttt.EMPTY, mark, 18, 0.0, rng.getrandbits(16), aspect, late=True)
        for mark in "xo" * 2
    ]
    return [*asked, *(late if aspect == "move" else []), replace(asked[0])]


def of_helper(name: str, rng: Random, lends: Sequence[str]) -> Sequence[Case]:
    """Return cases about a helper. lends: those that it may find to be right ones"""
    match name:
        case "ucb1":
            return [one.UcbCase(numbers) for numbers in positions.numbers(rng)]
        case "select":
            return [one.SelectCase(*how, lends) for how in positions.selections(rng)]
        case "expand":
            return [one.ExpandCase(*how) for how in positions.expansions(rng)]
    return [one.BackCase(*how, what) for what in BOTH for how in positions.counted(rng)]


def wrong_helpers(
    student: Student, rng: Random, asked: Sequence[Any], names: Sequence[str]
) -> list[str]:
    """Return which helpers are wrong somewhere, as far as can be seen: also in what these searches have asked them."""
    wrong: list[str] = []
    failed = [case for case in asked if isinstance(case, SearchCase) and not case.right]
    smallest = sorted(failed, key=lambda case: case.size)[:4]
    for name in names:
        met = [
            case
            for search in smallest
            for case in search.helped(wrong)
            if case.check.split(":")[0] == name
        ]
        wrong = [*wrong, *wrong_ones(student, {name: [*of_helper(name, rng, wrong), *met]})]
    return wrong


def settle_with(
    student: Student, rng: Random, asked: Sequence[Any], noun: str, names: Sequence[str]
) -> str:
    """Settle cases that use helpers: if need be, with right ones lent in the place of those that are wrong."""

    def retries() -> Retries:
        lends = wrong_helpers(student, rng, asked, names)
        if lends:
            yield again(with_right(lends), asked, lends=lends)
        searches = [
            case for case in asked if isinstance(case, SearchCase) and case.aspect != "rounds"
        ]
        missing = [search for search in searches if len(search.log) != search.rounds]
        if missing:
            probe(student, [replace(search, aspect="rounds") for search in missing[:3]])
            early = [
                replace(s, board=ttt.EMPTY, rounds=min(s.rounds, SHORT), lends=lends)
                for s in searches[-8:]
            ]
            yield Retry("Passed where no round comes to the end of a game.", early)

    return settle(student, asked, noun, retries)
