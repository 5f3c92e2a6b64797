"""The repository as a whole: lint, types, and a README whose every output is real.

`python -m tests.test_repository` writes the outputs into README.md anew.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, gametree

README = ROOT / "README.md"
OUTPUT = re.compile(r"<!-- output: (?P<command>.*?) -->\n```console\n(?P<shown>.*?)```", re.DOTALL)


def with_real_outputs(text: str) -> str:
    """Return the README with the output of each marked command as it is now."""
    return OUTPUT.sub(
        lambda block: (
            f"<!-- output: {block['command']} -->\n```console\n$ gametree {block['command']}\n"
            f"{gametree(*block['command'].split(), cwd=ROOT).out}```"
        ),
        text,
    )


def test_the_readme_shows_what_the_commands_print() -> None:
    text = README.read_text("utf-8")
    assert len(OUTPUT.findall(text)) >= 2
    assert with_real_outputs(text) == text


@pytest.mark.parametrize(
    "command",
    [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]],
    ids=lambda command: " ".join(command),
)
def test_lint_and_types(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_links_in_the_readme_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", README.read_text("utf-8")):
        assert (ROOT / target).exists(), target


def test_nothing_of_the_machine_is_written_down() -> None:
    """No lock files, no absolute paths of whoever wrote it."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in listed if "lock" in Path(name).name]
    for name in listed:
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".yml", ".j2", ".ini"} and path != Path(__file__).resolve():
            assert str(ROOT) not in path.read_text("utf-8"), name


if __name__ == "__main__":
    README.write_text(with_real_outputs(README.read_text("utf-8")), "utf-8")
