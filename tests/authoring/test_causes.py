"""`gametree audit --causes`: how slips answer is kept, and kept fresh."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from graders.kit.authoring import causes
from graders.kit.authoring.causes import Candidates, answers_in_worker, choose, stale, update
from graders.kit.catalog import Exercise, named
from graders.kit.grading.causes import SEED, Causes, Known, digest_of, read_causes
from tests.conftest import EXERCISES, gametree, slips_of

REFRESH = "run `gametree audit {name} --causes` and commit what it writes"


def kept(exercise: str) -> Causes:
    found = read_causes(named(exercise))
    assert found is not None
    return found


@pytest.mark.parametrize("exercise", EXERCISES)
def test_causes_are_fresh(exercise: str) -> None:
    found = [*stale(named(exercise), slips_of(exercise))]
    assert found == [], REFRESH.format(name=exercise)


@pytest.mark.by_turns
@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_slip_answers_as_it_is_kept(exercise: str) -> None:
    causes_of_room = kept(exercise)
    steady = {known.name: known for known in causes_of_room.slips if known.answers}
    name = Random(exercise).choice(sorted(steady))
    [slip] = [slip for slip in slips_of(exercise) if slip.name == name]
    answers = answers_in_worker(exercise, slip.submission, causes_of_room.probes, SEED)
    digests = {check: digest_of(wrong) for check, wrong in answers.items() if wrong}
    assert digests == steady[name].answers, name


def test_what_has_changed_is_told_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    minmax = named("minmax")
    right = kept("minmax")
    first, second, *others = right.slips
    other_file = replace(first, file="0" * 16)
    other_cause = replace(second, cause="another sentence")
    left_over = Known("left_over", "0" * 16, "a slip that is gone", {})
    wrong = replace(right, slips=[other_file, other_cause, left_over, *others[1:]])
    monkeypatch.setattr(causes, "read_causes", lambda _: wrong)
    changed = {first.name, second.name, "left_over", others[0].name}
    told = {f"{name} has changed" for name in changed}
    assert set(stale(minmax, slips_of("minmax"))) == told

    written = []
    asked = []
    monkeypatch.setattr(causes, "write_whole", lambda path, text: written.append(text))
    monkeypatch.setattr(
        causes._Asker,
        "answers",
        lambda self, slips, numbers: asked.extend(slips) or {s.name: {} for s in slips},
    )
    update(minmax, slips_of("minmax"), 1, lambda done, total: None)
    assert {slip.name for slip in asked} == {first.name, others[0].name}
    assert "left_over" not in written[0]


def test_slips_are_asked_again_where_the_room_says_something_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sentence of a judge is part of what is kept, though it asks no other question."""
    minmax = named("minmax")
    older = replace(kept("minmax"), room="of another sentence")
    monkeypatch.setattr(causes, "read_causes", lambda _: older)
    [told] = stale(minmax, slips_of("minmax"))
    assert "the code of the room has changed" in told
    asked = []
    monkeypatch.setattr(causes, "write_whole", lambda path, text: None)
    monkeypatch.setattr(
        causes._Asker,
        "answers",
        lambda self, slips, numbers: asked.extend(slips) or {s.name: {} for s in slips},
    )
    update(minmax, slips_of("minmax"), 1, lambda done, total: None)
    assert len(asked) == len(slips_of("minmax"))


def test_an_author_is_told_of_slips_that_answer_alike_and_say_different_things(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = kept("minmax")
    assert causes.answer_alike(named("minmax")) == []
    first = next(slip for slip in before.slips if slip.answers)
    twin = replace(first, name="twin", cause="another sentence")
    monkeypatch.setattr(
        causes, "read_causes", lambda _: replace(before, slips=[*before.slips, twin])
    )
    [names] = causes.answer_alike(named("minmax"))
    assert {first.name, "twin"} <= set(names)


def test_a_digest_of_a_room_is_of_its_code(tmp_path: Path) -> None:
    def digest(judge: str, play: str = "") -> str:
        (tmp_path / "cases.py").write_text(judge)
        (tmp_path / "play.py").write_text(play)
        return causes.digest_of_room(cast(Exercise, SimpleNamespace(room=tmp_path)))

    first = digest('TOO_SMALL = "It is too small."\n')
    assert digest('# Said of a number.\n\nTOO_SMALL = "It is too small."\n', "x = 1") == first
    assert digest('TOO_SMALL = "It is less than it must be."\n') != first


def test_the_same_is_written_again_where_nothing_has_changed() -> None:
    path = named("minmax").causes
    before = path.read_text("utf-8")
    done = gametree("audit", "minmax", "--causes")
    assert done.out == "graders/minmax/causes.json: 123 slips, of which 0 were asked\n"
    assert path.read_text("utf-8") == before


def test_slips_are_told_apart_by_several_questions_that_take_little_time() -> None:
    places = [("check", number) for number in range(20)]
    seconds = dict.fromkeys(places, 0.001)
    seconds["check", 0] = 0.002
    one = dict.fromkeys(places[:10], "wrong")
    other = dict.fromkeys(places[:3], "otherwise") | dict.fromkeys(places[3:8], "wrong")
    chosen = choose(Candidates(seconds, [], [one, other], [one, other]))
    apart = [place for place in chosen if one.get(place) != other.get(place)]
    assert len(apart) == 5  # there are no more: 0 to 2, 8, 9
    assert len([place for place in chosen if place in one]) >= causes.APART
    assert not set(chosen) & set(places[10:])  # nobody answers these wrong


def test_what_right_files_answer_wrong_or_slips_by_chance_is_not_asked() -> None:
    places = [("check", number) for number in range(30)]
    slip = dict.fromkeys(places[:8], "wrong")
    seconds = dict.fromkeys(places, 0.001)
    of_right = [{places[3]: "wrong"}]
    by_chance = slip | {places[5]: "otherwise"}
    chosen = choose(Candidates(seconds, of_right, [slip], [by_chance]))
    assert set(places[:8]) - set(chosen) == {places[3], places[5]}


def test_a_check_that_leaves_much_to_chance_is_not_asked_at_all() -> None:
    places = [("check", number) for number in range(10)]
    others = [("other", number) for number in range(10)]
    slip = dict.fromkeys([*places, *others], "wrong")
    by_chance = slip | {places[1]: "otherwise", places[2]: "right"}
    seconds = dict.fromkeys(slip, 0.001)
    chosen = choose(Candidates(seconds, [], [slip], [by_chance]))
    assert {check for check, _ in chosen} == {"other"}


def test_a_slip_that_hangs_or_answers_one_way_now_and_another_then_is_never_met() -> None:
    for known in kept("learning").slips:
        if known.answers is None:
            assert not known.is_met_by("encode", "")
