"""What a page asks of the grader, asked here without a browser: its answers are JSON, whatever goes wrong."""

import json
from typing import Any

import pytest

from graders.kit.browser import grader
from graders.kit.browser.grader import Desk
from graders.kit.catalog import exercises
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes
from tests.conftest import reference, slips_of


@pytest.fixture(autouse=True)
def work(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grader, "WORK", tmp_path)


class Asked:
    """A desk, and what it has told."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.desk = Desk(lambda message: self.told.append(json.loads(message)))

    def __call__(self, ask: str, **values: Any) -> Any:
        self.told.clear()
        return json.loads(self.desk.answer(json.dumps({"ask": ask, **values})))


def test_a_wrong_file_is_graded_check_by_check_and_told_a_hint() -> None:
    asked, slip = Asked(), next(slip for slip in slips_of("alphabeta") if slip.name == "no_pruning")
    answer = asked("grade", exercise="alphabeta", source=slip.submission.source, memory="")
    (checks,) = (message["checks"] for message in asked.told[:1])
    outcomes = [message["outcome"] for message in asked.told[1:]]
    report = answer["report"]
    assert [check["outcome"] for check in report["checks"]] == outcomes
    assert [name for name, *_ in checks] == [check["name"] for check in report["checks"]]
    whole = grade(
        "alphabeta",
        of_bytes("alphabeta.py", slip.submission.source.encode()),
        Terms(unprotected=True),
    )
    plain = [{**check, "seconds": 0} for check in whole.as_json()["checks"]]
    assert [{**check, "seconds": 0} for check in report["checks"]] == json.loads(json.dumps(plain))
    assert "step through your search" in answer["html"]
    (line, check, why) = answer["lines"][0]
    assert "if self.isTerminal(node):" in slip.submission.source.splitlines()[line - 1]
    assert check == "minmax_with_alphabeta: pruning"
    assert why.startswith("The leaf ")
    hint = asked(
        "hint", exercise="alphabeta", memory=answer["memory"], method="minmax_with_alphabeta"
    )
    assert hint["said"].startswith("minmax_with_alphabeta, hint 1 of 3: ")
    again = asked(
        "hint", exercise="alphabeta", memory=hint["memory"], method="minmax_with_alphabeta"
    )
    assert again["said"].startswith("minmax_with_alphabeta, hint 2 of 3: ")
    early = asked("hint", exercise="alphabeta", memory=again["memory"], method="isTerminal")
    assert early == {
        "problem": "isTerminal has not failed yet: grade your file first, and ask for a hint if it does."
    }


def test_the_line_that_fails_is_marked() -> None:
    source = reference("minmax").replace(
        'return 1 if a == "x" else -1', 'return 1 if aa == "x" else -1'
    )
    answer = Asked()("grade", exercise="minmax", source=source, memory="{ no JSON")
    line, _, why = answer["lines"][0]
    assert 'if aa == "x"' in source.splitlines()[line - 1]
    assert why.startswith("NameError in line")


def test_no_method_is_marked_for_a_fault_of_the_whole_file() -> None:
    answer = Asked()(
        "grade",
        exercise="minmax",
        source=f"{reference('minmax')}\nimport os\nos._exit(0)\n",
        memory="",
    )
    assert answer["score"] == 0
    assert answer["lines"] == []


def test_a_computer_that_cant_go_on_does_not_think() -> None:
    asked = Asked()
    source = f"{reference('minmax')}\nMinMax.minmax = lambda self, node: node.nothing\n"
    asked("play", exercise="minmax", source=source, options={})
    assert asked("click", number=0, thinks=False) == {}
    last = asked.told[-1]
    assert "The computer can't go on. AttributeError" in last["texts"][-1]
    assert last["stuck"]
    assert not last["thinking"]
    assert last["turn"] == "The game stops here: begin a new one."


def test_a_search_is_recorded() -> None:
    asked = Asked()
    answer = asked(
        "trace",
        exercise="alphabeta",
        source=reference("alphabeta"),
        tree="['A', ('B', 3)]",
        board="",
    )
    assert "data-trace" in answer["html"]
    answer = asked(
        "trace", exercise="minmax", source=reference("minmax"), tree="['A', ('B', 3)]", board=""
    )
    assert answer["problem"].startswith("minmax searches boards")


def test_a_game_is_played() -> None:
    asked = Asked()
    assert asked("click", number=0, thinks=False) == {
        "problem": "The game has ended: begin another one."
    }
    assert asked("play", exercise="minmax", source=reference("minmax"), options={}) == {}
    assert [cell[0] for row in asked.told[-1]["rows"] for cell in row] == list("123456789")
    assert asked.told[-1]["rows"][1][2][3] == "row 2, column 3, empty, 6"
    assert asked.told[-1]["turn"] == "Your turn."
    assert asked("click", number=0, thinks=True) == {}
    first, last = asked.told[0], asked.told[-1]
    assert first["thinking"]
    assert first["rows"][0][0][:2] == ["o", 2]
    assert [cell[1] for row in last["rows"] for cell in row].count(1) == 1
    assert "The computer thinks it draws with 5" in last["texts"][-1]
    assert last["turn"] == "Your turn: x played 5."
    assert [cell[3] for cell in last["rows"][1]][1] == "row 2, column 2, x"
    assert asked("begin", first="", made=2) == {}
    last = asked.told[-1]
    assert [cell[1] for row in last["rows"] for cell in row].count(0) == 7
    assert last["turn"] == "Your turn."
    assert "learns" not in asked.told
    assert (
        asked("play", exercise="learning", source=reference("learning"), options={"rounds": 50})
        == {}
    )
    assert {message.get("rounds") for message in asked.told} >= {50}
    assert asked("play", exercise="games", source=reference("games"), options={})[
        "problem"
    ].startswith("There is noth")


@pytest.mark.parametrize("what", ["grade", "trace"])
def test_whoever_asks_for_something_else_ends_the_game(what: str) -> None:
    asked, file = Asked(), {"exercise": "minmax", "source": reference("minmax")}
    assert asked("play", **file, options={}) == {}
    asked(what, **file, **({"memory": ""} if what == "grade" else {"tree": "", "board": ""}))
    assert asked("click", number=0, thinks=False) == {
        "problem": "The game has ended: begin another one."
    }


def test_a_fault_of_the_kit_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked()
    assert "no attribute 'chess'" in asked("chess")["fault"]
    monkeypatch.setattr(grader, "submitted", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    assert asked("grade", exercise="minmax", source="", memory="") == {"stopped": True}


def test_the_names_of_squares_and_of_columns() -> None:
    asked = Asked()
    assert (
        asked("play", exercise="connect4", source=reference("connect4"), options={"depth": 1}) == {}
    )
    rows = asked.told[-1]["rows"]
    assert [cell[3] for cell in rows[5]][:2] == ["row 6, column 0, empty", "row 6, column 1, empty"]
    assert [cell[3] for cell in rows[6]] == [f"column {column}" for column in range(7)]
    asked("click", number=2, thinks=False)
    assert asked.told[-1]["rows"][5][2][3] == "row 6, column 2, x"
    assert asked.told[-1]["turn"].startswith("Your turn: o played column ")
    asked("play", exercise="expectiminimax", source=reference("expectiminimax"), options={})
    assert [cell[3] for cell in asked.told[-1]["rows"][0]] == ["flip", "hold"]


def test_why_a_move_is_slow_and_what_helps_is_on_each_page() -> None:
    """A smaller game may be offered on boards; elsewhere an option of the game helps."""
    for exercise in exercises():
        shown = grader.about(exercise)
        assert bool(shown["slow"]) == shown["plays"]
        helps = shown["ahead"] or any(
            option["name"] in "depth rounds goal" for option in shown["options"]
        )
        assert bool(helps) == shown["plays"]


def test_code_that_hangs_at_the_third_move_loses_nothing_but_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("graders.kit.play.game.MOVE_SECONDS", 1.0)
    asked = Asked()
    hangs = "\nmove, times = determine_move, []\ndef determine_move(*given):\n    times.append(1)\n"
    hangs += "    while len(times) == 3:\n        pass\n    return move(*given)\n"
    game = {"exercise": "player", "source": reference("player") + hangs, "options": {}}
    assert asked("play", **game) == {}
    for _ in range(3):
        cells = [cell for row in asked.told[-1]["rows"] for cell in row]
        before = [cell[0] for cell in cells]
        number = [cell[1] for cell in cells].index(0)
        assert asked("click", number=number, thinks=False) == {}
    last = asked.told[-1]
    assert last["stuck"]
    assert last["turn"] == "The game stops here: begin a new one."
    assert last["texts"][-1].startswith("The computer can't go on. ")
    now = [cell[0] for row in last["rows"] for cell in row]
    assert [place for place in range(9) if now[place] != before[place]] == [number]
    assert asked("play", **game) == {}
    assert asked.told[-1]["turn"] == "Your turn."
