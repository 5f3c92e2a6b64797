"""A tournament from the hand-ins to the results."""

from __future__ import annotations

import csv
import gc
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from graders.cli import main
from graders.kit import catalog
from graders.kit.errors import KitError
from graders.kit.jobs.workers import WorkerPool
from graders.kit.play.game import contest_of
from graders.kit.tournament import ranking
from graders.kit.tournament.journal import NAME
from graders.kit.tournament.run import Wishes, hold_tournament
from tests.tournament.helpers import Here, solution

PLAYER = catalog.named("player")
WISHES = Wishes(openings=1)


@pytest.fixture(autouse=True)
def _few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bootstrap be short."""
    monkeypatch.setattr(ranking, "DRAWS", 20)


def hand_in(folder: Path, **sources: bytes) -> Path:
    folder.mkdir()
    for student, source in sources.items():
        (folder / f"{student}.py").write_bytes(source)
    return folder


def class_of_two(folder: Path) -> Path:
    """Return hand-ins: two that are the same, and one that fails in the middle of games."""
    right = solution("player")
    late = b"\nplain = determine_move\ndef determine_move(board):\n"
    late += b"    if sum(map(abs, board)) > 3: raise ValueError('<b>')\n    return plain(board)\n"
    return hand_in(folder, ann=right, bob=right, late=right + late, none=b"")


def held(
    submissions: Path, out: Path, pool: Any = Here, wishes: Wishes = WISHES
) -> dict[str, bytes]:
    """Hold a tournament; return the files of its folder."""
    hold_tournament(submissions, PLAYER, out, pool, wishes)
    files = [path for path in out.rglob("*") if path.is_file()]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def rows(out: Path) -> dict[str, dict[str, str]]:
    """Return the rows of the table by student, or by the name of a mark."""
    with (out / "results.csv").open(newline="") as file:
        return {row["student"] or row["player"]: row for row in csv.DictReader(file)}


@pytest.mark.whole
def test_same_hand_ins_and_seed_same_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With one worker and with two; also where a run was ended in the middle, and in the middle of a line."""
    submissions = class_of_two(tmp_path / "class")
    alone = held(submissions, tmp_path / "alone")
    table = capsys.readouterr().out
    assert held(submissions, tmp_path / "two", partial(WorkerPool, 2)) == alone
    out = tmp_path / "ended"
    with pytest.raises(KitError, match="run the same again"):
        held(submissions, out, partial(Here, 9))
    journal = (out / NAME).read_bytes()
    assert journal.count(b"\n") == 9
    (out / NAME).write_bytes(journal[:-30])
    (out / "games.jsonl.gametree-part").write_bytes(b"half")
    capsys.readouterr()
    assert held(submissions, out) == alone
    assert capsys.readouterr().out.endswith(table)
    assert held(submissions, out, partial(Here, 0)) == alone, "everything was played"
    results = {"results.csv", "games.jsonl", "tournament.json", NAME, "pages/index.html"}
    assert {name for name in alone if "/students/" not in name} == results
    of_class(tmp_path / "alone")


def of_class(out: Path) -> None:
    """Look at the results of that class."""
    table = rows(out)
    contest = contest_of(PLAYER.name)
    assert contest is not None
    assert {*table} == {"ann", "bob", "late", "none", *contest.marks}
    assert "empty" in table["none"]["reason"]
    assert table["none"]["games"] == "0"
    assert "moves at random: ValueError" in table["late"]["reason"]
    games = [json.loads(line) for line in (out / "games.jsonl").open()]
    assert [game["game"] for game in games] == [*range(1, len(games) + 1)]
    assert len(games) == 2 * (1 + 2 * 4 + 6)
    counted = sum(int(row["games"]) for row in table.values())
    assert counted == 2 * len(games)
    data = json.loads((out / "tournament.json").read_text())
    assert data["games"] == len(games)
    text = (out / "tournament.json").read_text() + (out / "games.jsonl").read_text()
    for student in ("ann", "bob", "late"):
        assert f'"{student}"' not in text
    assert float(table["textbook"]["strength"]) > float(table["random"]["strength"])


