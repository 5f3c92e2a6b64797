"""A search of minmax as it is recorded: a method that is asked about a node of a board's tree."""

from typing import Any

from graders.kit.errors import KitError
from graders.kit.trace.boards import BoardSearch, board_of
from graders.kit.trace.search import Search
from graders.minmax.cases import Below, BestMoves, NodeCase, NumberCase

EXAMPLE = "xooxx___o"  # the statement's
NO_TREES = (
    "minmax searches boards: give one, nine characters row by row such as xoo_x___o, and no tree."
)


class TreeSearch(BoardSearch):
    """A method that is asked about a node; x maximises."""

    prunes = False

    def __init__(self, case: NodeCase, method: str) -> None:
        super().__init__(case.board, "x", "x")
        self.case = case
        start = self.path(case.path)
        self.starts = [self.starts[0]._replace(node=start)]
        name = self.node(start).label if start else "root"
        self.title = f"{method}({name})"


def of_case(case: Any) -> Search | None:
    match case:
        case Below(method="max_value" | "min_value" | "minmax"):
            # Of many nodes: what is above them all is shown.
            return TreeSearch(BestMoves(case.board), "minmax")
        case NumberCase(method="max_value" | "min_value"):
            return TreeSearch(case, case.method)
        case BestMoves():
            return TreeSearch(case, "minmax")
    return None


def of_text(tree: str, board: str) -> Search:
    if tree:
        raise KitError(NO_TREES)
    root = board_of(board) if board else EXAMPLE
    return TreeSearch(BestMoves(root), "minmax")


def of_play(game: Any) -> Search:
    """Return the search by which a submission chooses its move in a position, always as x."""
    search = TreeSearch(BestMoves(game.seen()), "minmax")
    if game.to_move != game.plays_as:
        search.remark = game.EXCHANGED
    return search
