"""A student's own search at the position of a move by which a game was lost."""

from contextlib import closing
from random import Random
from typing import Any

from graders.kit.catalog import Exercise
from graders.kit.errors import Exhausted, KitError, Lost
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from graders.kit.play.game import Game, Move, chosen_move
from graders.kit.report import Trace
from graders.kit.tournament.referee import replay
from graders.kit.tournament.replay import Line
from graders.kit.trace.drawing import trace
from graders.kit.trace.record import record
from graders.kit.trace.run import SECONDS, followed

EVENTS = 3_000  # that a page steps through: there may be many pages
OTHER_MOVE = (
    "Asked anew, your code plays another move here than in the game: it goes by chance, or by "
    "what it has kept from moves before."
)


def can_follow(exercise: Exercise) -> bool:
    """Tell whether an exercise knows the search by which a submission chooses a move."""
    return hasattr(followed(exercise), "of_play")


def own_search(
    exercise: Exercise, submission: Submission, game: Game, line: Line, move: int, unprotected: bool
) -> tuple[Trace, list[str]] | None:
    """Record the search that a submission makes in a position of a game.

    Args:
        exercise: Whose game it is; its searches can be followed.
        submission: The student's file.
        game: Any position of the game; it is played on.
        line: The game, as games.jsonl has it.
        move: The number of the move that is asked for, from 0.
        unprotected: Whether it is asked also where nothing isolates.

    Returns:
        The search as a page shows it, and what there is to say of it besides, as sentences; None
        where it can't be followed, or nothing of it was seen.
    """
    for number, _ in enumerate(replay(game, line["moves"], line["seed"])):
        if number == move:
            break
    game.computer = game.to_move
    search = _room(exercise).of_play(game)
    if search is None:
        return None
    with closing(Student(submission, exercise.driver, unprotected)) as student:
        student.begin(SECONDS)
        recording = record(student, search, EVENTS)
        if student.unusable is not None or not recording.events:
            return None
        told = []
        if search.remark:
            told.append(search.remark)
        elif _plays_another(student, game, line["moves"][move]):
            told.append(OTHER_MOVE)
    return trace(recording, submission, alone=True), told


def _room(exercise: Exercise) -> Any:
    return followed(exercise)


def _plays_another(student: Student, game: Game, move: Move) -> bool:
    """Tell whether a submission, asked once more, plays another move than it did."""
    student.begin(SECONDS)
    try:
        (answer,) = student.ask([("play", game.question(False))])
        if answer.lost is not None:
            raise answer.lost
        match answer.value:
            case [[_, *_] as moves, _]:
                return move not in moves
        played, _ = chosen_move(game, answer.value, Random(0))
    except (Lost, Exhausted, KitError):
        return True
    return bool(played != move)