def test_one_entry_plays_against_the_marks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    submissions = hand_in(tmp_path / "class", ann=solution("player"))
    wishes = Wishes(openings=1, names=True)
    held(submissions, tmp_path / "out", wishes=wishes)
    said = capsys.readouterr().out
    assert "1 student and 4 marks, 1 opening with both sides, 20 games" in said
    assert rows(tmp_path / "out")["ann"]["rank"] == "1"
    assert "   1  ann " in said


def test_the_first_of_many_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = solution("player")
    bad = right + b"\ndef determine_move(board): return board.index(0)  # lawful, and no more\n"
    submissions = hand_in(tmp_path / "class", ann=right, bob=bad)
    held(submissions, tmp_path / "out", wishes=Wishes(openings=1, names=True, top=1))
    said = capsys.readouterr().out
    assert " ann " in said
    assert " bob " not in said
    assert json.loads((tmp_path / "out/tournament.json").read_text())["shown"] == 1


@pytest.mark.whole
def test_what_cannot_be_held_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    submissions = hand_in(tmp_path / "class", ann=b"")
    problems = {
        ("alphabeta",): "can't play both sides",
        ("player", "--depth", "3"): "has no option depth",
        ("nothing",): "There is no exercise nothing",
        ("player", "--seconds", "0"): "no number of seconds",
        ("player", "--workers", "2", "--scheduler", "tcp://x"): "--workers is for this machine",
    }
    outs = [str(tmp_path / "out")] * len(problems) + [str(submissions / "out")]
    problems["player",] = "would be taken for a student's"
    for out, ((exercise, *more), said) in zip(outs, problems.items(), strict=True):
        command = ["tournament", str(submissions), "--exercise", exercise, "--out", out, *more]
        try:
            code = main(command)
        except SystemExit as end:  # of argparse
            code = end.code
        gc.enable()
        assert code == 2
        assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_what_the_kit_cannot_play_is_said_and_the_rest_is_kept(tmp_path: Path) -> None:
    """A worker that fails over one pair loses no other; the same again plays what is missing."""
    submissions = hand_in(tmp_path / "class", ann=solution("player"))

    class Failing(Here):
        def submit(self, function, *args):
            if self.left == 10**6 - 3:
                self.left -= 1
                return super().submit(fail)
            return super().submit(function, *args)

    def fail():
        raise OSError("no disk")

    wishes = Wishes(openings=1)
    with pytest.raises(KitError, match="1 piece of work could not be done"):
        held(submissions, tmp_path / "out", Failing, wishes)
    held(submissions, tmp_path / "out", wishes=wishes)
    assert len(rows(tmp_path / "out")) == 5


@pytest.mark.whole
def test_many_meet_in_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that the student with the smaller number wins; who is out of time against marks plays no more."""

    def played(task):
        games = []
        for number in range(2 * len(task.openings)):
            game = {"opening": 1, "moves": [], "notation": "", "failed": [], "ending": "won"}
            game |= {"plies": 0, "chance": [[]], "thoughts": [], "reason": "", "seed": ""}
            names = (task.first.name, task.second.name)
            loser = 1 if task.second.kind == "mark" or names[0] < names[1] else 0
            game["result"] = "ox"[loser ^ (number % 2)]
            if "s007" in names and task.second.kind == "mark":
                game |= {"ending": "timeout", "failed": ["xo"[number % 2]]}
            if True in task.out:
                game["ending"] = "not played"
            games.append(game)
        return games

    monkeypatch.setattr("graders.kit.tournament.run.play_pair", played)
    monkeypatch.setattr("graders.kit.tournament.run.try_out", lambda task: "")
    monkeypatch.setattr(ranking, "DRAWS", 3)
    submissions = hand_in(
        tmp_path / "class", **{f"s{number:03}": b"def winner(board): pass" for number in range(90)}
    )
    held(submissions, tmp_path / "out", wishes=Wishes(openings=1, names=True))
    table = rows(tmp_path / "out")
    strongest = [row["student"] for row in table.values() if row["student"]][:5]
    assert {*strongest} <= {f"s{number:03}" for number in range(9)}
    data = json.loads((tmp_path / "out/tournament.json").read_text())
    assert data["mode"] == "rounds"
    assert data["games"] < 90 * 2 * 12
    games = [json.loads(line) for line in (tmp_path / "out/games.jsonl").open()]
    endings = {game["ending"] for game in games if "s007" in game["sides"].values()}
    assert endings == {"timeout", "not played"}
