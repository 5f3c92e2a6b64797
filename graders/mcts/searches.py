"""How whole searches are judged: by replaying each round. See replay.py."""

from dataclasses import dataclass
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import plural, shown
from graders.kit.report import Boards, Parts, Text
from graders.mcts import positions
from graders.mcts.cases import FACTS, LOOK, Notes, Wrong, called, difference, draw, nodes_of
from graders.mcts.lent import returned
from graders.mcts.replay import Replay, Search

# What must not have gone wrong in any round for each aspect: one node more, its place, and that
# none was passed over.
DEMANDED = {
    "rounds": ["rounds"],
    "selection": ["selection", "rounds"],
    "move": ["rounds", "untried"],
}
SHOWN = 9  # rounds of which it is said where they ended


@dataclass(frozen=True)
class SearchCase(Search, Case):
    """Ask for a search; each simulated game asks back for its result, so that its round is known.

    Attributes:
        aspect: What is judged: rounds, selection, or move.
    """

    gives = True
    aspect: str = "rounds"

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
        return "mcts", [self.board, self.mark, self.rounds, self.c, self.seed]

    def notes(self) -> Replay:
        return Replay(self)

    def give(self, wanted: Any, notes: Replay) -> Any:
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
        move = told = None
        match answer:
            case [move, told]:
                pass
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
        after = f"After {plural(self.rounds, 'round')}"
        for path, node in replay.tree.nodes.items():
            name = called(path, self.mark)
            looks = FACTS if path else ("visits", "untried")  # nobody moved into the root
            text = f"the tree lacks {name}."
            if path in found:
                text = difference(found[path], node, name, looks)
            if text:
                ends = self._ends(replay)
                text = f"{after} {text} The rounds ended at, and with: {ends}."
                raise Wrong(text, {path: ("here", "bad")})
        for path in found:
            if path not in replay.tree.nodes:
                text = (
                    f"{after} the tree holds {called(path, self.mark)}, where no round went: "
                    "each adds one node."
                )
                raise Wrong(text, {path[:-1]: ("here", "bad")})

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
        most = max(visits.values())
        best = sorted(square for square, count in visits.items() if count == most)
        if type(move) is int and move in best:
            return
        yours = shown(move)
        notes: Notes = {(square,): ("most visits", "good") for square in best}
        if type(move) is int and move in visits:
            yours += f", with {plural(visits[move], 'visit')}"
            notes[move,] = ("yours", "bad")
        wanted = " or ".join(map(str, best))
        text = f"mcts must return a move with most visits, {wanted}; yours returned {yours}."
        raise Wrong(text, notes)

    def show(self) -> Parts:
        return [Text(f"Asked for: {self.call}."), Boards([LOOK.position(self.board, self.mark)])]


def cases(rng: Random, aspect: str) -> list[SearchCase]:
    """Return searches to judge one aspect of; the last one is the first once more."""
    asked = [SearchCase(*search, aspect=aspect) for search in positions.searches(rng, aspect)]
    if aspect == "move":
        for mark in "xoxo":
            seed = rng.getrandbits(16)
            asked.append(SearchCase(ttt.EMPTY, mark, 18, 0.0, seed, late=True, aspect=aspect))
    return [*asked, asked[0]]
