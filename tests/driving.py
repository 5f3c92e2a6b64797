"""Real browsers, for tests.

`.ci/run` installs them where it can; elsewhere these tests are skipped, and say why.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = {
    "chrome": ("chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox-esr", "firefox"),
}
DRIVER = Path(__file__).with_name("drive.mjs")


class Browser:
    """A browser with a tab.

    Attributes:
        kind: Which browser it is: chrome or firefox.
    """

    def __init__(self, kind: str) -> None:
        """Start a browser, or skip the test where there is none.

        Args:
            kind: A key of PROGRAMS.
        """
        program = _find_program(kind)
        if program is None or shutil.which("node") is None or "GAMETREE_BROWSERS" not in os.environ:
            pytest.skip(
                f"no {kind}, node or GAMETREE_BROWSERS here: .ci/run brings them where it can"
            )
        self.kind = kind
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._driver = subprocess.Popen(["node", str(DRIVER), kind, program], **pipes)

    def __call__(self, **step: Any) -> Any:
        """Do a step of drive.mjs, and return what it is worth.

        Args:
            step: What to do, by a name that drive.mjs knows, and with what.
        """
        pipes: Any = self._driver
        pipes.stdin.write(json.dumps(step) + "\n")
        pipes.stdin.flush()
        answer = json.loads(pipes.stdout.readline() or '{"error": "the browser is gone"}')
        assert "error" not in answer, answer["error"]
        return answer["value"]

    def text(self, selector: str) -> str:
        """Return what can be read in an element."""
        return str(self(value=f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    def close(self) -> None:
        pipes: Any = self._driver
        pipes.stdin.close()
        try:
            pipes.wait(20)
        except subprocess.TimeoutExpired:
            pipes.kill()
        pipes.stdout.close()


def _find_program(kind: str) -> str | None:
    """Return the path of a browser of that kind, None if none is installed."""
    for name in PROGRAMS[kind]:
        path = shutil.which(name)
        if path is not None:
            return path
    return None
