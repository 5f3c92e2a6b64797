"""How dense the code is to read. The limits are lowered as the code gets plainer, and never raised."""

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.density import measure

# Expressions a statement; conditional expressions, comprehensions, and those within others, per
# 1,000 statements; lines of over 100 characters per 1,000 lines.
LIMITS = {
    "graders": (2.05, 12, 42, 0.3, 1.5),
    "graders/kit": (1.95, 10, 36, 1, 1),
    "graders/cli": (2.45, 45, 37, 5, 30),
}


def figures(folder: Path) -> tuple[float, ...]:
    counts = measure(sorted(folder.rglob("*.py")))
    statements = counts["statements"]
    named = (counts["conditionals"], counts["comprehensions"], counts["nested"])
    of_a_thousand = (1_000 * count / statements for count in named)
    long = 1_000 * counts["long"] / counts["lines"]
    return (counts["expressions"] / statements, *of_a_thousand, long)


@pytest.mark.parametrize("folder", LIMITS)
def test_the_code_is_no_denser_than_it_was(folder: str) -> None:
    for found, most in zip(figures(ROOT / folder), LIMITS[folder], strict=True):
        assert found <= most, figures(ROOT / folder)


def test_a_line_that_holds_many_ideas_counts(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("a = b\n")
    assert figures(tmp_path) == (0, 0, 0, 0, 0)
    module.write_text("a = [f(x) if x else 0 for x in y]\n" + "b = c  # " + "-" * 100 + "\n")
    assert figures(tmp_path) == (1.5, 500, 500, 500, 500)
