"""Measures a tournament: `python -m tests.benchmark_tournament`.

It plays the reference of an exercise against itself in this process, as a worker does, and says what a game and a move
cost: the players' own time, the start of their processes, and the kit. Processor time is counted, so that other work on
the machine matters little; bubblewrap's own, some milliseconds a process, is left out.

    python -m tests.benchmark_tournament                          connect4 at depth 2, five openings
    python -m tests.benchmark_tournament mcts --openings 3
    python -m tests.benchmark_tournament connect4 --options depth=4
    python -m tests.benchmark_tournament connect4 --pages         what the pages of 30 students take
"""

import argparse
import json
import os
import time
from itertools import combinations
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from graders.kit.catalog import named
from graders.kit.jobs.workers import kit_version
from graders.kit.play.game import game_of, new_game
from graders.kit.tournament import referee
from graders.kit.tournament.entries import Entry
from graders.kit.tournament.match import MatchTerms, PairTask, _as_data, play_pair
from graders.kit.tournament.openings import drawn_openings
from graders.kit.tournament.pages import write_pages
from graders.kit.tournament.referee import play_game
from tests.conftest import ROOT

ENTRIES = 30
CORES = 2
TARGET = 20  # minutes


class Measured(referee.Entrant):
    """A submission whose own time is added up."""

    moves = 0
    own = 0.0
    starts = 0.0

    def move(self, game, rng):
        found = super().move(game, rng)
        Measured.moves += 1
        Measured.own += self._student.clock.computed()
        return found

    def close(self):
        process = self._student._process
        if process is not None:
            Measured.starts += process._meter._computed_before_ready
        super().close()


def measure(name: str, options: dict[str, int], openings: int) -> None:
    """Play a pair, and print what it took."""
    exercise = named(name)
    contest = game_of(name).contest
    assert contest is not None
    game = new_game(exercise, options)
    source = (ROOT / "solutions" / name / f"{name}.py").read_bytes()
    one, two = (Entry("student", who, f"{name}.py", source) for who in ("one", "two"))
    limits = referee.limits_of(contest)
    chosen = tuple(game.chosen.items())
    terms = MatchTerms(name, 0, chosen, limits, False, False, kit_version())
    drawn = tuple(drawn_openings(game, contest.plies, openings, 0))
    play_pair(PairTask(terms, one, two, drawn[:1]))  # imports, and what is cached
    Measured.moves, Measured.own, Measured.starts = 0, 0.0, 0.0
    before, began = os.times(), time.perf_counter()
    games = play_pair(PairTask(terms, one, two, drawn))
    after, seconds = os.times(), time.perf_counter() - began
    kit = after.user + after.system - before.user - before.system
    count, moves = len(games), Measured.moves
    per_game = (kit + Measured.own + Measured.starts) / count
    print(f"{name} {options}: {count} games, {moves / count:.1f} moves a game by the players")
    print(f"  by the wall clock          {1000 * seconds / count:7.1f} ms a game")
    print(f"  processor, all             {1000 * per_game:7.1f} ms a game")
    print(f"  the players' moves         {1000 * Measured.own / count:7.1f} ms a game")
    print(f"  starting two processes     {1000 * Measured.starts / count:7.1f} ms a game")
    print(f"  the kit                    {1000 * kit / count:7.1f} ms a game")
    print(f"  the kit, in all            {1000 * kit / moves:7.2f} ms a move")
    by_processor, by_wall = overhead(name, options)
    print(
        f"  the kit, without starting  {by_processor:7.2f} ms a move; by the wall {by_wall:.2f} ms"
    )
    pairs = ENTRIES * (ENTRIES - 1) // 2
    games_in_all = pairs * 2 * 10
    minutes = games_in_all * per_game / CORES / 60
    print(
        f"  {ENTRIES} entries, 10 openings: {games_in_all:,} games, {minutes:.1f} minutes on {CORES} cores"
    )


