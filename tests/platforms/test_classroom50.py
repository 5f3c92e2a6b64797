"""Whole points, and text that stays text in Markdown."""

import pytest

from graders.kit.catalog import exercises
from graders.kit.grading.run import checks_of
from graders.kit.platforms.classroom50 import _fenced, whole


@pytest.mark.parametrize("points", [10, 11, 13, 37, 100, 1000])
def test_points_are_shared_out_whole_and_each_check_gets_some(points: int) -> None:
    for exercise in exercises():
        shares = [check.points for check in checks_of(exercise)]
        parts = whole(shares, points)
        assert sum(parts) == points
        assert min(parts) >= 1
        exact = [share * points / sum(shares) for share in shares]
        assert all(abs(part - one) < 1 or part == 1 for part, one in zip(parts, exact, strict=True))


def test_whole_points_are_kept_where_they_are_whole() -> None:
    assert whole([2, 1, 1], 8) == [4, 2, 2]
    assert whole([1] * 3, 4) == [2, 1, 1]
    assert whole([100, 1, 1], 4) == [2, 1, 1]


@pytest.mark.parametrize("text", ["plain", "a ``` b", "`````\nx\n````", "~~~"])
def test_no_line_of_a_block_of_code_ends_it(text: str) -> None:
    first, body, last = _fenced(text)
    assert body == text
    assert first == f"{last}text"
    assert last not in text
    assert set(last) == {"`"}
