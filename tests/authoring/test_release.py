"""`gametree release`: what students receive is the solutions without their regions, and is never stale."""

import json
from pathlib import Path

import pytest

from graders.kit import catalog
from graders.kit.authoring.release import skeleton
from graders.kit.errors import BadSolution
from tests.conftest import EXERCISES, ROOT, gametree, in_copy, reference


def test_release_is_fresh() -> None:
    result = gametree("release", "--check")
    assert (result.code, result.out) == (0, "")


@pytest.mark.parametrize("exercise", EXERCISES)
def test_no_line_of_a_region_reaches_students(exercise: str) -> None:
    handout = catalog.named(exercise).handout
    given = (handout / f"{exercise}.py").read_text().splitlines()
    cells = json.loads((handout / f"{exercise}.ipynb").read_text())["cells"]
    given += [
        line.rstrip("\n")
        for cell in cells
        if cell["cell_type"] == "code"
        for line in cell["source"]
    ]
    inside, region, outside = False, [], []
    for line in reference(exercise).splitlines():
        marker = "*" in line and ("Begin" in line or "End" in line)
        inside = "Begin" in line if marker else inside
        if not marker:
            (region if inside else outside).append(line)
    assert region
    assert not (set(region) - set(outside)) & set(given)


def test_release_check_fails_when_stale_and_release_mends_it(copy: Path) -> None:
    (copy / "exercises/minmax/minmax.py").write_text("edited by hand")
    (copy / "exercises/minmax/extra.txt").write_text("from nowhere")
    done = in_copy(copy, "release", "--check")
    assert done.returncode == 1
    assert "stale: exercises/minmax/extra.txt\nstale: exercises/minmax/minmax.py\n" in done.stdout
    assert in_copy(copy, "release").returncode == 0
    assert in_copy(copy, "release", "--check").returncode == 0
    assert not (copy / "exercises/minmax/extra.txt").exists()


def test_a_solution_with_damaged_markers_is_never_released(copy: Path) -> None:
    source = copy / "solutions/minmax/minmax.py"
    source.write_text(
        source.read_text().replace("#********** End **********#", "# ********** End **********#", 1)
    )
    before = (copy / "exercises/minmax/minmax.py").read_text()
    done = in_copy(copy, "release")
    assert done.returncode == 2
    assert "solutions/minmax/minmax.py: Begin and End don't come in pairs" in done.stderr
    assert (copy / "exercises/minmax/minmax.py").read_text() == before


def test_a_skeleton_needs_regions() -> None:
    with pytest.raises(BadSolution):
        skeleton("def f():\n    return 1\n")


def test_what_is_listed_as_equivalent_is_never_handed_out() -> None:
    assert list((ROOT / "solutions").glob("*/equivalent.toml"))
    assert not list((ROOT / "exercises").rglob("equivalent*"))
    assert gametree("release", "--check").code == 0


def test_the_last_cell_is_handed_out_in_the_notebook_alone() -> None:
    assert list((ROOT / "solutions").glob("*/last_cell.txt"))
    assert not list((ROOT / "exercises").rglob("last_cell*"))
