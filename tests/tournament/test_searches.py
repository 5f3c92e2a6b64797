"""A student's own search at the position of a losing move, in each exercise that has one."""

from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.grading.submission import Submission
from graders.kit.play.game import contest_of, new_game, playable
from graders.kit.tournament.searches import OTHER_MOVE, can_follow, own_search
from tests.tournament.helpers import solution, source_of
from tests.tournament.played import LOSING, OPEN_THREE

FOLLOWED = [
    name for name in playable() if contest_of(name) is not None and can_follow(catalog.named(name))
]
FORCED = [4, 0, 3, 5]  # of tic-tac-toe: o has to stop x at 5
OPTIONS = {"connect4": {"depth": 2}, "deepening": {"depth": 2}, "mcts": {"rounds": 20}}


def search_of(
    exercise: str, source: bytes, moves: list[int], options: dict[str, int]
) -> tuple[Any, list[str]]:
    game = new_game(catalog.named(exercise), options)
    file = Submission(f"{exercise}.py", source, source.decode())
    line = {"moves": moves, "seed": ""}
    found = own_search(catalog.named(exercise), file, game, line, len(moves) - 1, True)
    assert found is not None
    trace, remarks = found
    return trace.data, remarks


def test_exercises_with_searches_are_found() -> None:
    assert FOLLOWED == ["minmax", "player", "connect4", "deepening", "mcts"]


@pytest.mark.by_turns
@pytest.mark.parametrize("exercise", FOLLOWED)
def test_the_search_is_that_of_the_position_before_the_move(exercise: str) -> None:
    moves = OPEN_THREE[: LOSING + 1] if exercise == "connect4" else FORCED
    options = OPTIONS.get(exercise, {})
    data, remarks = search_of(exercise, solution(exercise), moves, options)
    position = new_game(catalog.named(exercise), options)
    position.begin("x")
    for move in moves[:-1]:
        position.play(move)
    cells = [cell.owner or "_" for row in position.rows() for cell in row]
    root = data["nodes"][0][4].lower()
    assert root in (board_of(cells, 0), board_of(cells, 1))
    assert len(data["runs"][0]) > 1
    assert OTHER_MOVE not in remarks or exercise == "connect4"
    assert any("chance is another" in remark for remark in remarks) == (exercise == "mcts")


def board_of(cells: list[str], exchanged: int) -> str:
    """Return what a search shows of a board, whose last row may be the numbers of columns."""
    names = str.maketrans("xo", "ox" if exchanged else "xo")
    return "".join(cells[: 42 if len(cells) > 9 else 9]).translate(names)


def test_leaves_have_the_values_of_the_students_own_evaluate() -> None:
    source = solution("connect4") + b"\n\ndef evaluate(board): return 7\n"
    data, _ = search_of("connect4", source, OPEN_THREE[:4], {"depth": 1})
    leaves = [value for _, _, side, value, _ in data["nodes"][1:] if side == ""]
    assert leaves == [7] * 7


def test_who_plays_another_move_when_asked_anew_is_told() -> None:
    source = source_of("return free(board)[5]").encode()
    for played, remarks in ((5, []), (3, [OTHER_MOVE])):
        _, said = search_of("connect4", source, [*OPEN_THREE[:3], played], {"depth": 1})
        assert said == remarks
