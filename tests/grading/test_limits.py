"""The clock of a check: which time it shows, and how much of it each way to ask has."""

from __future__ import annotations

import pytest

from graders.kit.grading import limits
from graders.kit.grading.limits import AGAIN_SECONDS, HURRIED_SECONDS, IN_ALL, PATIENT_SECONDS, WALL, Clock


class Watch:
    """A process, as a clock sees it: the test says how long it has computed."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def computed(self) -> float:
        return self.seconds


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of day, as the test sets it."""
    now = [100.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    return now


def clock_of(process: Watch, limit: float, **how: bool) -> Clock:
    clock = Clock(limit, **how)
    clock.follow(process)  # type: ignore[arg-type]
    return clock


def test_a_clock_shows_processor_time_or_a_quarter_of_the_wall_clocks(wall: list[float]) -> None:
    process = Watch()
    process.seconds = 7.0  # before this check
    clock = clock_of(process, 3)
    assert clock.read() == 0
    wall[0] += 4  # on a busy machine
    assert clock.read() == 4 / WALL
    process.seconds += 2.5
    assert clock.read() == 2.5
    other = Watch()
    clock.follow(other)  # type: ignore[arg-type]
    other.seconds = 1.0
    assert clock.read() == 3.5
    wall[0] += 96
    assert clock.read() == 100 / WALL


def test_the_first_way_has_the_limit_and_all_ways_twice_that(wall: list[float]) -> None:
    process = Watch()
    clock = clock_of(process, 10)
    assert clock.attempt(within=99) == (10, 10)
    assert clock.attempt(within=4) == (4, 4)
    process.seconds = 7
    assert clock.attempt(within=4) == (4, 10)  # what was asked before counts
    clock.allow(2)  # for reading the file
    assert clock.attempt(within=99) == (10, 12)
    clock.retrying = True
    assert clock.attempt(within=99) == (10, 17)
    clock.timed_out = True
    assert clock.attempt(within=99) == (AGAIN_SECONDS, 7 + AGAIN_SECONDS)
    process.seconds = 19
    assert clock.attempt(within=99) == (AGAIN_SECONDS, 10 * IN_ALL)


def test_after_two_time_outs_only_who_may_take_long_may(wall: list[float]) -> None:
    clock = clock_of(Watch(), 10, hurried=True)
    assert clock.attempt(within=99) == (HURRIED_SECONDS, HURRIED_SECONDS)
    clock.retrying = True
    assert clock.attempt(within=99) == (10, 10)
    patient = clock_of(Watch(), PATIENT_SECONDS, hurried=True)
    assert patient.attempt(within=999) == (PATIENT_SECONDS, PATIENT_SECONDS)
    assert patient.attempt(within=6)[0] == HURRIED_SECONDS
