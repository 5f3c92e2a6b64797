"""The questions about NAME that are asked in the isolated process. See graders/harness.py."""

from typing import Any

from graders.harness import plain


def ask_moves(submission: Any, heap: int) -> Any:
    return plain(submission.moves(heap))
