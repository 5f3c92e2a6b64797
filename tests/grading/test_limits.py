"""The clock of a check: which time it shows, and how much of it each way to ask has."""

from __future__ import annotations

import pytest

from graders.kit.grading import limits
from graders.kit.grading.limits import (
    AGAIN_SECONDS,
    HURRY,
    IN_ALL,
    NET,
    PATIENT_SECONDS,
    WALL,
    Clock,
)


class Watch:
    """A process, as a clock sees it: the test says what it takes."""

    pace = 1.0

    def __init__(self) -> None:
        self.seconds = self.waited = self.queued = 0.0
        self.told = True  # by the system, how long it stood in the run queue
        self.asleep = True

    def computed(self) -> float:
        return self.seconds

    def idle(self) -> float:
        return self.waited - self.queued if self.told else 0.0

    def idle_at_most(self) -> float:
        return self.waited if self.told else 0.0

    def sleeps(self) -> bool:
        return self.told and self.asleep


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


def test_a_clock_shows_processor_time_or_a_quarter_of_what_was_waited(wall: list[float]) -> None:
    process = Watch()
    process.seconds = process.waited = 7.0  # before this check
    clock = clock_of(process, 3)
    assert clock.read() == 0
    wall[0] += 4
    process.waited += 4
    assert clock.read() == 4 / WALL
    process.seconds += 2.5
    assert clock.read() == 2.5
    other = Watch()
    other.seconds = other.waited = 9.0
    clock.follow(other)  # type: ignore[arg-type]
    other.seconds += 1.0
    assert clock.read() == 3.5
    other.waited += 96
    assert clock.read() == 100 / WALL


def test_what_it_stood_in_the_run_queue_it_did_not_wait(wall: list[float]) -> None:
    process = Watch()
    clock = clock_of(process, 3)
    process.waited, process.queued, process.seconds = 26, 24, 1.5
    assert clock.read() == 1.5
    process.waited += 10
    assert clock.read() == 12 / WALL


def test_time_in_which_nobody_waits_for_it_is_not_the_students(wall: list[float]) -> None:
    """The grader judges, or is itself kept waiting for a core: only the net counts that."""
    clock = clock_of(Watch(), 3)
    wall[0] += 60
    assert clock.read() == 60 / NET


@pytest.mark.parametrize("told", [True, False])
def test_the_net_ends_it_whatever_the_system_tells(told: bool, wall: list[float]) -> None:
    process = Watch()
    process.told = told
    clock = clock_of(process, 3)
    process.waited = process.queued = 89
    wall[0] += 89
    assert clock.left(until=3) > 0
    wall[0] += 1
    assert clock.left(until=3) <= 0


def test_nobody_is_ended_for_sleeping_who_is_awake(wall: list[float]) -> None:
    """A wait in the run queue is only told when it is over."""
    process = Watch()
    clock = clock_of(process, 3)
    process.waited, process.asleep = WALL * 3, False
    assert clock.left(until=3) > 0
    process.asleep = True
    assert clock.left(until=3) <= 0
    process.asleep, process.seconds = False, 3
    assert clock.left(until=3) <= 0  # for computing


def test_a_time_out_says_what_is_known(wall: list[float]) -> None:
    process = Watch()
    clock = clock_of(process, 3)
    process.seconds = 3
    assert clock.telling(3) == "after 3 s. Does a loop never end?"
    process.waited = 15
    assert clock.telling(3) == "after 12 s, in most of which it only waited. Does it sleep?"
    wall[0] += 300
    reason = "Is this machine too busy?"
    assert clock.telling(3) == f"after 90 s, in which it computed for 3.0 s. {reason}"


def test_where_the_wall_clock_stands_in_it_is_named(wall: list[float]) -> None:
    process = Watch()
    process.pace, process.told = 2.5, False
    clock = clock_of(process, 3)
    wall[0] += 20  # it was being started for most of that
    process.seconds = 3
    assert clock.telling(3) == "after 7.5 s. Does a loop never end?"


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


def test_after_a_time_out_only_who_may_take_long_may(wall: list[float]) -> None:
    clock = clock_of(Watch(), 10, hurried=True)
    assert clock.attempt(within=99) == (10 / HURRY, 10 / HURRY)
    clock.retrying = True
    assert clock.attempt(within=99) == (10, 10)
    clock.timed_out = True
    assert clock.attempt(within=99) == (10 / HURRY, 10 / HURRY)
    patient = clock_of(Watch(), PATIENT_SECONDS, hurried=True)
    assert patient.attempt(within=999) == (PATIENT_SECONDS, PATIENT_SECONDS)
    assert patient.attempt(within=9)[0] == PATIENT_SECONDS / HURRY


def test_both_ways_together_take_no_longer_than_twice_the_limit(wall: list[float]) -> None:
    """The second way has a clock of its own, which knows how long the first one took."""
    process = Watch()
    clock = clock_of(process, 3)
    clock.retry(timed_out=False, taken=2.5)
    assert clock.attempt(60) == (3, 3)
    process.seconds += 2
    assert clock.attempt(60) == (3, IN_ALL * 3 - 2.5)
