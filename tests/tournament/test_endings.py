"""How a game has ended, as it is said to one of its players."""

from graders.kit.tournament.endings import ended, outcome_of, own_reason
from tests.tournament.played import game


def test_each_kind_of_ending_is_said() -> None:
    endings = {
        "won": "Ann has won.",
        "illegal": "Bob played what is no move, so Ann has won.",
        "error": "Bob raised an exception, so Ann has won.",
        "timeout": "Bob took too long, so Ann has won.",
        "not played": "Bob had lost other games by its time, so this one counts as lost.",
    }
    for ending, said in endings.items():
        line = game(1, "Ann", "Bob", [], "x", ending, reason="secret", failed=["o"])
        assert ended(line, "x", "Ann", "Bob") == said
        assert outcome_of(line, "x") == "won"
        assert outcome_of(line, "o") == "lost"
    drawn = game(1, "Ann", "Bob", [], "draw", "drawn")
    assert ended(drawn, "o", "Bob", "Ann") == "It is a draw."
    assert outcome_of(drawn, "o") == "drawn"


def test_where_both_fail_each_is_told_its_own_reason() -> None:
    line = game(1, "Ann", "Bob", [], "none", "both failed", failed=["x", "o"])
    line["reason"] = "x: Ann's error. o: Bob's error."
    assert own_reason(line, "x") == "Ann's error."
    assert own_reason(line, "o") == "Bob's error."
    assert ended(line, "o", "Bob", "Ann") == (
        "Both have failed, so there is no result. Why Bob failed: Bob's error."
    )
    assert outcome_of(line, "x") == "no result"


def test_a_reason_that_looks_like_anothers_tells_nothing_of_the_other() -> None:
    line = game(1, "Ann", "Bob", [], "none", "both failed", failed=["x", "o"])
    line["reason"] = "x: one o: two o: Bob's."
    assert "Bob" not in own_reason(line, "x")
    line["reason"] = "x: Ann's. o: one o: two"
    assert "Ann" not in own_reason(line, "o")
