"""How whole searches are judged: by replaying each round, for the trusted side owns every simulated game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import (
    Case,
    Fault,
    Retries,
    Retry,
    again,
    probe,
    settle,
    with_right,
    wrong_ones,
)
from graders.kit.grading.student import Question, Student
from graders.kit.grading.words import plural, shown
from graders.kit.report import Boards, Parts, Text
from graders.mcts import cases as one
from graders.mcts import positions
from graders.mcts.cases import LOOK, Notes, Wrong, called, draw, nodes_of
from graders.mcts.lent import returned
from graders.mcts.replay import ASPECTS, Replay, Search

# What must not have gone wrong in any round for each aspect: one node more, its place, and that none was passed over.
DEMANDED = {
    "rounds": ["rounds"],
    "selection": ["selection", "rounds"],
    "move": ["rounds", "untried"],
}
SHORT = 30  # rounds from the empty board: the first game ends in a tree when five nodes have children, in round 31
LOOKED_AT = 4  # searches that went wrong: what they asked the helpers is asked again
SHOWN = 9  # rounds of which it is said where they ended


@dataclass(frozen=True)
class SearchCase(Case):
    """Ask for a search; each simulated game asks back for its result, so that its round is known.

    Attributes:
        aspect: What is judged: rounds, selection, or move.
        late: See Search.
    """

    gives = True
    board: str
    mark: str
    rounds: int
    c: float
    seed: int
    aspect: str
    late: bool = False
    lends: Sequence[str] = ()

    @property
    def check(self) -> str:
        return f"mcts: {self.aspect}"

    @property
    def size(self) -> int:
        return self.rounds * 10 + self.board.count("_")

    @property
    def call(self) -> str:
        state = f"State({self.board!r}, {self.mark!r})"
        return f"mcts({state}, {self.rounds}, {self.c:g}, rng, simulate)"

    def question(self) -> Question:
        return "mcts", [self.board, self.mark, self.rounds, self.c, self.seed, self.lends]

    def notes(self) -> Replay:
        return Replay(Search(self.board, self.mark, self.rounds, self.c, self.seed, self.late))

    def give(self, wanted: Any, notes: Replay) -> Any:
        match wanted:
            case [str(name), str()] if name in self.lends:
                return super().give(wanted, notes)
        return notes.simulate(wanted)

    def lend(self, name: str, argument: str) -> Any:
        return returned(name, argument)

    def judge_noted(self, answer: Any, notes: Replay) -> Fault | None:
        try:
            self.examine(answer, notes)
        except Wrong as wrong:
            tree = wrong.tree or notes.tree
            beside = {path: note for path, note in wrong.notes.items() if path in tree.nodes}
            return Fault([Text(str(wrong)), draw(tree, beside, self.c), *self.show()])
        return None

    def examine(self, answer: Any, replay: Replay) -> None:
        """Raise Wrong if a search is wrong in what is judged.

        Without all of its rounds it is none, whatever that is. Only what was asked back tells of a
        round. The tree that is returned must be the one that these make.
        """
        move, told = None, None
        if isinstance(answer, list) and len(answer) == 2:
            move, told = answer
        for kind in DEMANDED[self.aspect]:
            if kind in replay.faults:
                raise replay.faults[kind]
        if len(replay.log) != self.rounds:
            raise Wrong(
                "mcts must call simulate once a round, of a finished game too. In "
                f"{plural(self.rounds, 'round')} yours called it "
                f"{plural(len(replay.log), 'time')}."
            )
        if self.aspect == "rounds":
            self._examine_tree(told, replay)
        if self.aspect == "move":
            self._examine_move(move, replay)

    def _examine_tree(self, told: Any, replay: Replay) -> None:
        """Raise Wrong if the tree that was returned is not the one that the rounds make."""
        found = nodes_of(told)
        right = replay.tree.nodes
        after = f"After {plural(self.rounds, 'round')}"
        for path, node in right.items():
            name = called(path, self.mark)
            # Nobody moved into the root, so its wins are nobody's.
            looks = ("visits", "wins", "untried") if path else ("visits", "untried")
            text = f"the tree lacks {name}."
            if path in found:
                text = one.difference(found[path], node, name, looks)
            if text:
                ends = self._ends(replay)
                raise Wrong(
                    f"{after} {text} The rounds ended at, and with: {ends}.",
                    {path: ("here", "bad")},
                )
        for path in found:
            if path not in right:
                raise Wrong(
                    f"{after} the tree holds {called(path, self.mark)}, where no round went: "
                    "each adds one node.",
                    {path[:-1]: ("here", "bad")},
                )

    def _ends(self, replay: Replay) -> str:
        """Say where the first rounds ended, and with what result."""
        ends = [f"{called(path, self.mark)} {shown(won)}" for path, won in replay.log[:SHOWN]]
        if self.rounds > SHOWN:
            ends.append("...")
        return ", ".join(ends)

    def _examine_move(self, move: Any, replay: Replay) -> None:
        """Raise Wrong if not most of the rounds went through the move."""
        visits: dict[int, int] = {}
        for path, node in replay.tree.nodes.items():
            if len(path) == 1:
                visits[path[0]] = node.visits
        most = [square for square, count in visits.items() if count == max(visits.values())]
        if type(move) is int and move in most:
            return
        yours = shown(move)
        notes: Notes = {(best,): ("most visits", "good") for best in most}
        if type(move) is int and move in visits:
            yours += f", with {plural(visits[move], 'visit')}"
            notes[move,] = ("yours", "bad")
        wanted = " or ".join(map(str, sorted(most)))
        raise Wrong(
            f"mcts must return a move with most visits, {wanted}; yours returned {yours}.", notes
        )

    def show(self) -> Parts:
        return [Text(f"Asked for: {self.call}."), Boards([LOOK.position(self.board, self.mark)])]


def cases(rng: Random, aspect: str) -> list[SearchCase]:
    """Return searches to judge one aspect of; the last one is the first once more."""
    asked = [SearchCase(*how, aspect) for how in positions.searches(rng, aspect)]
    late = []
    for mark in "xoxo":
        seed = rng.getrandbits(16)
        late.append(SearchCase(ttt.EMPTY, mark, 18, 0.0, seed, aspect, late=True))
    if aspect == "move":
        asked += late
    return [*asked, asked[0]]


def of_helper(name: str, rng: Random, lends: Sequence[str]) -> Sequence[Case]:
    """Return cases about a helper.

    Args:
        name: Its name.
        rng: Chooses them.
        lends: The helpers that it may find to be right ones.
    """
    match name:
        case "ucb1":
            return [one.UcbCase(numbers) for numbers in positions.numbers(rng)]
        case "select":
            return [one.SelectCase(*how, lends) for how in positions.selections(rng)]
        case "expand":
            return [one.ExpandCase(*how) for how in positions.expansions(rng)]
    asked: list[Case] = []
    for aspect in ASPECTS:
        for how in positions.counted(rng):
            asked.append(one.BackCase(*how, aspect))
    return asked


def wrong_helpers(
    student: Student, rng: Random, asked: Sequence[Any], names: Sequence[str]
) -> list[str]:
    """Return which helpers are wrong somewhere, as far as can be seen: also in what these searches have asked them."""
    failed: list[tuple[int, Replay]] = []
    for case, probed in zip(asked, student.run.first, strict=True):
        if isinstance(case, SearchCase) and not probed:
            failed.append((case.size, probed.notes))
    failed.sort(key=lambda pair: pair[0])
    wrong: list[str] = []
    for name in names:
        about = [*of_helper(name, rng, wrong)]
        for _, replay in failed[:LOOKED_AT]:
            for case in replay.helped(wrong):
                if case.check.split(":")[0] == name:
                    about.append(case)
        wrong = [*wrong, *wrong_ones(student, {name: about})]
    return wrong


def settle_with(
    student: Student, rng: Random, asked: Sequence[Any], noun: str, names: Sequence[str]
) -> str:
    """Settle cases that use helpers: if need be, with right ones lent in the place of those that are wrong."""

    def retries() -> Retries:
        lends = wrong_helpers(student, rng, asked, names)
        if lends:
            yield again(with_right(lends), asked, lends=lends)
        searches: list[SearchCase] = []
        missing: list[SearchCase] = []
        for case, probed in zip(asked, student.run.first, strict=True):
            if not isinstance(case, SearchCase) or case.aspect == "rounds":
                continue
            searches.append(case)
            if len(probed.notes.log) != case.rounds:
                missing.append(case)
        if missing:
            probe(student, [replace(search, aspect="rounds") for search in missing[:3]])
            early = []
            for search in searches[-8:]:
                rounds = min(search.rounds, SHORT)
                early.append(replace(search, board=ttt.EMPTY, rounds=rounds, lends=lends))
            yield Retry("Passed where no round comes to the end of a game.", early)

    return settle(student, asked, noun, retries)
