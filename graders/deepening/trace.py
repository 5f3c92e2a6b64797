"""How a search by negamax is followed: as a tree, with a node for each way to a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graders.deepening.cases import SMALL, SearchCase
from graders.deepening.positions import OTHER, Game, Node, tictactoe
from graders.kit.errors import KitError
from graders.kit.grading.checks import Case
from graders.kit.roomkit.textbook import Key, Start
from graders.kit.roomkit.textbook import Node as Drawn
from graders.kit.trace.search import Search, typed

EXAMPLE = "{'Ax': (0, {1: 'B', 2: 'C'}), 'Bo': (3, {}), 'Co': (-2, {})}"
SHAPE = f"a game is a dict that begins with its first state, as {EXAMPLE}"
MOST_EMPTY = 6  # cells of a board, so that its tree can be followed


class GameSearch(Search):
    """The search of a case."""

    looks_are_reads = True  # who is given a state with no search below it asks for its value

    def __init__(self, case: SearchCase) -> None:
        self.case = case
        self.game = case.game
        self.title = case.call
        self.position = case.place[:-1] if len(case.place) > 2 else repr(python(case.game))
        self.starts = (Start((), case.low, case.high),)
        self._depth = case.depth
        self._start = case.place

    def place(self, key: Key) -> str:
        """Return where the moves of a key lead to."""
        return self.game.after(self._start, key)

    def node(self, key: Key) -> Drawn:
        place = self.place(key)
        side, label = place[-1], place[:-1]
        board = label if len(label) > 1 else ""
        value = None
        if not self.children(key):
            own = self.game.nodes[place].value
            value = own if side == self._start[-1] else -own
        return Drawn(label, "max" if side == self._start[-1] else "min", value, board)

    def children(self, key: Key) -> list[Key]:
        if len(key) >= self._depth:
            return []
        return [(*key, move) for move, _ in self.game.nodes[self.place(key)].moves]

    def locate(self, sent: Any, above: Key | None) -> Key | None:
        for key in self.near(above):
            if self.place(key) == sent:
                return key
        return None


def python(game: Game) -> dict[str, tuple[int, dict[int, str]]]:
    """Return a game as the statement writes one."""
    told: dict[str, tuple[int, dict[int, str]]] = {}
    for place, node in game.nodes.items():
        moves = {}
        for move, to in node.moves:
            moves[move] = to[:-1]
        told[place] = node.value, moves
    return told


def of_case(case: Case) -> GameSearch | None:
    """Return the search of a case: that of a small game, by negamax."""
    if isinstance(case, SearchCase) and len(case.game.nodes) <= 2 * SMALL:
        return GameSearch(case)
    return None


def of_text(tree: str, board: str) -> GameSearch:
    """Return the search of a game as the statement writes it, or of a board of tic-tac-toe."""
    if board:
        if len(board) != 9 or set(board) - set("xo_") or board.count("_") > MOST_EMPTY:
            raise KitError(f"A board has nine of x, o and _, of _ at most {MOST_EMPTY}.")
        turn = "x"
        if board.count("x") > board.count("o"):
            turn = "o"
        game = tictactoe(board, turn)
        return GameSearch(SearchCase(game, game.start, board.count("_")))
    game = game_of(typed(tree or EXAMPLE, SHAPE))
    return GameSearch(SearchCase(game, game.start, plies(game, game.start, len(game.nodes))))


def game_of(told: Any) -> Game:
    """Return a game that a person has typed; raise KitError if it is none."""
    nodes: dict[str, Node] = {}
    if not isinstance(told, Mapping):
        raise KitError(f"That is no game: {SHAPE}.")
    for place, about in told.items():
        match place, about:
            case [str(), [int(value), dict(moves)]] if place[1:] in OTHER:
                leads = []
                for move, name in moves.items():
                    leads.append((move, f"{name}{OTHER[place[-1]]}"))
                nodes[place] = Node(value, tuple(leads))
            case _:
                raise KitError(f"That is no game: {SHAPE}.")
    leading = set()
    for node in nodes.values():
        for _, to in node.moves:
            leading.add(to)
    if not nodes or not leading <= nodes.keys():
        raise KitError(f"A game has each state that a move leads to: {SHAPE}.")
    return Game(nodes, next(iter(nodes)))


def plies(game: Game, place: str, most: int) -> int:
    """Return how many moves can follow on a place; raise KitError if there is no end."""
    if most < 0:
        raise KitError("That game has no end: a state comes again.")
    return max((1 + plies(game, to, most - 1) for to in game.below(place)), default=0)


class PlaySearch(GameSearch):
    """The last one of the searches by which a submission chooses its move in a game."""

    remark = (
        "In the game deepen has searched depth after depth; this is negamax to the last depth, "
        "without what is kept from the others."
    )


def of_play(game: Any) -> Search:
    """Return the last search by which a submission chooses its move in a position."""
    depth = min(game.chosen["depth"], game.board.count("_"))
    below = tictactoe(game.board, game.to_move, depth)
    return PlaySearch(SearchCase(below, below.start, depth))
