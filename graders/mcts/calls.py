"""What a permitted call is, for each function that the statement names.

built.py makes calls that are so.
"""

from collections.abc import Mapping, Sequence

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.calls import Calls, Kinds
from graders.mcts.oracle import RESULTS, Path, Result, Tree, squares

Numbers = tuple[int, float, int, float]  # a node's visits and wins, its parent's visits, and c
LARGEST = 10**12  # visits
MOST_ROUNDS = 120
CLOSE = 1e-7

MOVER = ("x is to move", "o is to move")
PLACE = ("the root", "a child", "deeper")
FACTOR = ("c is 0", "c below 1", "c is an int from 1 to 5", "c from 1 to 5", "c of 1,000 or more")
CHANGES = (
    "other visits before",
    "other wins before",
    "other visits of the parent before",
    "another c before",
)
CHILDREN = ("no child", "1 child", "2 children", "3 children", "4 or more children")
BEST = (
    "nothing to choose",
    "the first is best",
    "the last is best",
    "one between is best",
    "several are best",
    "all are best",
)
OTHERS = (
    "no others",
    "others are clearly less",
    "others are less by under 10^-7",
    "others were visited, the best was not",
)
STEPS = ("no step", "1 step", "2 steps", "3 or more steps")
BEFORE = ("once", "another c before", "other numbers before", "another start before")
OVER = ("it is won", "the board is full")
UNTRIED = ("1 untried", "2 untried", "3 untried", "4 or more untried")
EMPTY = (
    "0 empty",
    "1 empty",
    "2 empty",
    "3 empty",
    "4 empty",
    "5 empty",
    "6 to 8 empty",
    "9 empty",
)
ENDS = ("one end", "two ends", "three ends")
MOVES = ("1 move", "2 or 3 moves", "4 to 6 moves", "7 or more moves")
ROUNDS = (
    "1 round",
    "fewer rounds than moves",
    "as many rounds as moves",
    "more rounds than moves",
    "120 rounds",
)

