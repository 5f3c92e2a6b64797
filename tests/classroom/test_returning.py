"""What an earlier run has written for an LMS is not taken for what this one gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.classroom.helpers import RIGHT, folder, grade
from tests.conftest import gametree

HEAD = "Identifier,Full name,Status,Grade,Maximum grade,Grade can be changed\n"


@pytest.mark.whole
def test_what_is_of_an_earlier_run_is_moved_away_with_a_word(tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {"Ada B_7_assignsubmission_file_/minmax.py": RIGHT})
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(f"{HEAD}Participant 7,Ada B,Submitted,,10.00,Yes\n")
    other = tmp_path / "Other.csv"
    other.write_text(f"{HEAD}Participant 7,Eve C,Submitted,,10.00,Yes\n")
    out = tmp_path / "out"
    back = ("--for", "moodle", "--worksheet")
    grade(path, out, *back, sheet)
    assert "an earlier run" not in grade(path, out)  # the same marks: it is as good as before
    first = (out / "moodle" / "grades.csv").read_bytes()

    gametree("class", "mark", "Ada B_7", "--out", out, "--points", 4, "--reason", "ill")
    said = grade(path, out)
    assert f"{out}/moodle was of an earlier run" in said
    assert f"It is in {out}/earlier/moodle-1 now" in said
    assert not (out / "moodle").exists()
    assert (out / "earlier" / "moodle-1" / "grades.csv").read_bytes() == first
    assert "moodle" not in grade(path, out)

    grade(path, out, *back, sheet)
    assert b"Submitted,4,10.00" in (out / "moodle" / "grades.csv").read_bytes()
    refused = grade(path, out, *back, other, code=2)
    assert "1 of 1 hand-ins have the number of somebody else there" in refused
    assert f"had written into {out}/moodle is in {out}/earlier/moodle-2 now." in refused
    assert not (out / "moodle").exists()
