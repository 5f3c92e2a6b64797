"""A search as it is replayed here: the trusted side owns every simulated game, and so sees each round."""

from dataclasses import dataclass
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.words import shown
from graders.mcts.cases import Notes, Wrong, called, follow
from graders.mcts.oracle import RESULTS, Path, Result, Tree


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

    def simulate(self, wanted: Any) -> Result:
        """Take note of a round, and return the result of its game.

        Args:
            wanted: The moves that lead to where the game begins. A stranger asks, so it may be
                anything.
        """
        path = self._path_of(wanted)
        most = 2 * self.search.rounds + 10
        if path is None or len(self.log) > most:
            text = f"simulate must get a state below the root, not {shown(wanted)}."
            self.faults.setdefault("rounds", Wrong(text))
            return None
        self._go(path)
        board = self.tree.nodes[path].board
        result = RESULTS[ttt.winner(board)] if ttt.finished(board) else self._result_below(path)
        self.tree.count(path, result)
        self.log.append((path, result))
        return result

    def _path_of(self, moves: Any) -> Path | None:
        """Return the moves as a path if they can be played."""
        if not isinstance(moves, list):
            return None
        board, mark = self.search.board, self.search.mark
        for square in moves:
            if type(square) is not int or square - 1 not in ttt.moves(board):
                return None
            board, mark = ttt.play(board, square - 1, mark), ttt.other(mark)
        return tuple(moves)

    def _go(self, path: Path) -> None:
        """Note what is wrong with a round that ends there, and make its nodes."""
        now = f"round {len(self.log) + 1}"
        new = _new_on(path, self.tree)
        selected = path[: len(path) - len(new)]
        self._judge_selection(selected, now)
        self._judge_new(path, selected, now)
        self._judge_untried(selected, now)
        for child in new:
            self.tree.add(child)

    def _judge_selection(self, selected: Path, now: str) -> None:
        if "selection" in self.faults:
            return
        try:
            follow(self.tree, (), selected, self.search.c, now)
        except Wrong as wrong:
            self._note("selection", str(wrong), wrong.notes)

    def _judge_new(self, path: Path, selected: Path, now: str) -> None:
        count = len(path) - len(selected)
        wanted = 0 if ttt.finished(self.tree.nodes[selected].board) else 1
        if count != wanted:
            text = (
                f"Each round adds one node and simulates from there; {now} has added {count} and "
                f"simulated from {called(path, self.search.mark)}."
            )
            self._note("rounds", text, {selected: ("selected", "bad")})

    def _judge_untried(self, selected: Path, now: str) -> None:
        for end in range(len(selected)):
            above = selected[:end]
            if self.tree.nodes[above].untried:
                text = (
                    "Each move of a node is tried before the search goes on below it; "
                    f"{now} went on below {called(above, self.search.mark)}, where moves were "
                    "untried."
                )
                self._note("untried", text, {above: ("here", "bad")})

    def _note(self, kind: str, text: str, notes: Notes) -> None:
        """Keep what went wrong first of its kind, with the tree as it is."""
        if kind not in self.faults:
            self.faults[kind] = Wrong(text, notes, self.tree.copy())

    def _result_below(self, path: Path) -> Result:
        """Return the result of a game that goes on: by chance, or as `late` says, with c 0.

        Of the moves of the root one wins its first three games and no more: so it is taken till its
        average is a half. Another one draws its first game and wins all later ones: more in the end,
        in fewer visits. All others lose.
        """
        if not self.search.late:
            return self._rng.choice(("x", "o", None))
        seed, mark = self.search.seed, self.search.mark
        first = path[:1]
        firsts = [*dict.fromkeys([*(end[:1] for end, _ in self.log), first])]
        turn = firsts.index(first)
        visits = self.tree.nodes[first].visits
        if turn == seed % 9:
            return mark if visits < 3 else ttt.other(mark)
        if turn == (seed + 1 + seed // 9 % 8) % 9:
            return mark if visits else None
        return ttt.other(mark)


def _new_on(path: Path, tree: Tree) -> list[Path]:
    """Return the nodes on a path, its end included, that a tree does not have."""
    above = [path[:end] for end in range(1, len(path) + 1)]
    return [node for node in above if node not in tree.nodes]
