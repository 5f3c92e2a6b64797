"""A game as a page steps through it, and the move by which it was lost."""

from random import Random
from typing import Any

import pytest

from graders.connect4.oracle import WIN, Worth, minimax
from graders.connect4.outlook import loses
from graders.kit import catalog
from graders.kit.play.game import game_of, new_game
from graders.kit.roomkit import columns
from graders.kit.tictactoe import other
from graders.kit.tournament.referee import positions
from graders.kit.tournament.replay import Replay
from tests.tournament.played import LOSING, OPEN_THREE, game

CONNECT4 = catalog.named("connect4")
NOBODY_KNOWS = Worth("", 0)  # each board that is not decided is worth 0


def replayed(line: dict[str, Any]) -> tuple[Replay, dict[str, Any]]:
    replay = Replay(new_game(CONNECT4, {"depth": 1}))
    return replay, replay.of(line)


def test_each_step_shows_the_board_of_that_position() -> None:
    line = game(1, "a", "b", OPEN_THREE, "x")
    replay, found = replayed(line)
    looks = list(replay.words.cells)
    shown = [*replay.start]
    for position, changes in zip(positions(CONNECT4, {}, line), found["board"], strict=True):
        for cell, look in zip(changes[::2], changes[1::2], strict=True):
            shown[cell] = look
        cells = [cell for row in position.rows() for cell in row]
        assert [looks[look] for look in shown] == [
            (cell.label, cell.owner, cell.marked) for cell in cells
        ]


def test_the_losing_move_is_the_last_before_which_the_game_was_not_lost() -> None:
    _, found = replayed(game(1, "a", "b", OPEN_THREE, "x"))
    assert found["lost"] == LOSING


def test_no_move_of_the_opening_is_the_losing_one() -> None:
    _, found = replayed({**game(1, "a", "b", OPEN_THREE, "x"), "plies": LOSING + 1})
    assert "lost" not in found


@pytest.mark.parametrize("ending", ["timeout", "illegal", "error", "crashed"])
def test_who_fails_has_no_losing_move(ending: str) -> None:
    _, found = replayed(game(1, "a", "b", OPEN_THREE[:5], "x", ending, failed=["o"]))
    assert "lost" not in found


def test_thoughts_are_those_of_one_side_the_best_first() -> None:
    thoughts = [[], [], [], [[1, -5], [2, 3], [4, 3.0]], [[4, 7]], [], []]
    line = game(1, "a", "b", OPEN_THREE, "x", thoughts=thoughts)
    replay, _ = replayed(line)
    found = replay.thoughts(line, "o")
    texts, names = list(replay.words.texts), list(replay.words.names)
    said = []
    for (place, *numbers), moves in found[LOSING]:
        said.append(
            (texts[place].replace("\0", "{}").format(*numbers), [names[at] for at in moves])
        )
    assert said == [("scores 3 with", ["2", "4"]), ("scores -5 with", ["1"])]
    assert [len(groups) for groups in found] == [0, 0, 0, 2, 0, 0, 0]


def test_connect4_is_lost_where_the_oracle_says_so() -> None:
    """On boards of 4x4, up to four plies, by plain minimax."""
    rng = Random(45)
    seen = {True: 0, False: 0}
    while min(seen.values()) < 12:
        board, mark = columns.empty(4, 4), "x"
        for _ in range(rng.randrange(6, 13)):
            free = columns.moves(board)
            if free and columns.winner(board) is None:
                board, mark = columns.drop(board, rng.choice(free), mark), other(mark)
        if columns.winner(board) is not None or not columns.moves(board):
            continue
        for plies in (2, 4):
            value = minimax(board, mark, plies, NOBODY_KNOWS)
            if mark == "o":
                value = -value
            is_lost = value <= -WIN
            assert loses(board, mark, plies) == is_lost, (board, mark, plies)
            seen[is_lost] += 1


@pytest.mark.parametrize("exercise", ["player", "minmax", "mcts", "learning", "deepening"])
def test_a_game_of_tic_tac_toe_is_lost_where_nothing_helps(exercise: str) -> None:
    position = new_game(catalog.named(exercise), {})
    position.begin("x")
    for cell, is_lost in ((4, False), (1, False), (0, True), (8, False)):
        position.play(cell)  # o at the side of x in the middle: o is lost
        assert position.is_lost() == is_lost
    assert game_of(exercise).foresight == "to the end of the game"
