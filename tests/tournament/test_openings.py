"""Openings: lawful, distinct, drawn by the seed, and nobody wins at once."""

from __future__ import annotations

from graders.kit import catalog
from graders.kit.play.game import new_game
from graders.kit.tournament.openings import drawn_openings, set_up
from tests.tournament.helpers import connect4


def test_openings_are_distinct_positions_of_games_that_go_on() -> None:
    game = connect4()
    openings = drawn_openings(game, 6, 30, seed=3)
    boards = set()
    for opening in openings:
        set_up(game, opening)
        boards.add(game.board)
        assert not game.over
        side = game.to_move
        for move in game.moves():
            set_up(game, (*opening, move))
            assert not (game.over and game.winner() == side)
    assert len(boards) == len(openings) == 30


def test_the_seed_draws_them() -> None:
    game = connect4()
    assert drawn_openings(game, 4, 5, 1) == drawn_openings(game, 4, 5, 1)
    assert drawn_openings(game, 4, 5, 1) != drawn_openings(game, 4, 5, 2)


def test_where_there_are_fewer_all_are_found() -> None:
    game = new_game(catalog.named("player"), {})
    assert len(drawn_openings(game, 2, 1000, 0)) == 72
    assert len(drawn_openings(game, 1, 1000, 0)) == 9


def test_games_of_dice_differ_by_their_dice() -> None:
    game = new_game(catalog.named("expectiminimax"), {})
    assert drawn_openings(game, 0, 3, 0) == [(), (), ()]
