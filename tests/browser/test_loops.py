"""The loop that never ends is named in a browser as it is on the command line."""

from collections.abc import Callable

from graders.kit.catalog import Exercise
from tests.driving import Browser

from .test_verdicts import File, in_browser

WAS = """\
        full = "_" not in top"""
ENDLESS = """\
        cells = []
        while len(cells) < 9:
            pass
        full = "_" not in top"""


def test_a_loop_that_never_ends_is_named(at: Callable[[str], Browser]) -> None:
    source = Exercise("minmax").reference.read_text("utf-8")
    assert source.count(WAS) == 1
    source = source.replace(WAS, ENDLESS)
    line = source.splitlines().index("        while len(cells) < 9:") + 1
    report = in_browser(at("minmax"), File("minmax", "endless", source))
    (told,) = (check["message"] for check in report["checks"] if check["name"] == "isTerminal")
    assert f"It was in the while loop of line {line}, in isTerminal." in told
