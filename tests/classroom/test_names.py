"""Whether the name in a list is that of a hand-in."""

from __future__ import annotations

import pytest

from graders.kit.classroom.names import are_alike, are_alike_run_together


@pytest.mark.parametrize(
    ("listed", "at_hand_in"),
    [
        ("Ada Lovelace", "Lovelace Ada"),
        ("Lovelace, Ada King", "ada lovelace"),
        ("Zo\u00eb M\u00fcller", "Mu\u0308ller Zoe"),  # an accent that is composed, or not
        ("Müller Zoë", "Zoe Mueller"),
        ("Łukasz Straße", "Lukasz Strasse"),
        ("?ukasz Nowak", "Łukasz Nowak"),  # a worksheet in cp1252
        ("Bob O'Neil", "Bob ONeil"),  # as Moodle names a folder
        ("Bob O\u2019Neil", "Bob O'Neil"),
        ("Jean-Luc Picard", "Jean Luc Picard"),
        ("Ada Lovelace", "Group 7-Ada Lovelace"),
        ("名 前", "前 名"),
    ],
)
def test_names_that_fit(listed: str, at_hand_in: str) -> None:
    assert are_alike(listed, at_hand_in)


@pytest.mark.parametrize(
    ("listed", "at_hand_in"),
    [("Ada Lovelace", "Ada Turing"), ("名 前", "名 後"), ("Ann Lee", "Anna Lee")],
)
def test_names_that_do_not(listed: str, at_hand_in: str) -> None:
    assert are_alike(listed, at_hand_in) is False


def test_names_that_say_nothing() -> None:
    assert are_alike("", "Ada") is None
    assert are_alike("? ?", "名 前") is None
    assert are_alike("Ada", "!") is None
    assert are_alike("Ada " + "b" * 90, "Ada " + "b" * 76) is None  # cut


def test_names_that_run_together() -> None:
    assert are_alike_run_together("Lovelace, Ada", "lovelaceada")
    assert are_alike_run_together("Lovelace, Ada King", "lovelaceada")
    assert are_alike_run_together("Lovelace, Ada", "lovelaceadaking")
    assert are_alike_run_together("Müller, Zoë", "müllerzoë")
    assert are_alike_run_together("Müller, Zoë", "mllerzo")
    assert are_alike_run_together("Turing, Ada", "lovelaceada") is False
    assert are_alike_run_together("", "lovelaceada") is None
