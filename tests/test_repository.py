"""The repository as a whole: lint, types, links, and nothing of the machine that it was written on."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.mark.parametrize(
    "command",
    [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]],
    ids=lambda command: " ".join(command),
)
def test_lint_and_types(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def ours() -> list[Path]:
    """Return the files that git knows."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.splitlines()]


def without_code(document: Path) -> str:
    return re.sub(r"^```.*?^```$", "", document.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(document: Path) -> set[str]:
    """Return what links can name in a document, as GitHub makes it of headings."""
    headings = re.findall(r"^#+ (.*)", without_code(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_lead_somewhere() -> None:
    """To a file of the repository, and to a heading in it."""
    for document in ours():
        if document.suffix != ".md":
            continue
        for path, anchor in re.findall(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)", without_code(document)):
            target = document.parent / path if path else document
            assert target.exists(), f"{document}: {path}"
            assert not anchor or anchor in anchors(target), f"{document}: {path}#{anchor}"


def test_nothing_of_the_machine_is_written_down() -> None:
    """No host that packages were fetched from, no absolute paths of whoever wrote it."""
    for lock in (path for path in ours() if "lock" in path.name):
        assert not re.search(r"://|resolved", lock.read_text("utf-8")), lock
    for path in ours():
        if path.suffix in {".py", ".md", ".toml", ".yml", ".j2", ".ini"} and path != Path(__file__).resolve():
            assert str(ROOT) not in path.read_text("utf-8"), path
