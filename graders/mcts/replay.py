"""A search as it is replayed here.

The trusted side owns every simulated game, and so sees each round.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.words import shown
from graders.mcts.cases import Notes, Wrong, called, follow
from graders.mcts.oracle import RESULTS, Path, Result, Tree, path_of


@dataclass(frozen=True)
class Search:
    """What mcts is called with.

    Attributes:
        board: Of the root.
        mark: Who moves there.
        rounds: How many there are.
        c: The factor of ucb1.
        seed: Of the results of games.
        late: Whether results are such that the move with most visits has neither the best average
            nor most wins.
    """

    board: str
    mark: str
    rounds: int
    c: float
    seed: int
    late: bool = False


class Replay:
    """The rounds of a search as they were asked back for, one after the other.

    Attributes:
        search: What is replayed.
        tree: The one that the rounds make.
        log: Where each round ended, and its result.
        faults: What went wrong first: in "selection", in "rounds" (of which each adds one node), and
            by what was passed over "untried".
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self.tree = Tree(search.board, search.mark)
        self.log: list[tuple[Path, Result]] = []
        self.faults: dict[str, Wrong] = {}
        self._rng = Random(search.seed)
        # Two moves of the root, as they are first tried.
        self._early, self._late = self._rng.sample(range(1, 10), 2)

    def simulate(self, wanted: Any) -> Result:
        """Take note of a round, and return the result of its game.

        Args:
            wanted: The moves that lead to where the game begins. A stranger asks, so it may be
                anything.
        """
        path = path_of(wanted, self.search.board, self.search.mark)
        most = 2 * self.search.rounds + 10
        if path is None or len(self.log) > most:
            text = f"simulate must get a state below the root, not {shown(wanted)}."
            self.faults.setdefault("rounds", Wrong(text))
            return None
        self._go(path)
        board = self.tree.nodes[path].board
        if ttt.finished(board):
            result = RESULTS[ttt.winner(board)]
        elif self.search.late:
            result = self._late_result(path[:1])
        else:
            result = self._rng.choice(("x", "o", None))
        self.tree.count(path, result)
        self.log.append((path, result))
        return result

    def _go(self, path: Path) -> None:
        """Note what is wrong with a round that ends there, and make its nodes."""
        now = f"round {len(self.log) + 1}"
        way = [path[:end] for end in range(len(path) + 1)]
        passed = [node for node in way if node in self.tree.nodes]
        new = way[len(passed) :]
        selected = passed[-1]
        if "selection" not in self.faults:
            try:
                follow(self.tree, (), selected, self.search.c, now)
            except Wrong as wrong:
                self._note("selection", str(wrong), wrong.notes)

        is_over = ttt.finished(self.tree.nodes[selected].board)
        if len(new) != (0 if is_over else 1):
            text = (
                f"Each round adds one node and simulates from there; {now} has added {len(new)} "
                f"and simulated from {called(path, self.search.mark)}."
            )
            self._note("rounds", text, {selected: ("selected", "bad")})

        for node in passed[:-1]:
            if self.tree.nodes[node].untried:
                text = (
                    "Each move of a node is tried before the search goes on below it; "
                    f"{now} went on below {called(node, self.search.mark)}, where moves were "
                    "untried."
                )
                self._note("untried", text, {node: ("here", "bad")})

        for node in new:
            self.tree.add(node)

    def _note(self, kind: str, text: str, notes: Notes) -> None:
        """Keep what went wrong first of its kind, with the tree as it is."""
        if kind not in self.faults:
            self.faults[kind] = Wrong(text, notes, self.tree.copy())

    def _late_result(self, move: Path) -> Result:
        """Return the result of a game after a move of the root, as `late` says, with c 0.

        One move wins its first three games and no more: so it is taken till its average is a half.
        Another one draws its first game and wins all later ones: more in the end, in fewer visits.
        All others lose.
        """
        mark = self.search.mark
        visits = self.tree.nodes[move].visits
        in_order: list[Path] = [path for path in self.tree.nodes if len(path) < 2]  # the root first
        turn = in_order.index(move)
        if turn == self._early:
            return mark if visits < 3 else ttt.other(mark)
        if turn == self._late:
            return mark if visits else None
        return ttt.other(mark)
