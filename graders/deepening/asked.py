"""What the checks of deepening ask: cases of each kind of call in calls.toml, and special ones."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from graders.deepening.calls import CALLS, ends_within
from graders.deepening.cases import (
    CutCase,
    DeepenCase,
    FirstCase,
    KeyCase,
    KeysCase,
    OrderCase,
    SavingCase,
    SearchCase,
    WrittenCase,
)
from graders.deepening.positions import (
    HUGE,
    OTHER,
    Entry,
    Game,
    State,
    Window,
    alike,
    all_letters,
    all_places,
    braid,
    chosen,
    diamonds,
    found,
    huge,
    later_of_equals,
    leaping,
    level,
    random_board,
    small,
    stepped,
    tictactoe,
    tree,
)
from graders.kit.roomkit.calls import Kinds

STONES = {"x to move": 4, "o to move": 5}  # of a board of tic-tac-toe with so many it is whose turn
NUMBERS = {"values of more than 64 bits": huge, "small values": small}
KINDS = {"an exact entry": "exact", "a lower bound": "lower", "an upper bound": "upper"}
# Entries that do not suffice for depth 2, by kind and depth, if their bounds say little enough.
WITHOUT_AN_ANSWER = (
    ("exact", 1),
    ("lower", 1),
    ("lower", 2),
    ("lower", 3),
    ("upper", 1),
    ("upper", 2),
    ("upper", 3),
)
LEAP = 4_000  # from depth to depth, of a value between -10,000 and 10,000
WINDOWS = (
    "alpha and beta infinite",
    "value between them",
    "value at most alpha",
    "value at least beta",
)


# Keys


def keys(rng: Random, pairs: tuple[str, ...]) -> list[KeyCase]:
    """Return a case for each kind of call of key with some kinds of pairs."""
    rows = [row for row in CALLS["key"].rows if row["pair"] in pairs]
    return [key_case(rng, row) for row in [*rows, *rows]]


def many_keys() -> list[KeysCase]:
    """Return all boards of tic-tac-toe, and letters: any two of them may be mixed up."""
    return [KeysCase(all_places()), KeysCase(all_letters())]


def key_case(rng: Random, row: Kinds) -> KeyCase:
    """Return a case of a kind: in it both states come three moves after a start, or one does."""
    if row["game"] == "tic-tac-toe":
        return found(partial(boards, rng, row))
    return found(partial(places, rng, row))


def boards(rng: Random, row: Kinds) -> KeyCase | None:
    """Return a pair of states of tic-tac-toe; None if chance has made none that fits."""
    board, turn = random_board(rng, STONES[row["turn"]] - 1)
    game = tictactoe(board, turn, plies=3)
    cells = [cell for cell in range(9) if board[cell] == "_"]
    one, between, other, more = rng.sample(cells, 4)
    path = (one, between, other)
    try:
        place = game.after(game.start, path)
        again = (other, between, one)
        if row["pair"] == "another position":
            again = (one, between, more)
        second = game.after(game.start, again)
    except KeyError:  # somebody had won before
        return None
    first = start_of(game, place, path, row)
    if row["pair"] == "the other side to move":
        swapped = place[:-1] + OTHER[place[-1]]
        if swapped in alike(place):
            return None
        game = Game({**game.nodes, **tictactoe(place[:-1], swapped[-1], plies=0).nodes}, game.start)
        return KeyCase(game, first, (swapped, ()))
    if row["pair"] == "another position" and second in alike(place):
        return None
    return KeyCase(game, first, (game.start, again))


def places(rng: Random, row: Kinds) -> KeyCase | None:
    """Return a pair of states of an abstract game; None if chance has made none that fits."""
    game = braid(rng, 4, 3, OTHER[row["turn"][0]])
    paths: dict[str, list[tuple[int, ...]]] = {}
    for one, to in game.nodes[game.start].moves:
        for two, then in game.nodes[to].moves:
            for three, place in game.nodes[then].moves:
                paths.setdefault(place, []).append((one, two, three))
    place, other = rng.sample(sorted(paths), 2)
    if len(paths[place]) == 1:
        return None
    path, again = rng.sample(paths[place], 2)
    first = start_of(game, place, path, row)
    if row["pair"] == "one position":
        return KeyCase(game, first, (game.start, again))
    if row["pair"] == "another position":
        return KeyCase(game, first, (game.start, rng.choice(paths[other])))
    swapped = place[:-1] + OTHER[place[-1]]
    if swapped not in game.nodes:
        return None
    return KeyCase(game, first, (swapped, ()))


def start_of(game: Game, place: str, path: tuple[int, ...], row: Kinds) -> State:
    """Return how the first state of a pair is told: by the moves that lead to it, or by its place."""
    if row["before"] == "something was moved":
        return game.start, path
    return place, ()


# Searches


def window(rng: Random, kind: str, value: int) -> Window:
    """Return alpha and beta between which, or beyond which, a value lies."""
    near, far = rng.randint(0, 2), rng.randint(1, 4)
    if kind == "value between them":
        return value - 1 - near, value + far
    if kind == "value at most alpha":
        return value + near, value + near + far
    if kind == "value at least beta":
        return value - near - far, value - near
    return None, None


def searches(rng: Random) -> list[SearchCase]:
    """Return a case for each kind of call of negamax."""
    return [search(rng, row) for row in CALLS["negamax"].rows]


def search(rng: Random, row: Kinds) -> SearchCase:
    """Return a case of a kind; one with entries that suffice is a SavingCase."""
    depth = ["depth 0", "depth 1", "depth 2", "depth 3 or more"].index(row["depth"])
    turn = row["turn"][0]
    game = tree_of(rng, row, depth)
    if row["game"] == "tic-tac-toe":
        game = board_of(rng, row, turn)
    place = game.start
    between = window(rng, row["window"], game.minimax(place, depth))
    if row["table"] == "an empty table":
        return SearchCase(game, place, depth, between)
    kind = KINDS[row["table"]]
    where, left = place, depth
    if row["where"] == "of a state after one move":
        where, left = rng.choice(game.below(place)), depth - 1
    if row["enough"] == "searched less deep":
        between_here = ""
        if where == place:
            between_here = row["window"]
        lie = lying(rng, game, where, kind, between_here)
        entry = Entry(where, rng.randrange(left), kind, lie, any_move(rng, game, where))
        return SearchCase(game, place, depth, between, (entry,))
    searched = left
    if row["enough"] == "searched deeper":
        searched += rng.randint(1, 2)
    low, high = game.limits(where)
    if kind == "exact":
        value = rng.choice((low - 9, high + 9))
        entry = Entry(where, searched, kind, value, any_move(rng, game, where))
        return SavingCase(game, place, depth, between, (entry,), (where,))
    value = too_weak(rng, kind, low, high)
    entry = Entry(where, searched, kind, value, any_move(rng, game, where))
    return SearchCase(game, place, depth, between, (entry,))


def board_of(rng: Random, row: Kinds, turn: str) -> Game:
    """Return a game of tic-tac-toe from a board on which it is over, or goes on."""
    stones = STONES[row["turn"]]
    if row["over"] == "the game goes on":
        return tictactoe(*random_board(rng, stones))

    def ended() -> Game | None:
        game = tictactoe(*random_board(rng, stones))
        over = []
        for place in game.nodes:
            if game.is_over(place) and place[-1] == turn:
                over.append(place)
        if not over:
            return None
        return tictactoe(rng.choice(over)[:-1], turn)

    return found(ended)


def tree_of(rng: Random, row: Kinds, depth: int) -> Game:
    """Return a tree that goes on for one ply more than a search, with four moves at its root."""
    value = NUMBERS[row["numbers"]]
    branching = [4, 2, 2, 2][: depth + 1]
    if row["over"] == "the game is over":
        branching = []
    return tree(rng, branching, row["turn"][0], value)


def lying(rng: Random, game: Game, place: str, kind: str, between: str) -> int:
    """Return a value for an entry of a shallow search which spoils what believes it."""
    low, high = game.limits(place)
    if kind == "lower" or between == "value at most alpha":
        return high + rng.randint(9, 20)
    return low - rng.randint(9, 20)


def too_weak(rng: Random, kind: str, low: int, high: int) -> int:
    """Return a bound that is true and says nothing of values between two numbers."""
    far = rng.randint(5, 9)
    if kind == "lower":
        return low - far
    return high + far


def any_move(rng: Random, game: Game, place: str) -> int | None:
    """Return a move of an entry: there may be none."""
    return rng.choice([None, *dict(game.nodes[place].moves)])


def of_alphabeta(rng: Random) -> list[SearchCase]:
    """Return searches with an empty table, of trees and boards; in some of them all can be cut."""
    cases = [case for case in searches(rng) if not case.entries]
    for _ in range(3):
        for ends in 0.0, 0.3:
            game = tree(rng, [5, 2, 2], rng.choice("xo"), ends=ends)
            cases.append(SearchCase(game, game.start, 3))
    for turn in "xoxo":
        game = chosen(partial(tree, rng, [4, 3, 3], turn), is_misjudged)
        cases.append(SearchCase(game, game.start, 3))
    for turn in "xo":
        for branching in ([1, 3], [1, 3, 2], [2, 1, 3], [3, 2, 1, 2]):
            game = chosen(partial(tree, rng, branching, turn), is_worth_more_or_less_a_ply_deeper)
            cases.append(SearchCase(game, game.start, len(branching) - 1))
    for turn, branching in (("x", [2, 3, 2]), ("o", [3, 2, 2, 2])):
        worth = rng.randint(-5, 5)
        depth = len(branching)
        game = level(rng, branching, turn, worth)
        for between in (None, None), (worth - 3, worth - 1), (worth - 3, worth), (worth, worth + 2):
            cases.append(CutCase(game, game.start, depth, between))
    return cases + steps(rng) + cuts_by_the_first(rng)


def cuts_by_the_first(rng: Random) -> list[SearchCase]:
    """Return searches in which the move of an entry comes to beta, so that all others are cut."""
    cases: list[SearchCase] = []
    for turn in "xo":
        for depth in 2, 3:
            worth = rng.randint(-5, 5)
            game = level(rng, [3, 3, 2], turn, worth)
            entry = with_move(rng, game, game.start)
            cases.append(CutCase(game, game.start, depth, (None, worth - 1), (entry,)))
    return cases


def steps(rng: Random) -> list[SearchCase]:
    """Return searches in which what is cut shows whether alpha and beta are what they should be."""
    cases: list[SearchCase] = []
    for turn in "xo":
        for base in rng.randint(-9, 9), rng.choice((-1, 1)) * HUGE:
            for worths, between in (
                ([base] * 3 + [base + 9] * 4, (None, base + rng.randint(1, 9))),
                ([base, *[base + 5] * 4], (base + 7, base + 9)),
                ([base + 9, *[base + 5] * 4], (base, None)),
            ):
                game = stepped(rng, worths, turn)
                cases.append(CutCase(game, game.start, 3, between))
    return cases


def is_misjudged(game: Game) -> bool:
    """Tell whether who tries moves with null windows, and never once more, finds another value."""
    first, *others = game.below(game.start)
    best: float = -game.minimax(first, 2)
    for to in others:
        value, _ = game.alphabeta(to, 2, -best - 1, -best)
        best = max(best, -value)
    return best != game.minimax(game.start, 3)


def is_worth_more_or_less_a_ply_deeper(game: Game) -> bool:
    """Tell whether the last ply changes the value.

    Who does not count a forced move looks a ply too far.
    """
    return game.minimax(game.start, game.plies) != game.minimax(game.start, game.plies - 1)


def misleads(game: Game, depth: int) -> bool:
    """Tell whether who takes a later move that seems equal takes one that is worse."""
    move = later_of_equals(game, game.start, depth)
    return move not in game.best_moves(game.start, depth)


def of_depths(rng: Random) -> list[SearchCase]:
    """Return searches with entries of searches that were less deep."""
    cases = []
    for case in searches(rng):
        if is_less_deep(case):
            cases.append(case)
    for kind in "exact", "lower", "upper":
        for between in WINDOWS:
            game = tree(rng, [6, 2, 2], rng.choice("xo"))
            lie = lying(rng, game, game.start, kind, between)
            entry = Entry(game.start, 1, kind, lie, any_move(rng, game, game.start))
            limits = window(rng, between, game.minimax(game.start, 2))
            cases.append(SearchCase(game, game.start, 2, limits, (entry,)))
    return cases


def is_less_deep(case: SearchCase) -> bool:
    """Tell whether the table of a case has an entry of a search that was less deep."""
    return any("less deep" in kinds["enough"] for kinds in case.covers)


def of_bounds(rng: Random) -> list[SearchCase]:
    """Return searches with bounds of searches that were deep enough, but do not suffice."""
    cases = []
    for case in searches(rng):
        bounds = any(entry.kind != "exact" for entry in case.entries)
        if bounds and not is_less_deep(case):
            cases.append(case)
    for kind in "lower", "upper":
        for between in (*WINDOWS, *WINDOWS):
            value = (small, huge)[len(cases) % 2]
            game = tree(rng, [6, 2, 2], rng.choice("xo"), value)
            low, high = game.limits(game.start)
            bound = too_weak(rng, kind, low, high)
            entry = Entry(game.start, 2, kind, bound, any_move(rng, game, game.start))
            limits = window(rng, between, game.minimax(game.start, 2))
            cases.append(SearchCase(game, game.start, 2, limits, (entry,)))
    return cases + enough_for_a_null_window(rng)


def enough_for_a_null_window(rng: Random) -> list[SearchCase]:
    """Return searches with bounds that suffice in a null window above the best move so far alone.

    Whoever takes what such a window has shown for the value of a better move finds too little.
    """
    cases: list[SearchCase] = []
    for turn in "xo":
        for depth in 2, 3:
            least = rng.randint(-9, 9)
            worths = [least, least + 3, least + 6, least + 9]
            game = stepped(rng, worths, turn)
            entries: list[Entry] = []
            for place, worth in zip(game.below(game.start), worths, strict=True):
                entries.append(Entry(place, depth - 1, "upper", -worth + 1))
            cases.append(SearchCase(game, game.start, depth, (None, None), tuple(entries)))
    return cases


def of_saving(rng: Random) -> list[SearchCase]:
    """Return searches in which entries suffice: given ones, and what the search has stored."""
    cases: list[SearchCase] = [case for case in searches(rng) if isinstance(case, SavingCase)]
    for searched in 2, 3:
        for kind in "exact", "lower", "upper":
            for value, beyond in (small, 0), (small, rng.randint(1, 3)), (huge, 0):
                game = tree(rng, [6, 2, 2], rng.choice("xo"), value)
                cases.append(sufficient(rng, game, searched, kind, beyond))
    for count, width in (1, 2), (2, 2), (2, 3), (3, 2):
        game = diamonds(rng, count, width, rng.choice("xo"))
        cases.append(SavingCase(game, game.start, 2 * count, once=True))
    return cases


def sufficient(rng: Random, game: Game, searched: int, kind: str, beyond: int) -> SavingCase:
    """Return a search that an entry of its state spares, with a bound so far beyond the window."""
    place = game.start
    low, high = game.limits(place)
    far = rng.randint(1, 4)
    value = rng.choice((low - 9, high + 9))
    limits: Window = (value - far, value + far)
    if kind == "lower":
        value = low - rng.randint(0, 3)
        limits = (value - beyond - far, value - beyond)
    elif kind == "upper":
        value = high + rng.randint(0, 3)
        limits = (value + beyond, value + beyond + far)
    entry = Entry(place, searched, kind, value, any_move(rng, game, place))
    return SavingCase(game, place, 2, limits, (entry,), (place,))


def of_entries(rng: Random) -> list[SearchCase]:
    """Return searches after which entries are looked at; no position is met twice."""
    cases: list[SearchCase] = []
    for between in WINDOWS:
        for value in small, huge:
            for branching, ends in ([3], 0.0), ([3, 2], 0.0), ([3, 2, 3], 0.2), ([2, 3, 2, 2], 0.0):
                game = tree(rng, branching, rng.choice("xo"), value, ends)
                depth = rng.randint(max(1, len(branching) - 1), len(branching))
                limits = window(rng, between, game.minimax(game.start, depth))
                cases.append(WrittenCase(game, game.start, depth, limits))
    for beyond in "value at most alpha", "value at least beta":
        for is_at_edge in True, True, False, False:
            cases.append(loose(rng, beyond, is_at_edge))
    for kind in "lower", "upper":
        for searched in 1, 2, 4:
            for is_tight in False, True:
                cases.append(replacing(rng, kind, searched, is_tight))
        for _ in range(3):
            cases.append(overtaken(rng, kind))
    for turn in "xo":
        game = chosen(partial(tree, rng, [4, 3, 3], turn), partial(misleads, depth=3))
        cases.append(WrittenCase(game, game.start, 3))
        for depth in 1, 2:
            made = partial(tree, rng, [3, 2, 2], turn, ends=0.4)
            game = chosen(made, partial(seems_over, depth=depth))
            cases.append(WrittenCase(game, game.start, depth))
    return cases


def seems_over(game: Game, depth: int) -> bool:
    """Tell whether the best moves of a depth end the game, though a deeper search finds others."""
    moves = dict(game.nodes[game.start].moves)
    for move in game.best_moves(game.start, depth):
        if not game.is_over(moves[move]):
            return False
    return game.minimax(game.start, depth) != game.minimax(game.start, game.plies)


def replacing(rng: Random, kind: str, searched: int, is_tight: bool) -> WrittenCase:
    """Return a search of depth 2 with a bound in the table that does not suffice, but is true.

    A search above an upper bound, by who takes it for a lower one, finds another value than there
    is, if it takes moves in their order.

    Args:
        rng: Chooses.
        kind: "lower" or "upper".
        searched: How deep the bound was searched.
        is_tight: Whether it is the value itself, where it was searched as deep.
    """

    def made() -> WrittenCase | None:
        game = tree(rng, [4, 2, 2], rng.choice("xo"))
        value = game.minimax(game.start, 2)
        low, high = game.limits(game.start)
        bound = too_weak(rng, kind, low, high)
        if is_tight and searched == 2:
            bound = value
        elif kind == "upper" and game.alphabeta(game.start, 2, bound, high + 15)[0] == value:
            return None
        first, *_ = dict(game.nodes[game.start].moves)
        entry = Entry(game.start, searched, kind, bound, rng.choice([None, first]))
        return WrittenCase(game, game.start, 2, (low - 15, high + 15), (entry,))

    return found(made)


def overtaken(rng: Random, kind: str) -> WrittenCase:
    """Return a search of depth 2 with a bound of depth 1 that says more than is true at depth 2.

    The search ends with a bound of the same kind.
    """

    def made() -> WrittenCase | None:
        game = tree(rng, [4, 2, 2], rng.choice("xo"))
        shallow, value = game.minimax(game.start, 1), game.minimax(game.start, 2)
        limits = window(rng, "value at least beta", value)
        says_more = shallow > value
        if kind == "upper":
            limits = window(rng, "value at most alpha", value)
            says_more = shallow < value
        if not says_more:
            return None
        entry = Entry(game.start, 1, kind, shallow, any_move(rng, game, game.start))
        return WrittenCase(game, game.start, 2, limits, (entry,))

    return found(made)


def loose(rng: Random, beyond: str, is_at_edge: bool) -> WrittenCase:
    """Return a search that ends with a bound which is not the value, and is alpha or beta or not.

    That holds for a search that takes moves in their order.
    """

    def made() -> WrittenCase | None:
        game = tree(rng, [4, 3, 3], rng.choice("xo"))
        value = game.minimax(game.start, 3)
        limits = window(rng, beyond, value)
        low, high = limits[0] or 0, limits[1] or 0
        bound, _ = game.alphabeta(game.start, 3, low, high)
        if bound == value or (bound in (low, high)) != is_at_edge:
            return None
        return WrittenCase(game, game.start, 3, limits)

    return found(made)


def of_first_moves(rng: Random) -> list[SearchCase]:
    """Return searches with entries that do not suffice, but have a move to be tried first."""
    cases: list[SearchCase] = []
    for depth in 2, 3, 3:
        game = tree(rng, [4, 3, 2], rng.choice("xo"))
        entries = [with_move(rng, game, game.start)]
        if depth == 3:
            entries += [with_move(rng, game, place) for place in game.below(game.start)]
        cases.append(FirstCase(game, game.start, depth, (None, None), tuple(entries)))
    for kind, searched in WITHOUT_AN_ANSWER:
        game = tree(rng, [4, 3, 2], rng.choice("xo"))
        entry = with_move(rng, game, game.start, kind, searched)
        cases.append(FirstCase(game, game.start, 2, (None, None), (entry,)))
    game = chosen(partial(tree, rng, [4, 3, 2], "x"), has_a_later_move_0)
    entry = replace(with_move(rng, game, game.start), move=0)
    cases.append(FirstCase(game, game.start, 2, (None, None), (entry,)))
    return cases


def has_a_later_move_0(game: Game) -> bool:
    """Tell whether a move of the first state is 0, and not its first one."""
    _, *later = dict(game.nodes[game.start].moves)
    return 0 in later


def with_move(rng: Random, game: Game, place: str, kind: str = "lower", searched: int = 1) -> Entry:
    """Return an entry that tells of its place no more than which move to begin with."""
    low, high = game.limits(place)
    _, *later = dict(game.nodes[place].moves)
    value = too_weak(rng, kind, low, high)
    return Entry(place, searched, kind, value, rng.choice(later))


# Iterative deepening


def deepenings(rng: Random) -> list[DeepenCase]:
    """Return a case for each kind of call of deepen, and some with two calls."""
    cases = [deepening(rng, row) for row in CALLS["deepen"].rows]
    for last, turn in (2, "x"), (3, "o"), (3, "x"), (2, "o"):
        game = braid(rng, 4, 4, turn, huge)
        cases.append(DeepenCase(game, ((game.start, last + 1), (game.start, last))))
    for turn in "xo":
        game = chosen(partial(braid, rng, 3, 4, turn), partial(misleads, depth=3))
        cases.append(DeepenCase(game, ((game.start, 3),)))
    for leaps in leaps_up, leaps_down:
        for turn in "xo":
            game = chosen(partial(braid, rng, 3, 4, turn, leaping), leaps)
            cases.append(DeepenCase(game, ((game.start, 3),)))
    # Boards that look alike come in different turns there: a move of one may be none of the other.
    game = tictactoe("____x___o", "x", plies=5)
    cases.append(DeepenCase(game, ((game.start, 5),)))
    return cases


def leaps_up(game: Game) -> bool:
    """Tell whether a value is far above that of the depth before, beyond a window around it."""
    values = [game.minimax(game.start, depth) for depth in (1, 2, 3)]
    return max(values[1] - values[0], values[2] - values[1]) > LEAP


def leaps_down(game: Game) -> bool:
    """Tell the same of a value far below."""
    values = [game.minimax(game.start, depth) for depth in (1, 2, 3)]
    return max(values[0] - values[1], values[1] - values[2]) > LEAP


def deepening(rng: Random, row: Kinds) -> DeepenCase:
    """Return a case of a kind."""
    turn = row["turn"][0]
    last = {"up to depth 1": 1, "up to depth 2 or 3": rng.randint(2, 3)}.get(row["last"], 5)
    may_end = row["end"] == "it may end before the last"
    width = 3
    if last < 3:
        width = 4
    ends = 0.0
    if may_end:
        ends = 0.3

    def made() -> Game:
        if row["game"] == "tic-tac-toe":
            return tictactoe(*random_board(rng, STONES[row["turn"]]))
        return braid(rng, last, width, turn, NUMBERS[row["numbers"]], ends)

    game = chosen(made, lambda game: ends_within(game, game.start, last - 1) == may_end)
    return DeepenCase(game, ((game.start, last),))


def orders(rng: Random) -> list[OrderCase]:
    """Return cases in which the best move of a depth is neither the first nor that of another."""
    cases = []
    for last in 2, 3, 4:

        def fits(game: Game, before: int = last - 1) -> bool:
            best = game.best_moves(game.start, before)
            moves = [move for move, _ in game.nodes[game.start].moves]
            earlier = [game.best_moves(game.start, depth) for depth in range(1, before)]
            return len(best) == 1 and best[0] != moves[0] and best not in earlier

        for turn in "xo":
            game = chosen(partial(braid, rng, 5, 4, turn), fits)
            cases.append(OrderCase(game, ((game.start, last - 1), (game.start, last))))
    return cases
