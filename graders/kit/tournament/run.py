"""A tournament: who can play is tried out, everyone plays, and the results are written.

Whatever is played is on disk before the next is waited for.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graders.kit.catalog import Exercise, named
from graders.kit.errors import KitError
from graders.kit.jobs.workers import Cluster, Job, WorkerPool, dispatch, kit_version
from graders.kit.play.game import contest_of, new_game, playable
from graders.kit.rendering.in_words import counted
from graders.kit.rendering.terminal import progress
from graders.kit.tournament import ranking
from graders.kit.tournament.entries import Entry, Key, marks_of, students_in
from graders.kit.tournament.journal import Journal
from graders.kit.tournament.match import (
    MatchTerms,
    PairTask,
    TrialTask,
    is_slow,
    play_pair,
    results_by_opening,
    try_out,
)
from graders.kit.tournament.openings import Opening, drawn_openings
from graders.kit.tournament.referee import limits_of
from graders.kit.tournament.results import Outcome, print_table, write_results
from graders.kit.tournament.schedule import MOST_FOR_ALL, everyone, pairs_of_rounds, with_marks

NO_CONTEST = (
    "There is no tournament in {exercise}: its players can't play both sides. There is in {others}."
)
IN_ANOTHER = "{out} lies in {submissions}, where it would be taken for a student's."
FEWER = "The game has {count} openings, fewer than {wanted}: each pair plays these."
GOING_ON = "{count} were played by an earlier run, and are kept."
INTERRUPTED = "interrupted; what has been played is kept: run the same again, and it goes on."
NOT_ALL = "{count} could not be done, so there are no results: {reason} {again}"
AGAIN = "What has been played is kept: run the same again."

SLOW_PAIRS = 2  # in which a student has lost by its time: then it plays no more

Pair = tuple[Entry, Entry]


@dataclass(frozen=True)
class Wishes:
    """What a lecturer wishes of a tournament.

    Attributes:
        seed: What all chance begins with.
        openings: How many openings each pair plays.
        options: Those of the game, each with its number.
        seconds: What a move may take; None for what the room says.
        names: Whether students are shown by their own names.
        top: How many students are shown; None for all.
        thinks: Whether players are asked what they think of their moves.
        unprotected: Whether submissions play also where nothing isolates.
    """

    seed: int = 0
    openings: int = 10
    options: Mapping[str, int] = field(default_factory=dict)
    seconds: float | None = None
    names: bool = False
    top: int | None = None
    thinks: bool = False
    unprotected: bool = False


def hold_tournament(
    submissions: Path,
    exercise: Exercise,
    out: Path,
    start_pool: Callable[[], WorkerPool | Cluster],
    wishes: Wishes,
) -> None:
    """Hold a tournament, or go on with one, and write its results into a folder.

    Args:
        submissions: What the class handed in: a folder, or an archive.
        exercise: What it was handed in for.
        out: The folder of results.
        start_pool: Starts what plays.
        wishes: How it is done.

    Raises:
        KitError: There is nothing to play, not everything could be played, or results can't be
            written.
    """
    contest = contest_of(exercise.name)
    if contest is None:
        others = ", ".join(name for name in playable() if contest_of(name) is not None)
        raise KitError(NO_CONTEST.format(exercise=exercise.name, others=others))
    game = new_game(exercise, wishes.options)
    ranking.check_installed()
    if out.resolve().is_relative_to(submissions.resolve()):
        raise KitError(IN_ANOTHER.format(out=out, submissions=submissions))
    students = students_in(submissions, exercise)
    openings = drawn_openings(game, contest.plies, wishes.openings, wishes.seed)
    if len(openings) < wishes.openings:
        print(FEWER.format(count=len(openings), wanted=wishes.openings))
    terms = MatchTerms(
        exercise=exercise.name,
        seed=wishes.seed,
        chosen=tuple(game.chosen.items()),
        limits=limits_of(contest, wishes.seconds),
        thinks=wishes.thinks,
        unprotected=wishes.unprotected,
        kit=kit_version(),
    )
    try:
        with closing(Journal(out)) as journal, closing(start_pool()) as pool, progress() as bar:
            hall = Hall(terms, tuple(openings), journal, pool, bar)
            outcome = hall.play(students, marks_of(list(contest.marks)))
            standings = write_results(
                out, outcome, wishes.seed, wishes.names, wishes.top, bar("pages")
            )
            journal.sort(outcome.keys())
    except KeyboardInterrupt:
        raise KitError(INTERRUPTED) from None
    print_table(standings, outcome, wishes.top)


class Hall:
    """Where a tournament is played: the games that there are, and those that are to be played."""

    def __init__(
        self,
        terms: MatchTerms,
        openings: tuple[Opening, ...],
        journal: Journal,
        pool: WorkerPool | Cluster,
        bar: Callable[[str], Callable[..., None]],
    ) -> None:
        """Open it.

        Args:
            terms: How games are played.
            openings: What each pair plays.
            journal: Where it is kept what is played.
            pool: What plays.
            bar: Makes a bar that shows how far something is.
        """
        self._terms = terms
        self._openings = openings
        self._journal = journal
        self._pool = pool
        self._bar = bar
        self._sides = new_game(named(terms.exercise), dict(terms.chosen)).sides
        self._out: set[Key] = set()  # whose games count as lost, since they take too long

    def play(self, students: Sequence[Entry], marks: Sequence[Entry]) -> Outcome:
        """Let everyone play who can.

        Raises:
            KitError: Not everything could be played.
        """
        reasons = self._reasons(students)
        able = [student for student in students if not reasons[student.key]]
        # The marks come first: who is often out of time there would hold up the others' games.
        pairs = with_marks(able, marks)
        self._play(pairs)
        tasks = [self._task(pair) for pair in pairs]
        self._out = self._slow(tasks, min(SLOW_PAIRS, len(marks)))
        everyone_meets = len(able) <= MOST_FOR_ALL
        if everyone_meets:
            pairs = everyone(able)
            self._play(pairs)
        else:
            pairs = self._in_rounds(able)
        return Outcome(
            terms=self._terms,
            openings=self._openings,
            students=students,
            marks=marks,
            reasons=reasons,
            mode="everyone" if everyone_meets else "rounds",
            tasks=[self._task(pair) for pair in pairs] + tasks,
            journal=self._journal,
        )

    def _task(self, pair: Pair) -> PairTask:
        first, second = pair
        out = (first.key in self._out, second.key in self._out)
        return PairTask(self._terms, first, second, self._openings, out)

    def _slow(self, tasks: Sequence[PairTask], most: int) -> set[Key]:
        """Return the entries that have lost by their time in at least so many pairs."""
        pairs: Counter[Key] = Counter()
        for task in tasks:
            games = self._journal.result(task.key)
            for place, entry in enumerate((task.first, task.second)):
                if is_slow(games, self._sides, place):
                    pairs[entry.key] += 1
        return {key for key, count in pairs.items() if count >= most}

    def _reasons(self, students: Sequence[Entry]) -> dict[Key, str]:
        """Return for each student why it can't play, "" for who can."""
        opening = self._openings[0]
        tasks = [TrialTask(self._terms, student, opening) for student in students]
        show = self._bar("who can play")
        todo = [task for task in tasks if not self._journal.has(task.key)]
        done = len(tasks) - len(todo)
        show(done, len(tasks))
        jobs = (Job(task.key, try_out, (task,), len(task.entry.content)) for task in todo)
        for count in self._results(jobs):
            done += count
            show(done, len(tasks))
        return {task.entry.key: self._journal.result(task.key) for task in tasks}

    def _play(self, pairs: Sequence[Pair]) -> None:
        """Play all games of some pairs that are not played yet."""
        tasks = [self._task(pair) for pair in pairs]
        games = 2 * len(self._openings)
        show = self._bar("games")
        todo = [task for task in tasks if not self._journal.has(task.key)]
        done = len(tasks) - len(todo)
        if done and todo:
            print(GOING_ON.format(count=counted(done, "pair")))
        show(done * games, len(tasks) * games)
        jobs = (Job(task.key, play_pair, (task,), task.size) for task in todo)
        for count in self._results(jobs):
            done += count
            show(done * games, len(tasks) * games)

    def _results(self, jobs: Iterator[Job[str, Any]]) -> Iterator[int]:
        """Do jobs, and keep what comes of them.

        Yields:
            How many more are done.

        Raises:
            KitError: Some could not be done.
        """
        failed: list[KitError] = []
        for results in dispatch(self._pool, jobs):
            done = {}
            for key, result in results:
                if isinstance(result, KitError):
                    failed.append(result)
                else:
                    done[key] = result
            self._journal.add(done)
            yield len(done)
        if failed:
            count = counted(len(failed), "piece") + " of work"
            raise KitError(NOT_ALL.format(count=count, reason=failed[0], again=AGAIN))

    def _in_rounds(self, students: Sequence[Entry]) -> list[Pair]:
        """Let many students meet in rounds; return the pairs that have met."""
        by_key = {student.key: student for student in students}
        points = dict.fromkeys(by_key, 0.0)

        def play(keys: Sequence[tuple[Key, Key]]) -> None:
            pairs = [(by_key[first], by_key[second]) for first, second in keys]
            self._play(pairs)
            for first, second in pairs:
                games = self._journal.result(self._task((first, second)).key)
                for mine, theirs in results_by_opening(games, self._sides):
                    points[first.key] += mine
                    points[second.key] += theirs

        met = pairs_of_rounds(list(by_key), play, lambda: points, self._terms.seed)
        return [(by_key[first], by_key[second]) for first, second in met]
