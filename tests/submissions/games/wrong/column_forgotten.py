# slip: the middle column is forgotten, in the method that everything else uses
# fails: is_endofgame
# passes: find_neighbor: next states; find_neighbor: impossible counts; print_board; depth_first; breadth_first: depth by depth; breadth_first: first and last; count_games: on the way; count_games: the empty board; reachable_states
from __future__ import annotations

import enum
from collections import deque
from dataclasses import dataclass, field
from typing import Iterator, NamedTuple, Optional

Cells = tuple[int, ...]


class Mark(enum.IntEnum):
    NONE = 0
    X = 1
    O = 2


class End(NamedTuple):
    end_flag: bool
    winner: Mark


class Games(NamedTuple):
    x: int
    o: int
    drawn: int

    def __add__(self, other: Games) -> Games:  # type: ignore[override]
        return Games(self.x + other.x, self.o + other.o, self.drawn + other.drawn)


@dataclass(frozen=True)
class Board:
    cells: Cells
    lines: tuple[str, ...] = field(default=("012", "345", "678", "036", "258", "048", "246"), repr=False)

    def end(self) -> End:
        for line in self.lines:
            a, b, c = (self.cells[int(i)] for i in line)
            if a == b == c and a != Mark.NONE:
                return End(True, Mark(a))
        return End(Mark.NONE not in self.cells, Mark.NONE)

    def mover(self) -> Optional[Mark]:
        match self.cells.count(1) - self.cells.count(2):
            case 0:
                return Mark.X
            case 1:
                return Mark.O
        return None

    def after(self) -> Iterator[Board]:
        mover = self.mover()
        assert mover is not None
        for i, cell in enumerate(self.cells):
            if cell == Mark.NONE:
                yield Board(self.cells[:i] + (mover,) + self.cells[i + 1 :])


def is_endofgame(s: Cells) -> End:
    return Board(s).end()


def find_neighbor(s: Cells) -> list[Cells]:
    board = Board(s)
    if board.mover() is None:
        raise ValueError("these counts do not occur")
    return [after.cells for after in board.after()]


def print_board(s: Cells) -> None:
    print("-" * 10)
    for start in range(0, 9, 3):
        print(" | ".join("·×○"[c] for c in s[start : start + 3]))
        print("-" * 10)


def depth_first(s: Cells) -> list[Cells]:
    stack: list[Board] = [Board(s)]
    order: list[Cells] = []
    while stack:
        board = stack.pop()
        order.append(board.cells)
        if board.end().end_flag:
            break
        stack.extend(board.after())
    return order


def breadth_first(s: Cells) -> list[Cells]:
    queue: deque[Board] = deque([Board(s)])
    seen: set[Cells] = set()
    order: list[Cells] = []
    while queue:
        board = queue.popleft()
        if board.cells in seen:
            continue
        seen.add(board.cells)
        order.append(board.cells)
        if board.end().end_flag:
            break
        queue.extend(board.after())
    return order


def count_games(s: Cells) -> Games:
    memo: dict[Cells, Games] = {}

    def count(board: Board) -> Games:
        if board.cells not in memo:
            end = board.end()
            if end.end_flag:
                memo[board.cells] = Games(*(int(end.winner == mark) for mark in (Mark.X, Mark.O, Mark.NONE)))
            else:
                total = Games(0, 0, 0)
                for after in board.after():
                    total = total + count(after)
                memo[board.cells] = total
        return memo[board.cells]

    return count(Board(s))


def reachable_states(s: Cells) -> set[Cells]:
    done: set[Cells] = set()
    todo = {s}
    while todo:
        state = todo.pop()
        done.add(state)
        if not is_endofgame(state).end_flag:
            todo.update(after.cells for after in Board(state).after() if after.cells not in done)
    return done
