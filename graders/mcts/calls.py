"""What a permitted call is, for each function that the statement names.

built.py makes calls that are so.
"""

from collections.abc import Sequence
from pathlib import Path as File

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.calls import Kinds, declared
from graders.mcts.oracle import RESULTS, Path, Result, Tree, squares

Numbers = tuple[int, float, int, float]  # a node's visits and wins, its parent's visits, and c
LARGEST = 10**12  # visits
MOST_ROUNDS = 120
CLOSE = 1e-7
DEEP = "8 or 9 moves deep"

CALLS = declared(File(__file__).with_suffix(".toml"))


def values(function: str, dimension: str) -> Sequence[str]:
    """Return the values of a dimension."""
    return CALLS[function].dimensions[dimension]


PLACE = values("select", "start")
FACTOR = values("select", "c")
STEPS = values("select", "steps")
CHILDREN = values("select", "children")
UNTRIED = values("expand", "untried")  # the first two are finished games
SINCE = values("simulate", "moves")
# What searches are to show by the results that their games get.
BY_ONE, MORE_WINS, MORE_IN_LOG, LESS_IN_LOG, NO_LINE, DOWN = values("mcts", "results")[4:]
IN_LOG = MORE_IN_LOG, LESS_IN_LOG
ELSEWHERE = values("select", "before")[-1]
IN_ANOTHER = values("backpropagate", "games")[-1]


def place(path: Path) -> str:
    """Say where a node is."""
    return PLACE[min(len(path), 2)]


def place_or_deep(path: Path) -> str:
    """Say where a node is, and whether it is eight or nine moves deep."""
    if len(path) < 8:
        return place(path)
    return DEEP


def mover(mark: str) -> str:
    """Say who is to move."""
    return f"{mark} is to move"


def factor(c: float) -> str:
    """Say how large c is."""
    if c == 0:
        return "c is 0"
    if c < 1:
        return "c below 1"
    if c >= 1000:
        return "c of 1,000 or more"
    if isinstance(c, int):
        return "c is an int from 1 to 5"
    return "c from 1 to 5"


def of_numbers(tree: Tree, numbers: Sequence[Numbers]) -> Kinds:
    """Say what a call of ucb1 with the last of some numbers is like.

    Args:
        tree: Its last node is asked about.
        numbers: What it has, one after the other.
    """
    *_, path = tree.nodes
    visits, wins, above, c = numbers[-1]
    return {
        "node": place(path),
        "mover": mover(tree.nodes[path].to_move),
        "visits": visited(visits),
        "wins": won(wins, visits),
        "type": f"wins are {'an int' if isinstance(wins, int) else 'a float'}",
        "parent": above_of(visits, above),
        "c": factor(c),
        "before": changed(numbers),
    }


def visited(visits: int) -> str:
    """Say how many visits there are."""
    if visits == 0:
        return "no visit"
    if visits == 1:
        return "1 visit"
    if visits < 10:
        return "2 to 9 visits"
    if visits <= 10**6:
        return "10 to 10^6 visits"
    if visits < LARGEST:
        return "over 10^6 visits"
    return "10^12 visits"


def won(wins: float, visits: int) -> str:
    """Say how many of the visits were won."""
    if wins == 0:
        return "no win"
    if wins == visits:
        return "all won"
    if wins % 1:
        return "a half beyond"
    return "a whole number of wins"


def above_of(visits: int, above: int) -> str:
    """Say how many visits the parent has."""
    if above == visits:
        return "as many above"
    if above == LARGEST:
        return "10^12 above"
    if above == visits + 1:
        return "one more above"
    if above <= 10 * visits:
        return "up to 10 times as many"
    return "far more"


def changed(numbers: Sequence[Numbers]) -> str:
    """Say which number was another one before."""
    if len(numbers) == 1:
        return "once"
    before, now = numbers[-2:]
    for number, what in enumerate(values("ucb1", "before")[2:]):
        others = [*before]
        others[number] = now[number]
        if before[number] != now[number] and tuple(others) == now:
            return what
    if before == now:
        return "the same before"
    return "several other numbers before"


def of_selection(tree: Tree, start: Path, c: float, before: str) -> Kinds:
    """Say what a call of select is like.

    Args:
        tree: The tree.
        start: Where it begins.
        c: The factor of ucb1.
        before: One of BEFORE.
    """
    node = tree.nodes[start]
    children = tree.listed(start)
    end = max(tree.ends(start, c), key=len)
    best = "nothing to choose"
    others = "no others"
    if end != start:
        chosen = tree.best(start, c)
        best = which([child in chosen for child in children])
        if best == "all are best" and tree.worth(chosen[0], c) == 0:
            best = "all are best with 0"
        others = apart(tree, children, chosen, c)
    wins = tree.nodes[children[0]].wins if children else node.wins
    return {
        "start": place(start),
        "mover": mover(node.to_move),
        "steps": stepped(len(end) - len(start)),
        "end": ending(tree.nodes[end].board),
        "children": CHILDREN[min(len(children), 4)],
        "best": best,
        "others": others,
        "c": factor(c),
        "type": f"wins are {'floats' if isinstance(wins, float) else 'ints'}",
        "order": f"children in {'order' if children == sorted(children) else 'another order'}",
        "before": before,
    }


def ending(board: str) -> str:
    """Say what is at the end of a way."""
    if not ttt.finished(board):
        return "untried moves at the end"
    if ttt.winner(board) == "_":
        return "a drawn game at the end"
    return "a won game at the end"


def stepped(steps: int) -> str:
    """Say how many steps there are."""
    return STEPS[4 if steps == 9 else min(steps, 3)]


