"""How whole searches are judged: by replaying each round.

The trusted side owns every simulated game, and so sees each round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import Case, Fault
from graders.kit.grading.student import Question
from graders.kit.grading.words import plural, shown
from graders.kit.report import Boards, Parts, Text
from graders.kit.roomkit.calls import Kinds
from graders.mcts import calls
from graders.mcts.cases import FACTS, LOOK, Notes, Wrong, difference, draw, follow, nodes_of
from graders.mcts.lent import returned
from graders.mcts.oracle import ENDS, RESULTS, Path, Result, Tree, path_of, squares, way_to

# What must not have gone wrong in any round for each aspect: one node more, its place, and that
# none was passed over.
DEMANDED = {
    "rounds": ["rounds"],
    "selection": ["selection", "rounds"],
    "move": ["rounds", "untried"],
}
ONE_NODE = (
    "Each round adds one node and simulates from there; {now} has added {count} and simulated from "
    "{node}."
)
PASSED_OVER = (
    "Each move of a node is tried before the search goes on below it; {now} went on below {node}, "
    "where moves were untried."
)
BEFORE = " Before that, a search from {board}, with {mark} to move, was asked for."
DRAWN = (5, 1, 9, 3, 2, 8, 4, 6, 7)  # a game that is drawn: in no position of it a move wins
# Shown by results, and no kind of call.
OWN_VISIT = "a node's own visit"
HARDLY_FEWER = "hardly fewer visits, and a better average"
BY_A_PERCENT = "fewer visits by less than a percent, and a better average"
BY_RESULTS = (OWN_VISIT, HARDLY_FEWER, BY_A_PERCENT)
SHOWN = 9  # rounds of which it is said where they ended


def drawn_way(rng: Random) -> Path:
    """Return the moves of a drawn game, on a board that is turned."""
    turn = ttt.SYMMETRIES[rng.randrange(4)]
    return tuple([turn[square - 1] + 1 for square in DRAWN])


class Replay:
    """The rounds of a search as they were asked back for, one after the other.

    Attributes:
        search: What is replayed.
        tree: The one that the rounds make.
        log: Where each round ended, and its result.
        faults: What went wrong first: in "selection", in "rounds" (of which each adds one node),
            and by what was passed over "untried".
    """

    def __init__(self, search: "SearchCase") -> None:
        self.search = search
        self.tree = Tree(search.board, search.mark)
        self.log: list[tuple[Path, Result]] = []
        self.faults: dict[str, Wrong] = {}
        self._rng = Random(search.seed)
        self._down = drawn_way(self._rng)
        # Two moves of the root, as they are first tried.
        turns = [*range(1, 1 + search.board.count("_"))]
        self._rng.shuffle(turns)
        self._early, self._late = turns[0], turns[-1]

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
            self._note("rounds", text, {})
            return None
        self._go(path)
        board = self.tree.nodes[path].board
        if ttt.finished(board):
            result = RESULTS[ttt.winner(board)]
        elif self.search.shows == calls.DOWN:
            # Whoever moves elsewhere loses, so with c 0 the search goes down this way.
            result = None if path == self._down[: len(path)] else self.tree.nodes[path].to_move
        elif self.search.shows == OWN_VISIT:
            result = self._result_below(path)
        elif self.search.shows:
            result = self._result_after(path[:1])
        else:
            result = self._rng.choice(self.search.results)
        self.tree.count(path, result)
        self.log.append((path, result))
        return result

    def _go(self, path: Path) -> None:
        """Note what is wrong with a round that ends there, and make its nodes."""
        now = f"round {len(self.log) + 1}"
        way = way_to(path)
        passed = [node for node in way if node in self.tree.nodes]
        new = way[len(passed) :]
        selected = passed[-1]
        try:
            follow(self.tree, (), selected, self.search.c, now)
        except Wrong as wrong:
            self._note("selection", str(wrong), wrong.notes)

        is_over = ttt.finished(self.tree.nodes[selected].board)
        if len(new) == is_over or len(new) > 1:
            text = ONE_NODE.format(now=now, count=len(new), node=self.tree.name(path))
            self._note("rounds", text, {selected: ("selected", "bad")})

        for node in passed[:-1]:
            if self.tree.nodes[node].untried:
                text = PASSED_OVER.format(now=now, node=self.tree.name(node))
                self._note("untried", text, {node: ("here", "bad")})

        for node in new:
            self.tree.add(node)

    def _note(self, kind: str, text: str, notes: Notes) -> None:
        """Keep what went wrong first of its kind, with the tree as it is."""
        if kind not in self.faults:
            self.faults[kind] = Wrong(text, notes, self.tree.copy())

    def _result_below(self, path: Path) -> Result:
        """Return the result of a game by which it shows how often a move of the root was visited.

        The move has three replies. Only the first game of the one that is tried second is won; all
        other games are lost. When four games were played below the move, that reply has one win in
        two visits, and each other one none in one. With c 1.4 one of the others is next if the move
        counts with its own visit, which makes five, and the second one if it does not.
        """
        if len(path) < 2:
            return None
        move, reply = path[:1], path[:2]
        in_order: list[Path] = []
        for node in self.tree.nodes:
            if len(node) == 2 and node[:1] == move:
                in_order.append(node)
        mover = self.tree.nodes[move].to_move
        if in_order.index(reply) == 1 and self.tree.nodes[reply].visits == 0:
            return mover
        return ttt.other(mover)

    def _result_after(self, move: Path) -> Result:
        """Return the result of a game after a move of the root that shows what it is to show.

        Two of the moves, early and late, may win; all others lose.

        - More wins elsewhere, c is 0: early wins its first three games and no more. So it is taken
          till its average is a half. Late draws its first game and wins all later ones: more in the
          end, in fewer visits.
        - Most visits by one, c is 0: both win their first game. Then the one that is taken draws,
          so that the other one is taken: it wins, and loses, and its average is the lower one.
        - No open line, c is 0: whoever moves wins, till games are over, which are drawn. So each
          average stays above a half, and the two moves take turns; with a draw in place of that
          win there is a tie for ever.
        - Logarithms: early wins. See `between` in built.py.
        - Hardly fewer visits: see below.
        """
        mark = self.search.mark
        visits = self.tree.nodes[move].visits
        in_order: list[Path] = [path for path in self.tree.nodes if len(path) < 2]  # the root first
        turn = in_order.index(move)
        is_early, is_late = turn == self._early, turn == self._late
        result: Result = ttt.other(mark)
        match self.search.shows:
            case calls.MORE_WINS:
                if (is_early and visits < 3) or (is_late and visits):
                    result = mark
                elif is_late:
                    result = None
            case calls.BY_ONE:
                after = len(self.log) - len(squares(self.search.board))
                if after == 0:
                    result = None
                elif after == 1 or (visits == 0 and (is_early or is_late)):
                    result = mark
            case calls.NO_LINE:
                result = mark
            case _ if self.search.shows in (HARDLY_FEWER, BY_A_PERCENT):
                result = self._result_of_hardly_fewer(visits, is_early, is_late)
            case _ if is_early:
                result = mark
        return result

    def _result_of_hardly_fewer(self, visits: int, is_early: bool, is_late: bool) -> Result:
        """Return the result of a game that shows who counts visits roughly.

        - Hardly fewer visits, c is nearly 0: early wins ten games and no more. So it is taken till
          its average is a half, in 20. Late wins its second game and draws all others: its average
          stays a little above a half, and it is taken till the rounds end.
        - Fewer by less than a percent, c is very large: the moves are taken in turn. Each wins
          seven of 13 games, and early draws one more: so it is taken once more, and loses.

        Args:
            visits: How many games there were before with the same move of the root.
            is_early: Whether that is early.
            is_late: Whether that is late.
        """
        mark = self.search.mark
        if self.search.shows == BY_A_PERCENT:
            if visits < 7:
                return mark
            if is_early and visits == 7:
                return None
            return ttt.other(mark)
        if (is_early and visits < 10) or (is_late and visits == 1):
            return mark
        if is_late:
            return None
        return ttt.other(mark)


@dataclass(frozen=True)
class SearchCase(Case):
    """Ask for a search; each simulated game asks back for its result, so that its round is known.

    Attributes:
        board: Of the root.
        mark: Who moves there.
        rounds: How many there are.
        c: The factor of ucb1.
        seed: Of the results of games.
        aspect: What is judged: rounds, selection, or move.
        shows: What results are to show, by its name in calls.py; "" for nothing.
        results: Those that a simulated game may have.
        before: A board, and who moves, from where is searched first; none for nothing.
        is_later: Whether the game has gone on from there.
    """

    gives = True
    board: str
    mark: str
    rounds: int
    c: float
    seed: int
    aspect: str = "rounds"
    shows: str = ""
    results: Sequence[Result] = ENDS
    before: tuple[str, ...] = ()
    is_later: bool = False

    @property
    def covers(self) -> Sequence[Kinds]:
        if self.shows in BY_RESULTS or self.is_later:
            return []
        before = "the first search"
        if self.before:
            is_same = self.before == (self.board, self.mark)
            before = "the same root before" if is_same else "another root before"
        asked = (self.board, self.mark), self.rounds, self.c, self.results, self.shows
        return [calls.of_search(*asked, before)]

    @property
    def check(self) -> str:
        return f"mcts: {self.aspect}"

    @property
    def size(self) -> int:
        return self.rounds * 10 + self.board.count("_")

    @property
    def has_history(self) -> bool:
        return bool(self.before)

    @property
    def call(self) -> str:
        state = f"State({self.board!r}, {self.mark!r})"
        return f"mcts({state}, {self.rounds}, {self.c:g}, rng, simulate)"

    def question(self) -> Question:
        return "mcts", [self.board, self.mark, self.rounds, self.c, self.seed, self.before]

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
            tree = draw(wrong.tree or notes.tree, wrong.notes, self.c)
            return Fault([Text(str(wrong)), tree, *self.show()])
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
            name = replay.tree.name(path)
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
                    f"{after} the tree holds {replay.tree.name(path)}, where no round went: "
                    "each adds one node."
                )
                raise Wrong(text, {path[:-1]: ("here", "bad")})

    def _ends(self, replay: Replay) -> str:
        """Say where the first rounds ended, and with what result."""
        ends = [f"{replay.tree.name(path)} {shown(won)}" for path, won in replay.log[:SHOWN]]
        if self.rounds > SHOWN:
            ends.append("...")
        return ", ".join(ends)

    def _examine_move(self, move: Any, replay: Replay) -> None:
        """Raise Wrong if not most of the rounds went through the move."""
        tree = replay.tree
        visits = {path[-1]: tree.nodes[path].visits for path in tree.below(())}
        most = max(visits.values())
        best = [square for square, count in visits.items() if count == most]
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
        asked = f"Asked for: {self.call}."
        if self.before:
            asked += BEFORE.format(board=self.before[0], mark=self.before[1])
        return [Text(asked), Boards([LOOK.position(self.board, self.mark)])]
