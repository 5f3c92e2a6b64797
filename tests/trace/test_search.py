"""What a person types to choose a board."""

import pytest

from graders.kit.errors import KitError
from graders.kit.trace.boards import board_of


def test_what_is_no_board_gets_a_sentence() -> None:
    assert board_of("xo_\nxO.\n---") == "xo_xo____"
    for text in ("", "xo", "x" * 10, "xo_xo___z", "<b>_____x"):
        with pytest.raises(KitError, match="A board has nine characters row by row"):
            board_of(text)
