"""How a game has ended, in words, on the page of one of its players."""

from graders.kit.tournament.referee import (
    BOTH_FAILED,
    CRASHED,
    DRAW,
    DRAWN,
    ENDLESS,
    ERROR,
    ILLEGAL,
    NOBODY,
    TIMEOUT,
    WON,
)
from graders.kit.tournament.replay import Line

NOT_PLAYED = "not played"
BY_THE_RULES = "{winner} has won."
WITHOUT_WINNER = {
    DRAWN: "It is a draw.",
    ENDLESS: "It was broken off after very many moves: it counts as a draw.",
}
FAILED = {
    ILLEGAL: "{loser} played what is no move, so {winner} has won.",
    ERROR: "{loser} raised an exception, so {winner} has won.",
    TIMEOUT: "{loser} took too long, so {winner} has won.",
    CRASHED: "The process of {loser} was gone, or sent no answer, so {winner} has won.",
    NOT_PLAYED: "{loser} had lost other games by its time, so this one counts as lost.",
}
BOTH = "Both have failed, so there is no result."


def outcome_of(line: Line, side: str) -> str:
    """Return what a game was for a side: won, drawn, lost, or no result."""
    result = line["result"]
    if result == NOBODY:
        return "no result"
    if result == DRAW:
        return "drawn"
    if result == side:
        return "won"
    return "lost"


def ended(line: Line, side: str, name: str, other: str) -> str:
    """Say how a game has ended. Why the other has failed is not said: its words are its own.

    Args:
        line: The game, as games.jsonl has it.
        side: The side of whom it is said to.
        name: What that player is called.
        other: What the other is called.
    """
    ending = line["ending"]
    if ending in WITHOUT_WINNER:
        return WITHOUT_WINNER[ending]
    winner, loser = name, other
    if line["result"] != side:
        winner, loser = other, name
    if ending == WON:
        return BY_THE_RULES.format(winner=winner)
    if line["result"] == NOBODY:
        said = BOTH
    else:
        said = FAILED[ending].format(winner=winner, loser=loser)
    reason = own_reason(line, side)
    if reason and ending != NOT_PLAYED:
        said += f" Why {name} failed: {reason}"
    return said


def own_reason(line: Line, side: str) -> str:
    """Return why a side has failed, "" if it has not.

    Where both have, the reason begins with one side's, and each begins with its side. A player's
    own words may look like such a beginning: then less of them is returned, but nothing of the
    other's.
    """
    reason: str = line["reason"]
    failed = line["failed"]
    if side not in failed:
        return ""
    if line["ending"] != BOTH_FAILED or len(failed) < 2:
        return reason
    first, second = failed
    if side == first:
        own, _, _ = reason.removeprefix(f"{first}: ").partition(f" {second}: ")
        return own
    _, _, own = reason.rpartition(f" {second}: ")
    return own
