"""The games that deepening is asked about, and what plain minimax says of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import inf
from random import Random
from string import ascii_letters
from typing import Any, TypeVar

from graders.kit.errors import KitError

T = TypeVar("T")
OTHER = {"x": "o", "o": "x"}
Window = tuple[int | None, int | None]
State = tuple[str, tuple[int, ...]]  # where it starts, and the moves from there

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
WON = 10
TRIES = 100_000  # of what chance has to make
HUGE = 10**20
LETTERS = ascii_letters + "ÄÖäöéñßΑΒΓαβγБДЯбдяאבسش漢字かな"  # of several alphabets
QUARTER_TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)
MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


@dataclass(frozen=True)
class Node:
    """A position of a game.

    Attributes:
        value: What it is worth for the side to move, without a look ahead.
        moves: Each move with the place that it leads to.
    """

    value: int
    moves: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Entry:
    """What a table says of a place: see the statement."""

    place: str
    depth: int
    kind: str
    value: int
    move: int | None = None

    def data(self) -> list[Any]:
        """Return it as the driver takes it."""
        return [self.place, self.depth, self.kind, self.value, self.move]

    @property
    def told(self) -> str:
        """The entry as Python."""
        return f"({self.depth}, {self.kind!r}, {self.value}, {self.move})"


@dataclass(frozen=True, eq=False)
class Game:
    """A game as data; a place is the name of a position followed by the side to move.

    Attributes:
        nodes: What stands at each place.
        start: Where it begins.
    """

    nodes: dict[str, Node]
    start: str
    _known: dict[tuple[str, int], int] = field(default_factory=dict)

    def data(self) -> dict[str, list[Any]]:
        """Return the game as the driver takes it."""
        told: dict[str, list[Any]] = {}
        for place, node in self.nodes.items():
            moves = []
            for move, to in node.moves:
                moves.append([move, to[:-1]])
            told[place] = [node.value, moves]
        return told

    def is_over(self, place: str) -> bool:
        """Tell whether the game is over at a place."""
        return not self.nodes[place].moves

    @property
    def plies(self) -> int:
        """How many moves the longest line has."""
        plies = 0
        layer = self.below(self.start)
        while layer:
            plies += 1
            layer = [to for place in layer for to in self.below(place)]
        return plies

    def below(self, place: str) -> list[str]:
        """Return the places after one move."""
        return [to for _, to in self.nodes[place].moves]

    def after(self, place: str, path: Sequence[int]) -> str:
        """Return the place that some moves lead to."""
        for move in path:
            place = dict(self.nodes[place].moves)[move]
        return place

    def minimax(self, place: str, depth: int) -> int:
        """Return the value of a place for the side to move, searched so many plies deep."""
        node = self.nodes[place]
        if depth == 0 or not node.moves:
            return node.value
        if (place, depth) not in self._known:
            self._known[place, depth] = max(-self.minimax(to, depth - 1) for _, to in node.moves)
        return self._known[place, depth]

    def believing(self, place: str, depth: int, believed: Mapping[str, int]) -> int:
        """Return the same where some places have another value, which a table says."""
        if place in believed:
            return believed[place]
        node = self.nodes[place]
        if depth == 0 or not node.moves:
            return node.value
        return max(-self.believing(to, depth - 1, believed) for _, to in node.moves)

    def best_moves(self, place: str, depth: int) -> list[int]:
        """Return the moves that plain minimax of a depth takes for the best."""
        best = self.minimax(place, depth)
        found = []
        for move, to in self.nodes[place].moves:
            if -self.minimax(to, depth - 1) == best:
                found.append(move)
        return found

    def limits(self, place: str) -> tuple[int, int]:
        """Return numbers that no search of a place, however deep, comes below or above."""
        node = self.nodes[place]
        low = high = node.value
        for to in self.below(place):
            lowest, highest = self.limits(to)
            low = min(low, -highest)
            high = max(high, -lowest)
        return low, high

    def alphabeta(self, place: str, depth: int, alpha: float, beta: float) -> tuple[float, int]:
        """Return what alpha-beta that takes moves in their order returns, and expands."""
        if depth == 0 or self.is_over(place):
            return self.nodes[place].value, 0
        best = -inf
        count = 1
        for to in self.below(place):
            value, more = self.alphabeta(to, depth - 1, -beta, -max(alpha, best))
            best = max(best, -value)
            count += more
            if best >= beta:
                break
        return best, count


def later_of_equals(game: Game, place: str, depth: int) -> int | None:
    """Return the move of who takes a later one that seems equal, though that may be a bound."""
    best = -inf
    best_move = None
    for move, to in game.nodes[place].moves:
        value, _ = game.alphabeta(to, depth - 1, -inf, -best)
        if -value >= best:
            best = -value
            best_move = move
    return best_move


def won(board: str, side: str) -> bool:
    """Tell whether a side has three in a line of tic-tac-toe."""
    for line in LINES:
        cells = {board[int(cell)] for cell in line}
        if cells == {side}:
            return True
    return False


def chances(board: str, side: str) -> int:
    """Return in how many lines the other side has nothing yet."""
    count = 0
    for line in LINES:
        cells = {board[int(cell)] for cell in line}
        if OTHER[side] not in cells:
            count += 1
    return count


def tictactoe(board: str, turn: str, plies: int = 9) -> Game:
    """Return all that can come of a board of tic-tac-toe in so many plies."""
    nodes: dict[str, Node] = {}
    layer = [board + turn]
    for _ in range(plies + 1):
        below: dict[str, None] = {}
        for place in layer:
            nodes[place] = cell_by_cell(place[:-1], place[-1])
            below.update(dict.fromkeys(to for _, to in nodes[place].moves))
        layer = list(below)
    return Game(nodes, board + turn)


def cell_by_cell(board: str, turn: str) -> Node:
    """Return the value of a board of tic-tac-toe, and the moves on it."""
    other = OTHER[turn]
    if won(board, other):
        return Node(-WON)
    if "_" not in board:
        return Node(0)
    moves = []
    for cell in range(9):
        if board[cell] == "_":
            moves.append((cell, board[:cell] + turn + board[cell + 1 :] + other))
    return Node(chances(board, turn) - chances(board, other), tuple(moves))


def looks(board: str) -> set[str]:
    """Return a board of tic-tac-toe turned and mirrored in every way."""
    found = set()
    for _ in range(4):
        board = "".join(board[cell] for cell in QUARTER_TURN)
        found |= {board, "".join(board[cell] for cell in MIRROR)}
    return found


def alike(place: str) -> set[str]:
    """Return the places of tic-tac-toe that one key may stand for, as a search tells none apart.

    They are turned and mirrored, or have the colours swapped and the other side to move. A letter
    is like no other.
    """
    if len(place) == len("Ax"):
        return {place}
    places = set()
    for board in looks(place[:-1]):
        swapped = board.translate(str.maketrans("xo", "ox"))
        places |= {board + place[-1], swapped + OTHER[place[-1]]}
    return places


@cache
def all_places() -> tuple[str, ...]:
    """Return the boards with as many x as o, or one more, each with both sides to move."""
    places: list[str] = []
    for cells in product("_xo", repeat=9):
        if cells.count("x") - cells.count("o") in (0, 1):
            board = "".join(cells)
            places += [board + "x", board + "o"]
    return tuple(places)


def all_letters() -> tuple[str, ...]:
    """Return positions that are named by a letter of some alphabet, each with both sides to move."""
    places: list[str] = []
    for letter in LETTERS:
        places += [letter + "x", letter + "o"]
    return tuple(places)


def random_board(rng: Random, stones: int) -> tuple[str, str]:
    """Return a board of tic-tac-toe on which nobody has won, and whose turn it is."""

    def undecided() -> str | None:
        cells = ["_"] * 9
        for number, cell in enumerate(rng.sample(range(9), stones)):
            cells[cell] = "xo"[number % 2]
        board = "".join(cells)
        if won(board, "x") or won(board, "o"):
            return None
        return board

    return found(undecided), "xo"[stones % 2]


def named(rng: Random, layers: Sequence[int], turn: str) -> list[list[str]]:
    """Return places for the layers of a game; the first is A, and x and o meet the same names."""
    sides = turn + OTHER[turn]
    most = max(sum(layers[::2]), sum(layers[1::2]))
    left: list[list[str]] = []
    for _ in sides:
        letters = list(ascii_letters[26:] + ascii_letters[:26])[:most]
        rng.shuffle(letters)
        left.append(letters)
    left[0].remove("A")
    left[0].append("A")
    places: list[list[str]] = []
    for ply, width in enumerate(layers):
        layer = []
        for _ in range(width):
            letter = left[ply % 2].pop()
            layer.append(letter + sides[ply % 2])
        places.append(layer)
    return places


def small(rng: Random, side: str) -> int:
    """Return a value for a position; of so few there are equal ones."""
    return rng.randint(-6, 6)


def huge(rng: Random, side: str) -> int:
    """Return a value of more than 64 bits, for x far ahead; a float makes HUGE of all of them."""
    far_ahead = HUGE + rng.randint(20, 40)
    if side == "x":
        return far_ahead
    return -far_ahead


def leaping(rng: Random, side: str) -> int:
    """Return a value such that the value of a game leaps from depth to depth."""
    return rng.randint(-10_000, 10_000)


Links = Sequence[Sequence[Sequence[int]]]
Value = Callable[[Random, str], int]


def woven(rng: Random, links: Links, turn: str, value: Value, ends: float = 0.0) -> Game:
    """Return a game whose layers are linked as is said.

    Args:
        rng: Chooses names and moves.
        links: For each position of each layer, which of the next layer it leads to.
        turn: Who begins.
        value: Chooses a value.
        ends: How likely it is that the game is over already at a place that is not the first.
    """
    places = named(rng, [len(layer) for layer in links], turn)
    nodes: dict[str, Node] = {}
    for ply, layer in enumerate(links):
        for place, below in zip(places[ply], layer, strict=True):
            if ply > 0 and rng.random() < ends:
                below = []
            moves = rng.sample(range(10), len(below))
            leads = []
            for move, to in zip(moves, below, strict=True):
                leads.append((move, places[ply + 1][to]))
            nodes[place] = Node(value(rng, place[-1]), tuple(leads))
    return Game(nodes, places[0][0])


def tree(
    rng: Random, branching: Sequence[int], turn: str, value: Value = small, ends: float = 0.0
) -> Game:
    """Return a game in which no position is reached in two ways.

    Args:
        rng: Chooses.
        branching: How many moves there are at each ply.
        turn: Who begins.
        value: Chooses a value.
        ends: See woven.
    """
    links: list[list[list[int]]] = []
    width = 1
    for count in branching:
        layer = []
        for number in range(width):
            first = number * count
            layer.append(list(range(first, first + count)))
        links.append(layer)
        width *= count
    links.append([[]] * width)
    return woven(rng, links, turn, value, ends)


def braid(
    rng: Random, plies: int, width: int, turn: str, value: Value = small, ends: float = 0.0
) -> Game:
    """Return a game in which every position but the first leads to all but one of the next ply."""
    links: list[list[list[int]]] = [[list(range(width))]]
    for _ in range(plies - 1):
        layer = []
        for _ in range(width):
            layer.append(rng.sample(range(width), width - 1))
        links.append(layer)
    return woven(rng, [*links, [[]] * width], turn, value, ends)


def diamonds(rng: Random, count: int, width: int, turn: str, value: Value = small) -> Game:
    """Return a game in which all that a position leads to leads to one position again."""
    links: list[list[list[int]]] = []
    for _ in range(count):
        links += [[list(range(width))], [[0]] * width]
    return woven(rng, [*links, [[]]], turn, value)


def level(rng: Random, branching: Sequence[int], turn: str, worth: int) -> Game:
    """Return a tree in which every position is worth the same to the side that begins."""
    game = tree(rng, branching, turn)
    nodes: dict[str, Node] = {}
    for place, node in game.nodes.items():
        value = worth
        if place[-1] != turn:
            value = -worth
        nodes[place] = Node(value, node.moves)
    return Game(nodes, game.start)


def stepped(rng: Random, worths: Sequence[int], turn: str) -> Game:
    """Return a tree in which each first move has a worth to who makes it, whatever follows."""
    game = tree(rng, [len(worths), 2, 1], turn)
    nodes = dict(game.nodes)
    for (_, place), worth in zip(game.nodes[game.start].moves, worths, strict=True):
        below = [place, *game.below(place)]
        for to in game.below(place):
            below += game.below(to)
        for to in below:
            value = worth
            if to[-1] != turn:
                value = -worth
            nodes[to] = Node(value, game.nodes[to].moves)
    return Game(nodes, game.start)


def most_expanded(game: Game, depth: int, alpha: float, beta: float) -> int:
    """Return how many places alpha-beta expands of a tree as `level` or `stepped` makes one.

    The order of moves is the worst: a better move comes later. And a better one between alpha and
    beta may be searched twice, once with a null window.
    """
    start = game.nodes[game.start]
    moves = sorted(start.moves, key=lambda pair: -game.minimax(pair[1], depth - 1))
    ordered = Game({**game.nodes, game.start: Node(start.value, tuple(moves))}, game.start)
    _, count = ordered.alphabeta(game.start, depth, alpha, beta)
    worths = {-game.minimax(to, depth - 1) for _, to in moves}
    between = [worth for worth in worths if alpha < worth < beta]
    _, again = game.alphabeta(moves[0][1], depth - 1, -inf, inf)
    return count + max(0, len(between) - 1) * again


def found(make: Callable[[], T | None]) -> T:
    """Return the first of many things that chance makes, which makes none at times.

    Raises:
        KitError: It has made none in many tries.
    """
    for _ in range(TRIES):
        made = make()
        if made is not None:
            return made
    raise KitError(f"Chance makes nothing that fits in {TRIES} tries: {make}.")


def chosen(make: Callable[[], Game], fits: Callable[[Game], bool]) -> Game:
    """Return the first of many games that fits; raise KitError as `found` does."""

    def fitting() -> Game | None:
        game = make()
        if fits(game):
            return game
        return None

    return found(fitting)
