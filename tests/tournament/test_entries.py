"""Entries and their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.kit import catalog
from graders.kit.catalog import named
from graders.kit.grading.run import checks_of
from graders.kit.play.game import contest_of, playable
from graders.kit.tournament.entries import Entry, shown_names, students_in
from graders.kit.tournament.words import ADJECTIVES, ANIMALS


def entries(count: int) -> list[Entry]:
    return [Entry("student", f"s{number:05}") for number in range(count)]


def test_hand_ins_are_read_as_of_a_class(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann/connect4.py").write_text("def moves(board): pass\n")
    (tmp_path / "ann/notes.txt").write_text("mine")
    (tmp_path / "bob.py").write_text("def moves(board): pass\n")
    found = students_in(tmp_path, catalog.named("connect4"))
    assert [(entry.name, entry.file) for entry in found] == [
        ("ann", "connect4.py"),
        ("bob", "bob.py"),
    ]


def test_no_two_pseudonyms_are_alike_and_none_is_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where there are more students than pairs of words."""
    assert len(set(ADJECTIVES)) * len(set(ANIMALS)) > 5_000
    monkeypatch.setattr("graders.kit.tournament.entries.ADJECTIVES", ADJECTIVES[:9])
    monkeypatch.setattr("graders.kit.tournament.entries.ANIMALS", ANIMALS[:9])
    every = entries(200)
    shown = shown_names(every, 0, real=False)
    assert len(set(shown.values())) == 200
    assert not {entry.name for entry in every} & {*shown.values()}
    assert shown_names(every, 0, real=False) == shown
    assert shown_names(every, 1, real=False) != shown


def test_a_pseudonym_stays_where_another_student_comes() -> None:
    few, more = entries(20), entries(21)
    before, after = shown_names(few, 0, real=False), shown_names(more, 0, real=False)
    assert all(after[entry.key] == before[entry.key] for entry in few)


def test_a_student_may_be_called_as_a_mark() -> None:
    students = [Entry("student", "random"), Entry("mark", "random")]
    shown = shown_names(students, 0, real=True)
    assert set(shown.values()) == {"random", "random*"}
    assert shown["mark", "random"] == "random"


@pytest.mark.parametrize("exercise", playable())
def test_what_a_player_needs_are_checks_of_the_room(exercise: str) -> None:
    contest = contest_of(exercise)
    names = {check.name for check in checks_of(named(exercise))}
    if contest is not None:
        assert contest.needs
        assert set(contest.needs) <= names