CALLS: Mapping[str, Calls] = {
    "ucb1": Calls(
        {
            "node": ("a child", "deeper"),
            "mover": MOVER,
            "visits": (
                "no visit",
                "1 visit",
                "2 to 9 visits",
                "10 to 10^6 visits",
                "over 10^6 visits",
                "10^12 visits",
            ),
            "wins": ("no win", "all won", "a whole number of wins", "a half beyond"),
            "type": ("wins are an int", "wins are a float"),
            "parent": ("as many above", "one more above", "up to 10 times as many", "far more"),
            "c": FACTOR,
            "before": ("once", "the same before", *CHANGES),
        },
        {
            "without visits there are no wins": (
                ("no visit",),
                ("all won", "a whole number of wins", "a half beyond", "other wins before"),
            ),
            "of one visit all or nothing is a whole number": (
                ("1 visit",),
                ("a whole number of wins",),
            ),
            "an int has no half": (("a half beyond",), ("wins are an int",)),
            "the parent has 1 visit at least": (
                ("no visit",),
                ("as many above", "up to 10 times as many"),
            ),
            "there are no more visits": (
                ("10^12 visits",),
                (
                    "one more above",
                    "up to 10 times as many",
                    "far more",
                    "other visits of the parent before",
                ),
            ),
            "other visits would be fewer than the wins": (
                ("as many above",),
                ("all won",),
                ("other visits before",),
            ),
            "so they would if half of one is won": (
                ("as many above",),
                ("1 visit",),
                ("a half beyond",),
                ("other visits before",),
            ),
        },
    ),
    "select": Calls(
        {
            "start": PLACE,
            "mover": MOVER,
            "steps": STEPS,
            "end": ("untried moves at the end", "the game is over at the end"),
            "children": CHILDREN,
            "best": BEST,
            "others": OTHERS,
            "c": FACTOR,
            "type": ("wins are ints", "wins are floats"),
            "order": ("children in order", "children in another order"),
            "before": BEFORE,
        },
        {
            "without a step nothing is chosen": (("no step",), BEST[1:]),
            "where nothing is chosen are no others": (
                ("nothing to choose", "no step", "no child"),
                OTHERS[1:],
            ),
            "a step chooses": (STEPS[1:], ("nothing to choose",)),
            "a step needs a child": (STEPS[1:], ("no child",)),
            "a finished game has no children": (
                ("no step",),
                ("the game is over at the end",),
                CHILDREN[1:],
            ),
            "if all are best there are no others": (("all are best",), OTHERS[1:]),
            "else there are": (BEST[1:5], ("no others",)),
            "nor is there a best one": (("no child",), BEST[1:]),
            "one child is all": (("1 child",), (*BEST[1:5], *OTHERS[1:])),
            "of two children none is between, and several are all": (("2 children",), BEST[3:5]),
            "a node without visits has no children": (OTHERS[3:], STEPS[2:]),
            "one square is the last": (("1 child",), STEPS[2:]),
            "then the board is full": (("1 child",), ("1 step",), ("untried moves at the end",)),
            "two squares are two steps": (("2 children",), STEPS[3:]),
            "then the board is full, too": (
                ("2 children",),
                ("2 steps",),
                ("untried moves at the end",),
            ),
            "and so it is after three": (("3 children",), STEPS[3:], ("untried moves at the end",)),
            "one child is in order": (CHILDREN[:2], ("children in another order",)),
            "a root alone is the only start": (
                ("the root",),
                ("no child",),
                ("another start before",),
            ),
        },
    ),
    "expand": Calls(
        {
            "node": PLACE,
            "mover": MOVER,
            "untried": (*OVER, *UNTRIED),
            "children": ("no child", "each child was visited", "a child without visits"),
            "order": ("untried in order", "untried in another order"),
            "visits": ("no visits yet", "visits"),
            "asked": (
                "once",
                "the same node again",
                "the new child next",
                "the same in another tree before",
            ),
        },
        {
            "a finished game has no children": (
                OVER,
                ("each child was visited", "a child without visits"),
            ),
            "of a node without untried moves whose game goes on nothing is asked": (
                ("1 untried",),
                ("the same node again",),
            ),
            "one move is in order": ((*OVER, "1 untried"), ("untried in another order",)),
            "each visit of a child is one of the node": (
                ("each child was visited",),
                ("no visits yet",),
            ),
        },
    ),
    "simulate": Calls(
        {
            "state": ("x has won", "o has won", "a drawn end", "the game goes on"),
            "empty": EMPTY,
            "mover": MOVER,
            "ends": ENDS,
            "moves": ("state.moves is empty", "state.moves is not empty"),
            "before": ("at first", "after another state"),
        },
        {
            "a full board is an end": (("the game goes on",), EMPTY[:1]),
            "a draw fills the board": (("a drawn end",), EMPTY[1:]),
            "a line of three takes five moves": (("x has won", "o has won"), EMPTY[5:]),
            "who has won is not to move": (("x has won",), ("x is to move",)),
            "nor is o": (("o has won",), ("o is to move",)),
            "what is over has one end": (("x has won", "o has won", "a drawn end"), ENDS[1:]),
            "one move ends in one way": (EMPTY[:2], ENDS[1:]),
            "with two moves one line or none is completed": (("2 empty",), ENDS[2:]),
            "from the empty board all can happen": (EMPTY[7:], ENDS[:2]),
            "with so many squares more than one end is left": (EMPTY[5:], ENDS[:1]),
            "so it is in nearly every game with four": (
                ("the game goes on",),
                ("4 empty",),
                ("one end",),
            ),
            "no move leads to the empty board": (("9 empty",), ("state.moves is not empty",)),
        },
    ),
    "backpropagate": Calls(
        {
            "node": (*PLACE, "8 or 9 moves deep"),
            "mover": MOVER,
            "place": ("a leaf", "children below"),
            "result": ("x wins", "o wins", "a draw"),
            "state": ("the game goes on", "the game is over"),
            "numbers": ("no visits yet", "wins are ints", "wins have halves"),
            "beside": ("no siblings", "siblings"),
            "games": (
                "one game",
                "the same game before",
                "another result before",
                "from another node before",
            ),
        },
        {
            "a finished game has no children": (("the game is over",), ("children below",)),
            "who has won is not to move": (("the game is over",), ("x is to move",), ("x wins",)),
            "nor is o": (("the game is over",), ("o is to move",), ("o wins",)),
            "a finished game has one result": (("the game is over",), ("another result before",)),
            "the root has no siblings": (("the root",), ("siblings",)),
            "a root alone is the only node": (
                ("the root",),
                ("a leaf",),
                ("from another node before",),
            ),
            "after nine moves the board is full, after eight one move is left": (
                ("8 or 9 moves deep",),
                ("the game is over",),
                ("siblings",),
                ("a leaf",),
            ),
        },
    ),
    "mcts": Calls(
        {
            "moves": MOVES,
            "mover": MOVER,
            "rounds": ROUNDS,
            "c": FACTOR,
            "results": ("results by chance", "x always wins", "o always wins", "always a draw"),
            "before": ("the first search", "the same root before", "another root before"),
        },
        {
            "of one move 1 round is all": (
                ("1 move",),
                ("fewer rounds than moves", "as many rounds as moves"),
            )
        },
    ),
}


def place(path: Path) -> str:
    """Say where a node is."""
    return PLACE[min(len(path), 2)]


def mover(mark: str) -> str:
    """Say who is to move."""
    return f"{mark} is to move"


def factor(c: float) -> str:
    """Say how large c is."""
    if c == 0:
        return FACTOR[0]
    if c < 1:
        return FACTOR[1]
    if c >= 1000:
        return FACTOR[4]
    if isinstance(c, int):
        return FACTOR[2]
    return FACTOR[3]


