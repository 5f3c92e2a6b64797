"""Whether two names are one person's: in the list of an LMS, and at a hand-in.

An LMS puts names into the names of files, and changes them for that: letters get lost, the order
is another, words run together. Whoever has a number with another name gets no mark by it.
"""

import re
from unicodedata import combining, normalize

from graders.kit.classroom.handins import DIGEST_ROOM, LABEL_LIMIT, known_as

# Bytes that a name at a hand-in has if it was cut, which leaves no half of a character.
MOST = LABEL_LIMIT - DIGEST_ROOM
CUT = range(MOST - 3, MOST + 1)
# What Moodle takes out of a name for the name of a file; and other apostrophes.
_TAKEN_OUT = str.maketrans("", "", "&<>\"`|':\\/\u2019\u02bc\u00b4")
# Letters that Unicode does not take apart into a plain one and an accent.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th"}
    | {"\N{LATIN SMALL LETTER DOTLESS I}": "i"}
)
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_LOST = "?\N{REPLACEMENT CHARACTER}"  # what stands for a letter that an encoding does not have
_WORD = re.compile(rf"[^\W_{_LOST}]+(?:[{_LOST}]+\w*)?|[{_LOST}]+\w*")


def are_alike(listed: str, at_hand_in: str) -> bool | None:
    """Tell whether two names fit: all words of one are words of the other, in any order.

    Args:
        listed: The name in the list of an LMS.
        at_hand_in: The name at a hand-in.

    Returns:
        Whether they fit; None if there is nothing that can be compared.
    """
    answers = []
    for theirs, ours in _readings(listed, at_hand_in):
        if not theirs or not ours:
            return None
        answers.append(set(theirs) <= set(ours) or set(ours) <= set(theirs))
    return _answer(answers, at_hand_in)


def are_alike_run_together(listed: str, at_hand_in: str) -> bool | None:
    """Tell whether two names fit, the second of which has nothing between its words.

    Args:
        listed: The name in the list of an LMS.
        at_hand_in: The name at a hand-in, such as lovelaceada.

    Returns:
        Whether they fit; None if there is nothing that can be compared.
    """
    answers = []
    for theirs, ours in _readings(listed, at_hand_in):
        letters = "".join(ours)
        if not theirs or not letters:
            return None
        found = [word for word in theirs if word in letters]
        is_all_of_it = sum(map(len, found)) >= len(letters)
        answers.append(len(found) == len(theirs) or is_all_of_it)
    return _answer(answers, at_hand_in)


def words_of(name: str) -> list[str]:
    """Return the words of a name without case and accents, and without those that lost letters."""
    text = known_as(name).casefold().translate(_PLAIN).translate(_TAKEN_OUT)
    letters = [letter for letter in normalize("NFKD", text) if not combining(letter)]
    text = "".join(letters).casefold()
    return [word for word in _WORD.findall(text) if not set(word) & set(_LOST)]


def _answer(answers: list[bool], at_hand_in: str) -> bool | None:
    """Return whether one way to read two names fits; None if the second may lack its end."""
    if any(answers):
        return True
    if len(at_hand_in.encode()) in CUT:
        return None
    return False


def _readings(listed: str, at_hand_in: str) -> list[tuple[list[str], list[str]]]:
    """Return the words of both names in the ways in which they can have been written."""
    readings = [
        (words_of(listed), words_of(at_hand_in)),
        (words_of(_spelt_out(listed)), words_of(_spelt_out(at_hand_in))),
    ]
    if at_hand_in.isascii():
        # Letters with accents may have been left out.
        rest = words_of(known_as(listed).encode("ascii", "ignore").decode())
        if rest:
            readings.append((rest, words_of(at_hand_in)))
    return readings


def _spelt_out(name: str) -> str:
    """Return a name with "ue" for an umlaut."""
    return known_as(name).casefold().translate(_SPELT_OUT)
