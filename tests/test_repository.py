"""The repository as a whole: lint, types, links, and nothing of the machine that it was written on."""

import ast
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.mark.parametrize(
    "command",
    [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]],
    ids=lambda command: " ".join(command),
)
def test_lint_and_types(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def ours() -> list[Path]:
    """Return the files that git knows."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
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
        for path, anchor in re.findall(
            r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)", without_code(document)
        ):
            target = document.parent / path if path else document
            assert target.exists(), f"{document}: {path}"
            assert not anchor or anchor in anchors(target), f"{document}: {path}#{anchor}"


def test_nothing_of_the_machine_is_written_down() -> None:
    """No host that packages were fetched from, no absolute paths of whoever wrote it."""
    for lock in (path for path in ours() if "lock" in path.name):
        assert not re.search(r"://|resolved", lock.read_text("utf-8")), lock
    for path in ours():
        if (
            path.suffix in {".py", ".md", ".toml", ".yml", ".j2", ".ini"}
            and path != Path(__file__).resolve()
        ):
            assert str(ROOT) not in path.read_text("utf-8"), path


STARTERS = {
    "run",
    "Popen",
    "call",
    "check_call",
    "check_output",
}  # what starts a program, given as a list
BY_TEXT = {"system", "which"}  # what starts or finds one that is given as a text


def started(tree: ast.Module) -> Iterator[str]:
    """Yield the first word of each command that a module starts, where the module says it as a text."""
    lists: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            lists.setdefault(node.targets[0].id, []).append(node.value)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        in_shell = any(option.arg == "shell" for option in node.keywords)
        if name not in STARTERS | BY_TEXT:
            continue
        first = node.args[0]
        for command in lists.get(first.id, []) if isinstance(first, ast.Name) else [first]:
            word: ast.expr | None = command if in_shell or name in BY_TEXT else None
            if isinstance(command, (ast.List, ast.Tuple)) and command.elts:
                word = command.elts[0]
            if isinstance(word, ast.Constant) and isinstance(word.value, str):
                yield shlex.split(word.value)[0]


def provided() -> set[str]:
    """Return the programs that .ci/run lets a machine have."""
    script = (ROOT / ".ci/run").read_text("utf-8")
    needed, optional = (
        re.search(rf"^{name}=\((.*?)\)", script, re.M | re.S) for name in ("needed", "optional")
    )
    assert needed
    assert optional
    browsers = re.search(r"^for program in (chromium .*); do$", script, re.M)
    assert browsers
    return {*needed[1].split(), *optional[1].split(), *browsers[1].split(), "python3"}


def test_tests_start_no_program_that_a_bare_machine_has_not() -> None:
    """What pip brings is called from the scripts folder of the environment, by its path."""
    assert {
        *started(ast.parse('import subprocess\ncommand = ["gcc", "-v"]\nsubprocess.run(command)'))
    } == {"gcc"}
    ours_alone = {
        "attacks",
        "submissions",
        "rooms",
    }  # code that stands for a student's, and starts what it can
    missing: dict[str, set[str]] = {}
    for path in (ROOT / "tests").rglob("*.py"):
        if ours_alone & {*path.relative_to(ROOT).parts}:
            continue
        words = {*started(ast.parse(path.read_text("utf-8")))}
        if unknown := {word for word in words if "/" not in word} - provided():
            missing[path.name] = unknown
    assert missing == {}


SECTION = re.compile(r"^(?:Args|Attributes|Raises|Returns|Yields):\n(?:    .*\n|\n)*", re.MULTILINE)
INLINE = re.compile(r"(?:^ *|[.;] )(\w+): ", re.MULTILINE)  # where a sentence begins


def explained_inline(tree: ast.Module) -> list[str]:
    """Return the functions and classes that explain a parameter or an attribute in running text.

    A section of a docstring, Args or Attributes, is for that.
    """
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        text = f"{ast.get_docstring(node) or ''}\n"
        explained = INLINE.findall(SECTION.sub("", text))
        if set(explained) & own_names(node):
            found.append(node.name)
    return found


def own_names(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> set[str]:
    """Return the parameters of a function, or the attributes that a class declares."""
    if isinstance(node, ast.ClassDef):
        declared = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
        return {target.id for target in declared if isinstance(target, ast.Name)}
    return {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}


def test_docstrings_explain_parameters_in_sections() -> None:
    """For those who read them in an editor, all in one style: Google's."""
    found = {}
    for folder in ("kit", "cli"):
        for path in (ROOT / "graders" / folder).rglob("*.py"):
            names = explained_inline(ast.parse(path.read_text("utf-8")))
            if names:
                found[str(path.relative_to(ROOT))] = names
    assert found == {}


@pytest.mark.parametrize(
    ("text", "is_inline"),
    [
        ("Add.\n\n    first: a number; other: another\n    ", True),
        ("Add a number. other: another", True),
        ("Add.\n\n    Returns:\n        The sum.\n\n    first: a number\n    ", True),
        ("Add.\n\n    Args:\n        first: A number.\n        other: Another.\n    ", False),
        ("Add the first: a number.", False),
    ],
)
def test_a_parameter_in_running_text_is_found(text: str, is_inline: bool) -> None:
    module = ast.parse(f'def add(first, other):\n    """{text}"""')
    assert explained_inline(module) == ["add"] * is_inline
