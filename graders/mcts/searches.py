"""How whole searches are judged: by replaying each round, for the trusted side owns every simulated game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.answers import plural, shown
from graders.kit.grading.checks import Case, Retries, Retry, again, probe, settle, with_right, wrong_ones
from graders.kit.grading.student import Student
from graders.kit.report import Boards, Parts, Text
from graders.mcts import cases as one
from graders.mcts import positions
from graders.mcts.cases import LOOK, Notes, Wrong, called, draw, nodes_of
from graders.mcts.oracle import RESULTS, Path, Result, Tree, right_helper

HELPERS, BOTH = ("ucb1", "select", "expand", "backpropagate"), ("visits", "wins")
QUESTIONS = {"ucb1": "ucb1", "select": "select", "expand": "expand", "backpropagate": "back"}  # of the driver


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
        self.call = f"mcts(State({self.board!r}, {self.mark!r}), {self.rounds}, {self.c:g}, rng, simulate)"

    def question(self) -> Any:
        self.tree, self.rng = Tree(self.board, self.mark), Random(self.seed)
        self.log: list[tuple[Path, Result]] = []  # where each round ended, and its result
        self.faults: dict[str, Wrong] = {}  # by the aspect: what went wrong first
        return super().question()

    def give(self, wanted: Any) -> Any:
        """Take note of a round, and return the result of its game; a stranger asks, so it may be anything."""
        match wanted:
            case [str(name), str(argument)] if name in self.lends:
                return right_helper(name, argument)
        if (path := self.legal(wanted)) is None or len(self.log) > 2 * self.rounds + 10:
            self.faults.setdefault("rounds", Wrong(f"simulate must get a state below the root, not {shown(wanted)}."))
            return None
        self.replay(path)
        end = self.tree.nodes[path]
        won = RESULTS[ttt.winner(end.board)] if ttt.finished(end.board) else self.decided(path)
        self.tree.count(path, won)
        self.log.append((path, won))
        return won

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
            self.faults["selection"], wrong.tree = wrong, known.copy()
        if "rounds" not in self.faults and len(new) != (not ttt.finished(known.nodes[selected].board)):
            text = f"Each round adds one node and simulates from there; {now} has added {len(new)} and simulated from "
            notes: Notes = {selected: ("selected", "bad")}
            self.faults["rounds"] = Wrong(f"{text}{called(path, self.mark)}.", notes, known.copy())
        for child in new:
            known.add(child)

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
        move, told = value if isinstance(value, list) and len(value) == 2 else (None, None)
        try:
            if self.aspect in self.faults:
                raise self.faults[self.aspect]
            self.judge_rounds()
            if self.aspect == "rounds":
                self.judge_tree(told)
            if self.aspect == "move":
                self.judge_move(move)
        except Wrong as wrong:
            tree = wrong.tree or self.tree
            notes = {path: note for path, note in wrong.notes.items() if path in tree.nodes}
            return [Text(str(wrong)), draw(tree, notes, self.c), *self.show()]
        return None

    def judge_rounds(self) -> None:
        """Raise Wrong if there were not as many rounds as were asked for: nobody is judged by fewer."""
        if len(self.log) != self.rounds:
            text = "mcts must call simulate once a round, of a finished game too. In"
            raise Wrong(f"{text} {plural(self.rounds, 'round')} yours called it {plural(len(self.log), 'time')}.")

    def judge_tree(self, told: Any) -> None:
        """Raise Wrong if the tree that was returned is not the one that the rounds make."""
        found, after = nodes_of(told), f"After {plural(self.rounds, 'round')}"
        for path, node in self.tree.nodes.items():
            name, looks = called(path, self.mark), ("visits", "wins", "untried") if path else ("visits", "untried")
            if text := one.difference(found[path], node, name, looks) if path in found else f"the tree lacks {name}.":
                ends = ", ".join(f"{called(path, self.mark)} {shown(won)}" for path, won in self.log[:9])
                text = f"{after} {text} The rounds ended at, and with: {ends}{', ...' * (self.rounds > 9)}."
                raise Wrong(text, {path: ("here", "bad")})
        for path in [path for path in found if path not in self.tree.nodes]:
            text = f"{after} the tree holds {called(path, self.mark)}, where no round went: each adds one node."
            raise Wrong(text, {path[:-1]: ("here", "bad")})

    def judge_move(self, move: Any) -> None:
        """Raise Wrong if the move has not most visits, by the rounds that there were: the tree is what others judge."""
        visits = {path[0]: node.visits for path, node in self.tree.nodes.items() if len(path) == 1}
        most = [square for square, count in visits.items() if count == max(visits.values())]
        if type(move) is int and move in most:
            return
        notes: Notes = {(best,): ("most visits", "good") for best in most}
        seen = ""
        if type(move) is int and move in visits:
            seen = f", with {plural(visits[move], 'visit')}"
            notes[(move,)] = "yours", "bad"
        wanted = " or ".join(map(str, sorted(most)))
        raise Wrong(f"mcts must return a move with most visits, {wanted}; yours returned {shown(move)}{seen}.", notes)

    def show(self) -> Parts:
        return [Text(f"Asked for: {self.call}."), Boards([LOOK.position(self.board, self.mark)])]

    def helped(self, lends: Sequence[str]) -> list[Case]:
        """Return what the helpers were asked in the first rounds, and in the last one. lends: for select"""
        tree, asked = Tree(self.board, self.mark), list[Case]()
        for number, (path, won) in enumerate(self.log):
            here = number in (0, 1, 2, 3, 4, len(self.log) - 1)
            asked += [one.SelectCase(tree.copy(), (), self.c, lends)] * here
            asked += [one.ExpandCase(tree.copy(), end, 0) for end in tree.ends((), self.c)[: 2 * here]]
            for child in [path[: end + 1] for end in range(len(path)) if path[: end + 1] not in tree.nodes]:
                tree.add(child)
            asked += [one.BackCase(tree.copy(), path, [won], what) for what in BOTH if here]
            tree.count(path, won)
        return asked


def cases(rng: Random, aspect: str) -> list[SearchCase]:
    """Return searches to judge one aspect of; the last one is the first once more."""
    asked = [SearchCase(*how, aspect) for how in positions.searches(rng, aspect)]
    late = [SearchCase(ttt.EMPTY, mark, 18, 0.0, rng.getrandbits(16), aspect, late=True) for mark in "xo" * 2]
    return [*asked, *(late if aspect == "move" else []), replace(asked[0])]


def asked_alone(name: str, rng: Random, wrong: Sequence[str]) -> Sequence[Case]:
    """Return what a helper is asked by itself, with right ones in the place of those that were found wrong."""
    if name == "ucb1":
        return [one.UcbCase(numbers) for numbers in positions.numbers(rng)]
    if name == "select":
        return [one.SelectCase(*how, wrong) for how in positions.selections(rng)]
    if name == "expand":
        return [one.ExpandCase(*how) for how in positions.expansions(rng)]
    return [one.BackCase(*how, what) for what in BOTH for how in positions.counted(rng)]


def settle_with(student: Student, rng: Random, asked: Sequence[Any], noun: str, names: Sequence[str]) -> str:
    """Settle cases that use helpers: if need be, with right ones in the place of those that are wrong."""

    def retries() -> Retries:
        worst = sorted((case for case in asked if getattr(case, "faults", 0)), key=lambda case: case.size)[:4]
        wrong: list[str] = []  # helpers, in the order in which they may depend on each other
        for name in names:
            cases = [*asked_alone(name, rng, wrong)]
            for search in worst:
                cases += [case for case in search.helped(wrong) if case.asks.split()[0] == QUESTIONS[name]]
            wrong += wrong_ones(student, {name: cases})
        if wrong:
            yield again(with_right(wrong), asked, lends=wrong)
        if missing := [s for s in asked if getattr(s, "aspect", "rounds") != "rounds" and len(s.log) != s.rounds]:
            probe(student, [replace(search, aspect="rounds") for search in missing[:3]])
            early = [replace(search, board=ttt.EMPTY, rounds=min(search.rounds, 40), lends=wrong) for search in asked]
            yield Retry("Passed where no round comes to the end of a game.", early[-8:])

    return settle(student, asked, noun, retries)
