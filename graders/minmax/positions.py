"""The positions that minmax is asked about."""

from __future__ import annotations

from random import Random

from graders import tictactoe as ttt

At = tuple[str, tuple[str, ...]]  # a board with x to move, and the boards of a path below it


def turn(boards, rng):
    return [ttt.turned(b, rng.choice(ttt.SYMMETRIES)) for b in boards]


def trees(rng, thorough):
    return turn(["xoxoxo___", "xo_ox____"[:9], "oxooxx___"], rng)


def ends(rng):
    return [("ooo_xx_x_", ()), ("xx_oo____", ("xxxoo____",))]


def unfinished(rng):
    return [("xx_oo____", ())]


def x_to_move(rng):
    return [("xx_oo____", ())]


def o_to_move(rng):
    return [("xx_oo____", ("xx_oo_x__",))]


def won(rng, thorough):
    return [("xx_oo____", ())]


def not_won(rng, thorough):
    return ["ooo_xx_x_", "xx_oo____"]


def o_started(rng, thorough):
    return ["xx_ooo___"[:9]]


def windows(rng):
    return ["xx_oo____"]
