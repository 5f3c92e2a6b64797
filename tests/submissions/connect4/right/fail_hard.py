"""Fail-hard: what is returned is clamped to the window. It cuts at equality."""

from typing import NamedTuple

WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


def moves(board):
    free = []
    for column, stones in enumerate(board.columns):
        if len(stones) != board.height:
            free.append(column)
    return free


def drop(board, column, mark):
    columns = board.columns
    return board._replace(columns=columns[:column] + (columns[column] + mark,) + columns[column + 1:])


def mark_at(board, column, row):
    if 0 <= column < board.width and 0 <= row < len(board.columns[column]):
        return board.columns[column][row]
    return None


def winner(board):
    for column in range(board.width):
        for row in range(board.height):
            mark = mark_at(board, column, row)
            if mark is None:
                continue
            for right, up in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                count = 1
                while mark_at(board, column + count * right, row + count * up) == mark:
                    count += 1
                if count >= 4:
                    return mark
    return None


def evaluate(board):
    for_x = for_o = 0
    for column in range(board.width):
        for row in range(board.height):
            for right, up in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                if column + 3 * right >= board.width or not 0 <= row + 3 * up < board.height:
                    continue
                marks = [mark_at(board, column + i * right, row + i * up) for i in range(4)]
                if "o" not in marks:
                    for_x += 1
                if "x" not in marks:
                    for_o += 1
    return for_x - for_o


def value(board, to_move, depth, alpha, beta, evaluate):
    score = end(board, depth, evaluate)
    if score is not None:
        return max(alpha, min(beta, score))
    for column in moves(board):
        after = drop(board, column, to_move)
        if to_move == "x":
            alpha = max(alpha, value(after, "o", depth - 1, alpha, beta, evaluate))
        else:
            beta = min(beta, value(after, "x", depth - 1, alpha, beta, evaluate))
        if alpha >= beta:
            break
    return alpha if to_move == "x" else beta


def end(board, depth, evaluate):
    won = winner(board)
    if won is not None:
        return {"x": 1, "o": -1}[won] * (WIN + depth)
    if moves(board) == []:
        return 0
    return evaluate(board) if depth == 0 else None


def best_move(board, to_move, depth, evaluate):
    if winner(board) is not None or moves(board) == []:
        return None
    best_column, best_value = None, None
    for column in moves(board):
        after = drop(board, column, to_move)
        score = value(after, "o" if to_move == "x" else "x", depth - 1, -10 * WIN, 10 * WIN, evaluate)
        if to_move == "o":
            score = -score
        if best_value is None or score > best_value:
            best_column, best_value = column, score
    return best_column