def of_numbers(tree: Tree, numbers: Sequence[Numbers]) -> Kinds:
    """Say what a call of ucb1 with the last of some numbers is like.

    Args:
        tree: Its last node is asked about.
        numbers: What it has, one after the other.
    """
    *_, path = tree.nodes
    visits, wins, above, c = numbers[-1]
    return {
        "node": PLACE[min(len(path), 2)],
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
    changes = []
    for what, old, new in zip(CHANGES, before, now, strict=True):
        if old != new:
            changes.append(what)
    return " and ".join(changes) or "the same before"


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
    over = ttt.finished(tree.nodes[end].board)
    best = "nothing to choose"
    others = "no others"
    if end != start:
        chosen = tree.best(start, c)
        best = BEST[which([child in chosen for child in children])]
        others = apart(tree, children, chosen, c)
    wins = [tree.nodes[child].wins for child in children] or [node.wins]
    return {
        "start": place(start),
        "mover": mover(node.to_move),
        "steps": STEPS[min(len(end) - len(start), 3)],
        "end": "the game is over at the end" if over else "untried moves at the end",
        "children": CHILDREN[min(len(children), 4)],
        "best": best,
        "others": others,
        "c": factor(c),
        "type": f"wins are {'floats' if isinstance(wins[0], float) else 'ints'}",
        "order": f"children in {'order' if children == sorted(children) else 'another order'}",
        "before": before,
    }


def which(flags: Sequence[bool]) -> int:
    """Return which flags are set: 1 the first alone, 2 the last, 3 another, 4 several, 5 all."""
    if all(flags):
        return 5
    if sum(flags) > 1:
        return 4
    if flags[0]:
        return 1
    if flags[-1]:
        return 2
    return 3


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
    untried = UNTRIED[min(len(node.untried), 4) - 1]
    if ttt.finished(node.board):
        untried = OVER[ttt.winner(node.board) == "_"]
    visits = [tree.nodes[child].visits for child in tree.listed(path)]
    children = "no child"
    if visits:
        children = "each child was visited" if all(visits) else "a child without visits"
    in_order = list(node.untried) == sorted(node.untried)
    return {
        "node": place(path),
        "mover": mover(node.to_move),
        "untried": untried,
        "children": children,
        "order": f"untried in {'order' if in_order else 'another order'}",
        "visits": "visits" if node.visits else "no visits yet",
        "asked": asked,
    }


def of_state(board: str, mark: str, moves: Path, before: str) -> Kinds:
    """Say what a call of simulate is like.

    Args:
        board: The board.
        mark: Who is to move.
        moves: Those that led there.
        before: "at first", or "after another state".
    """
    state = "the game goes on"
    if ttt.finished(board):
        winner = ttt.winner(board)
        state = "a drawn end" if winner == "_" else f"{winner} has won"
    empty = board.count("_")
    return {
        "state": state,
        "empty": EMPTY[empty if empty < 6 else 6 + empty // 9],
        "mover": mover(mark),
        "ends": ENDS[len(ttt.chances(board, mark)) - 1],
        "moves": f"state.moves is {'not empty' if moves else 'empty'}",
        "before": before,
    }


def of_games(tree: Tree, games: Sequence[tuple[Path, Result]]) -> Kinds:
    """Say what a call of backpropagate is like that counts the last of some games.

    Args:
        tree: The tree.
        games: Where each ended, and how.
    """
    path, result = games[-1]
    node = tree.nodes[path]
    place_of = place(path) if len(path) < 8 else "8 or 9 moves deep"
    over = ttt.finished(node.board)
    numbers = "no visits yet"
    if node.visits:
        numbers = "wins have halves" if node.wins % 1 else "wins are ints"
    siblings = tree.listed(path[:-1]) if path else []
    order = "one game"
    if len(games) > 1:
        order = before_it(games[-2], games[-1])
    return {
        "node": place_of,
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
    board: str, mark: str, rounds: int, c: float, results: Sequence[Result], before: str
) -> Kinds:
    """Say what a search is like.

    Args:
        board: The board.
        mark: Who is to move.
        rounds: How many there are.
        c: The factor of ucb1.
        results: Those that simulated games may have.
        before: As CALLS has it.
    """
    by_result = {"x": "x always wins", "o": "o always wins", None: "always a draw"}
    told = by_result[results[0]]
    if len(results) == len(RESULTS):
        told = "results by chance"
    moves = len(squares(board))
    return {
        "moves": MOVES[(moves > 1) + (moves > 3) + (moves > 6)],
        "mover": mover(mark),
        "rounds": lasting(rounds, moves),
        "c": factor(c),
        "results": told,
        "before": before,
    }


def lasting(rounds: int, moves: int) -> str:
    """Say how many rounds a search has."""
    if rounds == 1:
        return "1 round"
    if rounds == MOST_ROUNDS:
        return "120 rounds"
    if rounds < moves:
        return "fewer rounds than moves"
    if rounds == moves:
        return "as many rounds as moves"
    return "more rounds than moves"
