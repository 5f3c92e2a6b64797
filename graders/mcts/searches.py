"""How whole searches are judged: by replaying each round, for the trusted side owns every simulated game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.answers import plural, shown
from graders.kit.grading.checks import Case, Retries, again, settle, with_right, wrong_ones
from graders.kit.grading.student import Student
from graders.kit.report import Boards, Parts, Text
from graders.mcts import positions
from graders.mcts.cases import (
    LOOK,
    BackCase,
    ExpandCase,
    Notes,
    Repair,
    SelectCase,
    UcbCase,
    Wrong,
    called,
    difference,
    draw,
    follow,
    nodes_of,
)
from graders.mcts.oracle import Path, Result, Tree, result, text_of

HELPERS = ("ucb1", "select", "expand", "backpropagate")


@dataclass
class SearchCase(Case):
    """Ask for a search; each simulated game asks back for its result, so that its round is known.

    aspect: what is judged: rounds, selection, or move
    late: whether results are such that the move with most visits has neither the best average nor most wins
    """

    asks = "mcts board mark rounds c seed repair"
    gives = True
    board: str
    mark: str
    rounds: int
    c: float
    seed: int
    aspect: str
    late: bool = False
    repair: Repair = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.size = self.rounds * 10 + self.board.count("_")
        self.call = f"mcts(State({self.board!r}, {self.mark!r}), {self.rounds}, {self.c:g}, rng, simulate)"
        self.begin()

    def begin(self) -> None:
        self.tree, self.rng = Tree(self.board, self.mark), Random(self.seed)
        self.log: list[tuple[Path, Result]] = []  # where each round ended, and its result
        self.faults: dict[str, Wrong] = {}  # by the aspect: what went wrong first
        self.hard: list[Case] = []  # what the helpers were asked then, and in the first rounds

    def question(self) -> Any:
        self.begin()
        return super().question()

    def give(self, wanted: Any) -> Any:
        """Take note of a round, and return the result of its game; a stranger asks, so it may be anything."""
        board, mark, moves = wanted if isinstance(wanted, list) and len(wanted) == 3 else (None, None, None)
        path = self.legal(moves)
        if path is None or len(self.log) > 2 * self.rounds + 10:
            self.faults.setdefault(
                "rounds", Wrong(f"simulate was called with moves that can't be played: {shown(moves)}.")
            )
            return None
        self.replay(path)
        end = self.tree.nodes[path]
        if (board, mark) != (end.board, end.to_move):
            text = f"simulate was called with another state than that after {called(path, self.mark)}."
            self.faults.setdefault("rounds", Wrong(text, {path: ("here", "bad")}))
        won = result(end.board) if ttt.finished(end.board) else self.decided(path)
        if len(self.log) < 4:
            self.hard += [BackCase(self.tree.copy(), path, [won], aspect) for aspect in ("visits", "wins")]
        self.tree.count(path, won)
        self.log.append((path, won))
        return won

    def legal(self, moves: Any) -> Path | None:
        """Return the moves as a path if they can be played."""
        tree = Tree(self.board, self.mark)
        for end, square in enumerate(moves if isinstance(moves, list) else [None]):
            if type(square) is not int or square not in tree.nodes[tuple(moves[:end])].untried:
                return None
            tree.add((*moves[:end], square))
        return tuple(moves)

    def replay(self, path: Path) -> None:
        """Note what is wrong with a round that ends there, and make its nodes."""
        new = [path[:end] for end in range(1, len(path) + 1) if path[:end] not in self.tree.nodes]
        selected, now = path[: len(path) - len(new)], f"round {len(self.log) + 1}"
        known, found = self.tree, len(self.faults)
        try:
            follow(known, (), selected, self.c, now)
        except Wrong as wrong:
            self.faults.setdefault("selection", wrong)
            wrong.tree = known.copy()
        if len(new) != (not ttt.finished(known.nodes[selected].board)):
            text = f"Each round adds one node and simulates from there; {now} has added {len(new)} and simulated from "
            text += f"{called(path, self.mark)}."
            self.faults.setdefault("rounds", Wrong(text, {selected: ("selected", "bad")}, known.copy()))
        if len(self.faults) > found or len(self.log) < 4:
            before = known.copy()
            self.hard.append(SelectCase(before, (), self.c))
            self.hard += [ExpandCase(before, end, 0) for end in before.ends((), self.c)[:2]]
        for one in new:
            known.add(one)

    def decided(self, path: Path) -> Result:
        """Return the result of a game that goes on: by chance, or as `late` says, with c 0.

        Of the moves of the root one wins its first three games and no more: so it is taken till its average is a half.
        Another one draws its first game and wins all later ones: more in the end, in fewer visits. All others lose.
        """
        if not self.late:
            return self.rng.choice(("x", "o", None))
        firsts = [*dict.fromkeys([*(one[:1] for one, _ in self.log), path[:1]])]
        turn, visits = firsts.index(path[:1]), self.tree.nodes[path[:1]].visits
        if turn == self.seed % 9:
            return self.mark if visits < 3 else ttt.other(self.mark)
        draws = turn == (self.seed + 1 + self.seed // 9 % 8) % 9
        return ttt.other(self.mark) if not draws else self.mark if visits else None

    def fault(self, value: Any) -> Parts | None:
        move, told = value if isinstance(value, list) and len(value) == 2 else (None, None)
        try:
            if self.aspect in self.faults:
                raise self.faults[self.aspect]
            if self.aspect == "rounds":
                self.judge_tree(told)
            if self.aspect == "move":
                self.judge_move(move, told)
        except Wrong as wrong:
            tree = wrong.tree or self.tree
            notes = {path: note for path, note in wrong.notes.items() if path in tree.nodes}
            return [Text(str(wrong)), draw(tree, notes, self.c), *self.show()]
        return None

    def judge_tree(self, told: Any) -> None:
        """Raise Wrong if the tree that was returned is not the one that the rounds make."""
        after = f"After {plural(self.rounds, 'round')}"
        if len(self.log) != self.rounds:
            text = (
                f"mcts must call simulate once in each round, of a finished game too. In {plural(self.rounds, 'round')}"
            )
            raise Wrong(f"{text} yours called it {plural(len(self.log), 'time')}.")
        found = nodes_of(told, self.tree.nodes[()])
        for path, node in self.tree.nodes.items():
            if path not in found:
                raise Wrong(f"{after} the root's tree lacks {called(path, self.mark)}.", {path: ("missing", "bad")})
            if text := difference(found[path], node, wins=path != ()):
                results = ", ".join(f"{called(path, self.mark)} {shown(won)}" for path, won in self.log[:9])
                text = f"{after} {text.format(called(path, self.mark))} The rounds ended in: {results}"
                raise Wrong(text + ("." if self.rounds <= 9 else ", ..."), {path: ("here", "bad")})
        for path in found.keys() - self.tree.nodes.keys():
            text = f"{after} the tree holds {called(path, self.mark)}, where no round went: each adds one node."
            raise Wrong(text, {path[:-1]: ("here", "bad")})

    def judge_move(self, move: Any, told: Any) -> None:
        """Raise Wrong if the move has not most visits, by the tree that was returned: others judge that."""
        visits = {path[0]: node[0] for path, node in nodes_of(told, self.tree.nodes[()]).items() if len(path) == 1}
        if not all(type(count) is int for count in visits.values()):
            raise Wrong("visits of the root's children must be whole numbers.")
        most = [square for square, count in visits.items() if count == max(visits.values())]
        if type(move) is not int or move not in most:
            yours = (
                f"{shown(move)}, with {plural(visits[move], 'visit')}"
                if type(move) is int and move in visits
                else shown(move)
            )
            text = f"mcts must return a move with most visits, {' or '.join(map(str, sorted(most)))}, as a square's number; "
            notes: Notes = {(one,): ("most visits", "good") for one in most}
            raise Wrong(
                f"{text}yours returned {yours}.", {**notes, (move,): ("yours", "bad")} if move in visits else notes
            )

    def show(self) -> Parts:
        return [Text(f"Asked for: {self.call}."), Boards([LOOK.position(self.board, self.mark)])]


def cases(rng: Random, aspect: str) -> list[SearchCase]:
    """Return searches to judge one aspect of; some are the same as before."""
    asked = [SearchCase(*one, aspect) for one in positions.searches(rng)]
    late = [SearchCase(ttt.EMPTY, mark, 18, 0.0, rng.getrandbits(16), aspect, late=True) for mark in "xo" * 2]
    again = [SearchCase(one.board, one.mark, one.rounds, one.c, one.seed + 1, aspect) for one in asked[-3:]]
    return [*asked, *late, *again]


def settle_with(student: Student, rng: Random, asked: Sequence[Any], noun: str, names: Sequence[str]) -> str:
    """Settle cases that use helpers: if need be, with right ones in the place of those that are wrong."""

    def retries() -> Retries:
        repair: Repair = {}
        worst = sorted((case for case in asked if getattr(case, "faults", 0)), key=lambda case: case.size)[:4]
        hard = [one for case in worst for one in case.hard]
        every: dict[str, Sequence[Case]] = {
            "ucb1": [UcbCase(numbers) for numbers in positions.numbers(rng)],
            "select": [SelectCase(*one, repair) for one in positions.selections(rng)],
            "expand": [ExpandCase(*one) for one in positions.expansions(rng)],
            "backpropagate": [BackCase(*one, look) for look in ("visits", "wins") for one in positions.counted(rng)],
        }
        for name in names:
            if wrong_ones(student, {name: [*every[name], *(one for one in hard if one.asks.startswith(name[:4]))]}):
                repair[name] = text_of(name)
        if repair:
            yield again(with_right([*repair]), asked, repair=repair)

    return settle(student, asked, noun, retries)
