"""What is asked and answered while a file is graded, line by line: for authors of exercises."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from graders.kit.errors import Lost
from graders.kit.grading.words import listed, one_line
from graders.kit.report import Parts, text_of

MOST = 300  # characters of a line
CHECK = "{name} is asked"
AS_IT_IS = "  as it is: {count} {noun}"
WITH_RIGHT = "  with a right {helpers} in place of the file's: {count} {noun}"
ASKED = "    {name}({arguments})"
GAVE = "      it asked back for {wanted}, and was given {given}"
ANSWERED = "      answer: {value}"
RAISED = "      no answer: {reason}"
DOUBT = "      raised in the exercise: {what}"
WRONG = "      WRONG: {reason}"
ENDED = "    ENDED: {reason}"
LOST = "{name} is LOST: {reason}"
PASSED = "{name} is passed"


class Debug:
    """Writes what is asked and answered.

    The questions of a check may wait in a pipe while others are answered, so each is written when
    its answer is there.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        """Begin.

        Args:
            write: Takes a line.
        """
        self._write_line = write

    def begin_check(self, name: str) -> None:
        """Write which check is asked."""
        self._write(CHECK, name=name)

    def begin_way(self, count: int, noun: str, lends: Sequence[str]) -> None:
        """Write in which way cases are asked."""
        if lends:
            self._write(WITH_RIGHT, helpers=listed(lends), count=count, noun=noun)
        else:
            self._write(AS_IT_IS, count=count, noun=noun)

    def listen(self, give: Callable[[int, Any], Any]) -> Callable[[int, Any], Any]:
        """Return a function that gives the same, and writes it."""

        def heard(place: int, wanted: Any) -> Any:
            given = give(place, wanted)
            self._write(GAVE, wanted=_json(wanted), given=_json(given))
            return given

        return heard

    def note_answer(self, question: tuple[str, list[Any]], value: Any, lost: Lost | None) -> None:
        """Write a question, and its answer or why there is none."""
        name, arguments = question
        self._write(ASKED, name=name, arguments=", ".join(map(_json, arguments)))
        if lost is None:
            self._write(ANSWERED, value=_json(value))
        else:
            self._write(RAISED, reason=text_of(lost.parts))

    def note_judgement(self, doubt: str, fault: Parts | None) -> None:
        """Write what the exercise raised over an answer, and what is wrong with that, if any."""
        if doubt:
            self._write(DOUBT, what=doubt)
        if fault is not None:
            self._write(WRONG, reason=text_of(fault))

    def end_way(self, reason: Parts) -> None:
        """Write why no more could be asked."""
        self._write(ENDED, reason=text_of(reason))

    def end_check(self, name: str, lost: Lost | None) -> None:
        """Write what became of a check."""
        if lost is None:
            self._write(PASSED, name=name)
        else:
            self._write(LOST, name=name, reason=text_of(lost.parts))

    def _write(self, line: str, **words: object) -> None:
        text = line.format(**{name: one_line(str(word)) for name, word in words.items()})
        if len(text) > MOST:
            text = text[: MOST - 3] + "..."
        self._write_line(text)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=repr)
