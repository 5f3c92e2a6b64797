"""Boards and trees in words, which a screen reader reads in place of a drawing."""

from collections.abc import Collection, Iterator

from graders.kit.report import Board, Branch

NAMED = 5  # of some names, in a sentence
LONGEST = 600  # characters about a tree
TO_MOVE = " to move"
BLANK = {"", " ", "·"}


def counted(number: int, noun: str) -> str:
    """Return a number of things in words."""
    if number == 1:
        return f"{number} {noun}"
    return f"{number:,} {noun}s"


def some(names: Collection[str]) -> str:
    """Return the first of some names, and how many others there are."""
    chosen = sorted(names)[:NAMED]
    others = len(names) - len(chosen)
    if others:
        return ", ".join(chosen) + f" and {counted(others, 'other')}"
    return ", ".join(chosen)


def board_name(board: Board) -> str:
    """Return what a board is called: "Board: x to move"."""
    if board.title:
        return f"Board: {board.title}"
    return "Board"


def board_in_words(board: Board) -> str:
    """Say where everything is on a board.

    Returns:
        "x at 1, 5; o at 3; empty 2, 4, 6, 7, 8, 9; x to move", whose squares are counted from 1,
        row by row, as empty squares are numbered. A board of numbered columns is told by columns.
    """
    if _is_of_columns(board):
        said = _columns(board)
    else:
        said = _squares(board)
    if board.title.endswith(TO_MOVE):
        said.append(board.title)
    return "; ".join(said)


def _is_of_columns(board: Board) -> bool:
    """Tell whether the last row has the numbers of columns, counted from 0, and no squares."""
    *squares, last = board.rows
    return bool(squares) and last == [str(number) for number in range(len(last))]


def _squares(board: Board) -> list[str]:
    """Say which squares each mark is at, which ones are empty, and which ones stand out."""
    places: dict[str, list[int]] = {}
    empty = []
    cells = [cell for row in board.rows for cell in row]
    for number, cell in enumerate(cells, 1):
        if cell.isdigit() or cell in BLANK:
            empty.append(number)
        else:
            places.setdefault(cell, []).append(number)
    said = [f"{mark} at {_listed(places[mark])}" for mark in sorted(places, reverse=True)]
    if empty:
        said.append(f"empty {_listed(empty)}")
    if board.marks:
        said.append(f"marked {_listed([cell + 1 for cell in board.marks])}")
    return said


def _columns(board: Board) -> list[str]:
    """Say what stands in each column, from the bottom up."""
    *rows, names = board.rows
    said = []
    empty = []
    for column, name in enumerate(names):
        stones = [row[column] for row in reversed(rows) if row[column] not in BLANK]
        if stones:
            said.append(f"column {name} from the bottom {' '.join(stones)}")
        else:
            empty.append(int(name))
    if empty:
        said.append(f"empty columns {_listed(empty)}")
    if board.marks:
        marked = []
        for cell in board.marks:
            row, column = divmod(cell, len(names))
            marked.append(f"column {column} row {len(rows) - row} from the bottom")
        said.append(f"marked {', '.join(marked)}")
    return said


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def tree_name(root: Branch) -> str:
    """Return what a tree is called: "Tree of 7 nodes, A max = 3 at the top"."""
    count = sum(1 for _ in _nodes(root))
    nodes = counted(count, "node")
    return f"Tree of {nodes}, {root.label} at the top"


def tree_in_words(root: Branch) -> str:
    """Say what is below each node of a tree, the upper ones first, in at most LONGEST characters.

    What is noted beside a node stands in brackets where the node is named first.
    """
    said = f"{_node(root)}."
    nodes = list(_nodes(root))
    for number, node in enumerate(nodes):
        if not node.children:
            continue
        below = ", ".join([_node(child) for child in node.children])
        sentence = f" Below {node.label}: {below}."
        if len(said) + len(sentence) > LONGEST:
            left = sum(1 for other in nodes[number:] if other.children)
            return f"{said} What is below {left} more is left out here."
        said += sentence
    return said


def _nodes(root: Branch) -> Iterator[Branch]:
    """Yield the nodes of a tree, ply by ply."""
    level = [root]
    while level:
        yield from level
        level = [child for node in level for child in node.children]


def _node(node: Branch) -> str:
    """Say what is written at a node and on the line to it."""
    said = f"{node.edge}: {node.label}" if node.edge else node.label
    notes = [node.note] if node.note else []
    if node.mark in ("good", "bad"):
        notes.append("in green" if node.mark == "good" else "in red")
    if notes:
        said += f" [{', '.join(notes)}]"
    return said