def which(flags: Sequence[bool]) -> str:
    """Say which children are best."""
    if all(flags):
        return "all are best"
    if sum(flags) > 1:
        return "several are best"
    if flags[0]:
        return "the first is best"
    if flags[-1]:
        return "the last is best"
    return "one between is best"


def apart(tree: Tree, children: Sequence[Path], chosen: Sequence[Path], c: float) -> str:
    """Say how far from the best children the others are."""
    others = [tree.worth(child, c) for child in children if child not in chosen]
    if not others:
        return "no others"
    best = tree.worth(chosen[0], c)
    if tree.nodes[chosen[0]].visits == 0:
        return "others were visited, the best was not"
    if best - max(others) < CLOSE:
        return "others are less by under 10^-7"
    return "others are clearly less"


def of_expansion(tree: Tree, path: Path, asked: str) -> Kinds:
    """Say what a call of expand is like.

    Args:
        tree: The tree.
        path: The node that is expanded.
        asked: In which way, as CALLS has it.
    """
    node = tree.nodes[path]
    untried = UNTRIED[min(len(node.untried), 4) + 1]
    if ttt.finished(node.board):
        untried = "it is won"
        if ttt.winner(node.board) == "_":
            untried = "the board is full"
    visits = [tree.nodes[child].visits for child in tree.listed(path)]
    children = "no child"
    if visits and all(visits):
        children = "each child was visited"
    elif visits:
        children = "a child without visits"
    in_order = list(node.untried) == sorted(node.untried)
    return {
        "node": place_or_deep(path),
        "mover": mover(node.to_move),
        "untried": untried,
        "children": children,
        "order": f"untried in {'order' if in_order else 'another order'}",
        "visits": "visits" if node.visits else "no visits yet",
        "asked": asked,
    }


def of_state(board: str, mark: str, moves: Path, before: str, games: str) -> Kinds:
    """Say what a call of simulate is like.

    Args:
        board: The board.
        mark: Who is to move.
        moves: Those that led there.
        before: "at first", or "after another state".
        games: How many are played, as CALLS has it.
    """
    state = "the game goes on"
    if ttt.finished(board):
        state = f"{ttt.winner(board)} has won"
        if ttt.winner(board) == "_":
            state = "a drawn end"
    empty = board.count("_")
    ends = len(ttt.chances(board, mark))
    return {
        "state": state,
        "empty": f"{empty} empty",
        "mover": mover(mark),
        "ends": values("simulate", "ends")[ends - 1],
        "moves": SINCE[min((len(moves) + 1) // 2, 2)],
        "before": before,
        "games": games,
    }


def of_games(tree: Tree, games: Sequence[tuple[Path, Result]], again: bool) -> Kinds:
    """Say what a call of backpropagate is like that counts the last of some games.

    Args:
        tree: The tree.
        games: Where each ended, and how.
        again: Whether they were counted in another tree before.
    """
    path, result = games[-1]
    node = tree.nodes[path]
    over = ttt.finished(node.board)
    numbers = "no visits yet"
    if node.visits:
        numbers = "wins are ints"
        if node.wins % 1:
            numbers = "wins have halves"
    siblings = tree.listed(path[:-1]) if path else []
    order = "one game"
    if len(games) > 1:
        order = before_it(games[-2], games[-1])
    elif again:
        order = IN_ANOTHER
    return {
        "node": place_or_deep(path),
        "mover": mover(node.to_move),
        "place": "children below" if tree.listed(path) else "a leaf",
        "result": f"{result} wins" if result else "a draw",
        "state": "the game is over" if over else "the game goes on",
        "numbers": numbers,
        "beside": "siblings" if len(siblings) > 1 else "no siblings",
        "games": order,
    }


def before_it(before: tuple[Path, Result], now: tuple[Path, Result]) -> str:
    """Say how the game before one differs from it."""
    if before == now:
        return "the same game before"
    if before[0] == now[0]:
        return "another result before"
    return "from another node before"


def of_search(
    position: tuple[str, str],
    rounds: int,
    c: float,
    results: Sequence[Result],
    shows: str,
    before: str,
) -> Kinds:
    """Say what a search is like.

    Args:
        position: The board, and who is to move.
        rounds: How many there are.
        c: The factor of ucb1.
        results: Those that simulated games may have.
        shows: What it is to show by them, as CALLS has it, or "".
        before: As CALLS has it.
    """
    told = shows or "results by chance"
    if len(results) == 1:
        told = f"{results[0]} always wins" if results[0] else "always a draw"
    board, mark = position
    moves = len(squares(board))
    can_be = {RESULTS[end] for end in ttt.chances(board, mark)}
    return {
        "moves": several(moves),
        "mover": mover(mark),
        "rounds": lasting(rounds, moves),
        "c": factor(c),
        "results": told,
        "possible": "each result can be" if can_be.issuperset(results) else "a result can't be",
        "before": before,
    }


def several(moves: int) -> str:
    """Say how many moves there are."""
    if moves == 1:
        return "1 move"
    if moves < 4:
        return "2 or 3 moves"
    if moves < 7:
        return "4 to 6 moves"
    return "7 or more moves"


def lasting(rounds: int, moves: int) -> str:
    """Say how many rounds a search has.

    Raises:
        ValueError: The statement does not permit so many.
    """
    if rounds > MOST_ROUNDS:
        raise ValueError(f"a search has {rounds} rounds, and the statement says {MOST_ROUNDS}")
    if rounds == 1:
        return "1 round"
    if rounds == MOST_ROUNDS:
        return "120 rounds"
    if rounds < moves:
        return "fewer rounds than moves"
    if rounds == moves:
        return "as many rounds as moves"
    return "more rounds than moves"