def measure_pages(name: str, openings: int = 10) -> None:
    """Write the pages of a class, whose games marks have played, and print what they took."""
    exercise = named(name)
    contest = game_of(name).contest
    assert contest is not None
    game = new_game(exercise, {})
    opening = drawn_openings(game, contest.plies, 1, 0)[0]
    _, weaker, stronger, *_ = contest.marks.values()
    played = []
    for number in range(40):
        players = [referee.Mark(weaker), referee.Mark(stronger)]
        if number % 2:
            players.reverse()
        seed = str(number)
        one_game = play_game(game, opening, dict(zip(game.sides, players, strict=True)), seed)
        played.append(_as_data(game, 0, opening, one_game, seed))
    students = [f"student {number:02}" for number in range(ENTRIES)]
    lines = []
    for one, other in combinations(students, 2):
        for number in range(2 * openings):
            pair = (other, one) if number % 2 else (one, other)
            line = {"game": len(lines) + 1, "sides": dict(zip(game.sides, pair, strict=True))}
            lines.append(json.dumps(line | played[len(lines) % len(played)]))
    numbers = dict.fromkeys(("wins", "draws", "losses", "no_result", "points", "games"), 0)
    numbers |= {"rank": 1, "strength": 0, "low": -1, "high": 1}
    entries = []
    for student in students:
        about = {"name": student, "kind": "student", "label": student, "reason": "", "against": {}}
        entries.append(about | numbers)
    data = {"exercise": name, "options": {}, "sides": game.sides, "openings": [opening]}
    data |= {"mode": "everyone", "shown": None, "games": len(lines), "entries": entries}
    with TemporaryDirectory() as folder:
        out = Path(folder)
        (out / "games.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
        del lines
        began = time.process_time()
        write_pages(out, data, {})
        seconds = time.process_time() - began
        sizes = [path.stat().st_size for path in (out / "pages" / "students").iterdir()]
    print(f"{name}: {data['games']:,} games, {len(sizes)} students, without searches")
    print(f"  processor {seconds:.0f} s; the largest page has {max(sizes) / 1000:,.0f} kB")


def overhead(name: str, options: dict[str, int]) -> tuple[float, float]:
    """Return the milliseconds that a move takes besides the player's own time.

    By the kit's processor time, and by the wall clock, which is more where the machine is busy.
    """
    exercise = named(name)
    game = new_game(exercise, options)
    contest = game.contest
    assert contest is not None
    source = ROOT / "solutions" / name / f"{name}.py"
    submission = referee.Submission(source.name, source.read_bytes(), source.read_text("utf-8"))
    training = game.training(1)
    players = [
        Measured(exercise, submission, referee.limits_of(contest), training) for _ in range(2)
    ]
    for player in players:
        player.ready()
    Measured.moves, Measured.own = 0, 0.0
    opening = drawn_openings(game, contest.plies, 1, 0)[0]
    times = []
    processor = []
    for number in range(10):
        Measured.moves, Measured.own = 0, 0.0
        began, began_by_processor = time.perf_counter(), time.process_time()
        referee.play_game(game, opening, dict(zip(game.sides, players, strict=True)), str(number))
        times.append((time.perf_counter() - began - Measured.own) / Measured.moves)
        processor.append((time.process_time() - began_by_processor) / Measured.moves)
        for player in players:
            player.new_game(number)
    for player in players:
        player.close()
    return 1000 * median(processor), 1000 * median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exercise", nargs="?", default="connect4")
    parser.add_argument("--openings", type=int, default=5)
    parser.add_argument("--options", nargs="*", default=[], metavar="NAME=N")
    parser.add_argument("--pages", action="store_true")
    options = parser.parse_args()
    if options.pages:
        measure_pages(options.exercise)
        return
    chosen = {name: int(number) for name, number in (item.split("=") for item in options.options)}
    if options.exercise == "connect4":
        chosen.setdefault("depth", 2)
    from graders.kit.tournament import match

    match.Entrant = Measured  # type: ignore[misc]
    measure(options.exercise, chosen, options.openings)


if __name__ == "__main__":
    main()
