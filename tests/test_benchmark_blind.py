"""`python -m tests.benchmark_blind`: which blind files are judged otherwise than their writers say."""

import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT, reference, slip

LOG = """
[w01]
what = "nothing is wrong"
[r02]
what = "it sees wins at once alone"
"""


def test_who_is_judged_otherwise_than_its_writer_says_is_named(tmp_path: Path) -> None:
    right, wrong = reference("minmax").encode(), slip("minmax", "immediate_wins_only").content
    for kind, name, content in (
        ("wrong", "w01", right),
        ("wrong", "w02", wrong),
        ("right", "r01", right),
        ("right", "r02", wrong),
    ):
        folder = tmp_path / "first" / "minmax" / kind
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.py").write_bytes(content)
    (tmp_path / "first" / "minmax" / "log.toml").write_text(LOG)
    command = [sys.executable, "-m", "tests.benchmark_blind", str(tmp_path), "--processes", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    accepted, refused, total = done.stdout.splitlines()
    assert accepted == "minmax w01 is wrong, with full marks at 1 of 1 seeds: nothing is wrong"
    assert refused.startswith("minmax r02 is right and lost ")
    assert refused.endswith(": it sees wins at once alone")
    assert total == "1 of 2 wrong files got full marks, 1 of 2 right ones lost points"
