"""The journal: whole lines count, and nothing else."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from graders.kit.errors import KitError
from graders.kit.tournament.journal import NAME, Journal


def filled(folder: Path) -> bytes:
    with closing(Journal(folder)) as journal:
        journal.add({"b": [1], "a": {"x": "é\n"}})
        journal.add({"c": ""})
    return (folder / NAME).read_bytes()


def test_what_was_added_is_there_in_the_next_run(tmp_path: Path) -> None:
    filled(tmp_path)
    with closing(Journal(tmp_path)) as journal:
        assert [journal.result(key) for key in "abc"] == [{"x": "é\n"}, [1], ""]
        assert not journal.has("d")


def test_a_run_may_be_ended_at_any_byte(tmp_path: Path) -> None:
    """Each line that was whole is kept, a piece of one is cut off, and what comes next is a line of its own."""
    whole = filled(tmp_path)
    for length in range(len(whole)):
        (tmp_path / NAME).write_bytes(whole[:length])
        with closing(Journal(tmp_path)) as journal:
            kept = {key for key in "bac" if journal.has(key)}
            assert len(kept) == whole[:length].count(b"\n")
            journal.add({"c": "anew"})
        with closing(Journal(tmp_path)) as journal:
            assert journal.result("c") == "anew"


def test_lines_that_are_none_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b'[1]\n{"key": 1}\n\xff\n{"key": "a", "result": 2}\n')
    with closing(Journal(tmp_path)) as journal:
        assert journal.result("a") == 2
        assert not journal.has("1")


def test_it_is_sorted_by_what_was_to_be_done(tmp_path: Path) -> None:
    filled(tmp_path)
    with closing(Journal(tmp_path)) as journal:
        journal.sort("ca")
        journal.add({"d": 4})
        assert [journal.result(key) for key in "abcd"] == [{"x": "é\n"}, [1], "", 4]
    keys = [line[9:10] for line in (tmp_path / NAME).read_bytes().splitlines()]
    assert keys == [b"c", b"a", b"b", b"d"]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(KitError, match="can't be written"):
        Journal(tmp_path / "file")
