"""README.md and docs/, as a reader follows them: every file is written, every command prints what is shown.

A comment in the line above a block says what the block is:

    <!-- output: COMMAND -->            what `gametree COMMAND` prints; after <<< come the words that are typed
    <!-- output whole: COMMAND -->      the same, for a command of over ten seconds: compared with --whole only
    <!-- output isolated: COMMAND -->   the same, where bubblewrap and Landlock both work
    <!-- json: COMMAND, checks 5 -->    the part of the JSON that these keys lead to; no seconds are compared
    <!-- file: PATH -->                 a file; append: lines at the end of one; edit: a change of one, as a diff
    <!-- not run: REASON -->            an output that nothing compares, and why

The blocks of a document are followed in their order, in a copy of the kit, those of the guide for authors in a folder
of exercises of one's own. `python -m tests.test_documents` writes
their outputs anew; those marked `whole` and `isolated` with --whole and --isolated.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from graders.kit.report import Outcome
from tests.conftest import ROOT, catalog, copied, gametree
from tests.test_new import promised, repository, run

GUIDE = ROOT / "docs/writing-an-exercise.md"
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(
    r"^<!-- (?P<kind>output|json|file|append|edit|not run)(?: (?P<when>whole|isolated))?: (?P<what>.*?) -->\n"
    r"```(?P<language>\w+)\n(?P<said>.*?)^```\n",
    re.MULTILINE | re.DOTALL,
)
FENCED = re.compile(r"^```(\w*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
UNMARKED = ("", "sh")  # a drawing, or commands whose output is not shown
SETTINGS = ("nginx", "caddy", "apache")  # of servers
README_LINES, WIDTH = 150, 120

# Shows what is typed after its prompt, as a terminal does; ^C is Ctrl-C.
TYPING = """
import builtins, sys
from graders.cli import main

def typed(prompt):
    line = sys.stdin.readline()
    print(prompt + line, end="", flush=True)
    if line in ("^C\\n", ""):
        raise KeyboardInterrupt
    return line

builtins.input = typed
sys.exit(main())
"""


def kit(folder: Path) -> Path:
    """Return a copy of the kit; what is shown holds without the exercises that somebody is still at work on."""
    copy = copied(folder / "kit", "graders", "solutions", "exercises", "tests/submissions")
    for exercise in catalog.exercises():
        if exercise.draft:
            for room in ("graders", "solutions", "exercises"):
                shutil.rmtree(copy / room / exercise.name, ignore_errors=True)
    return copy


class Place(NamedTuple):
    """Where what a document says is done.

    Attributes:
        folder: The current folder.
        variables: Of the environment, besides ours.
    """

    folder: Path
    variables: dict[str, str]

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, **self.variables}


def place_for(document: Path, folder: Path) -> Place:
    """Return where a document is followed: in a copy of the kit, or in a folder of exercises of one's own."""
    copy = kit(folder)
    if document != GUIDE:
        return Place(copy, {})
    own = folder / "mine"
    own.mkdir()
    return Place(own, {"PYTHONPATH": str(copy), "GAMETREE_EXERCISES": str(own)})


def followed(text: str, place: Place, when: set[str]) -> str:
    """Do what a document says.

    Args:
        text: The document.
        place: Where.
        when: Which outputs to look at: "" for those that are always compared, "whole", "isolated".

    Returns:
        The document, with the outputs as they are.
    """

    def done(block: re.Match[str]) -> str:
        what, said = block["what"], block["said"]
        match block["kind"]:
            case "output" | "json" if (block["when"] or "") in when:
                shown = printed(what, place) if block["kind"] == "output" else selected(what, place)
                return block[0].replace(f"\n{said}```\n", f"\n{shown}```\n")
            case "file":
                write(place.folder / what, said)
            case "append":
                path = place.folder / what
                write(path, f"{path.read_text('utf-8')}\n\n{said}")
            case "edit":
                path = place.folder / what
                write(path, edited(path.read_text("utf-8"), said))
        return block[0]

    return BLOCK.sub(done, text)


def printed(what: str, place: Place) -> str:
    """Return a command and what it prints."""
    command, typing, words = what.partition(" <<< ")
    if typing:
        python = [sys.executable, "-c", TYPING, *command.split()]
        typed = "".join(f"{word}\n" for word in words.split())
        out = subprocess.run(
            python,
            cwd=place.folder,
            env=place.environment,
            input=typed,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    else:
        done = gametree(*command.split(), cwd=place.folder, env=place.environment)
        out = done.out + done.err
    return f"$ gametree {command}\n{out}"


def selected(what: str, place: Place) -> str:
    """Return a part of the JSON that a command prints, with short lists on a line, and 0.01 for all seconds."""
    command, _, keys = what.rpartition(", ")
    value = json.loads(gametree(*command.split(), "--json", "-", cwd=place.folder).out)
    for check in value["checks"]:
        check["seconds"] = 0.01
    for key in keys.split():
        value = value[int(key) if key.isdigit() else key]
    text = json.dumps(value, indent=1, ensure_ascii=False)
    return (
        re.sub(r"\[\s+([^][{}]*?)\s+\]", lambda found: f"[{' '.join(found[1].split())}]", text)
        + "\n"
    )


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def edited(text: str, diff: str) -> str:
    """Return a text with the lines of a diff replaced, which must be in it once."""
    was, now = (
        "".join(line[1:] or "\n" for line in diff.splitlines(True) if line[0] != out)
        for out in "+-"
    )
    assert text.count(was) == 1, was
    return text.replace(was, now)


@pytest.mark.parametrize(
    "document",
    [path for path in DOCUMENTS if BLOCK.search(path.read_text("utf-8"))],
    ids=lambda path: path.stem,
)
def test_what_is_shown_is_what_commands_print(document: Path, tmp_path: Path) -> None:
    text = document.read_text("utf-8")
    assert followed(text, place_for(document, tmp_path), {""}) == text


@pytest.mark.whole
@pytest.mark.timeout(5_400)
@pytest.mark.parametrize(
    "document",
    [path for path in DOCUMENTS if "<!-- output whole: " in path.read_text("utf-8")],
    ids=lambda path: path.stem,
)
def test_what_is_shown_of_long_commands_is_what_they_print(document: Path, tmp_path: Path) -> None:
    text = document.read_text("utf-8")
    assert followed(text, place_for(document, tmp_path), {"", "whole"}) == text


def test_the_table_of_isolation_is_real(tmp_path: Path) -> None:
    text = (ROOT / "docs/isolation.md").read_text("utf-8")
    found = followed(text, Place(kit(tmp_path), {}), {"isolated"})
    if lacking := re.findall("^No (?:bubblewrap|landlock): .*", found, re.MULTILINE):
        pytest.skip(
            f"the table of a machine that has both is not compared here: {'; '.join(lacking)}"
        )
    assert found == text


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_output_is_marked(document: Path) -> None:
    """So each is compared, or says why it is not."""
    text = document.read_text("utf-8")
    assert FENCED.sub("", text).count("```") == 0, "a block does not end"
    marked = {block.start("language") - 3 for block in BLOCK.finditer(text)}
    for fence in FENCED.finditer(text):
        assert fence[1] in (*UNMARKED, *SETTINGS) or fence.start() in marked, fence[0]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_lines_are_short(document: Path) -> None:
    """But for those that a command prints."""
    text = FENCED.sub(
        lambda fence: "" if fence[1] in ("console", "json") else fence[0],
        document.read_text("utf-8"),
    )
    assert [line for line in text.splitlines() if len(line) > WIDTH] == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= README_LINES


def test_commands_that_are_named_exist_with_their_options() -> None:
    """In lines of commands, and in the middle of a sentence."""
    named: dict[str, set[str]] = {}
    for document in DOCUMENTS:
        text = FENCED.sub(
            lambda fence: fence[2] if fence[1] == "sh" else "", document.read_text("utf-8")
        )
        for command, rest in re.findall(
            r"(?:^|`|/|&& )gametree (class (?:mark|show|similar)\b|[a-z]+)\b([^`\n#&]*)",
            text,
            re.MULTILINE,
        ):
            named.setdefault(command, set()).update(re.findall(r"--[a-z]+", rest))
    assert len(named) > 5
    for command, options in named.items():
        done = gametree(*command.split(), "--help")
        assert done.code == 0, command
        assert options <= set(re.findall(r"--[a-z]+", done.out)), command


def test_the_report_is_described_field_by_field() -> None:
    text = (ROOT / "docs/report.md").read_text("utf-8")
    named = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    shown = [json.loads(fence[2]) for fence in FENCED.finditer(text) if fence[1] == "json"]
    path = ROOT / "tests/submissions/minmax/wrong/immediate_wins_only.py"
    whole = json.loads(gametree("grade", path, "--exercise", "minmax", "--json", "-").out)
    assert {*keys(shown), *keys(whole), "left_out", "data", *get_args(Outcome)} == named


def keys(value: Any) -> list[str]:
    """Return the names of all fields in a value of JSON."""
    if isinstance(value, list):
        return [name for item in value for name in keys(item)]
    return [*value, *keys([*value.values()])] if isinstance(value, dict) else []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_files_and_functions_that_are_named_exist(document: Path) -> None:
    """`graders/kit/...` is a file or a folder; `name` in `graders/kit/...` is defined there."""
    text = FENCED.sub("", document.read_text("utf-8"))
    for path in re.findall(
        r"`((?:graders|tests|solutions|exercises|docs|\.ci|\.github)/[\w./-]*)`", text
    ):
        assert (ROOT / path).exists(), path
    for name, path in re.findall(r"`([\w.]+)`\s+in\s+`(graders/[\w./]+\.py)`", text):
        source = (ROOT / path).read_text("utf-8")
        assert re.search(
            rf"\b(def|class) {name.split('.')[-1]}\b|^{name} = ", source, re.MULTILINE
        ), (name, path)


@pytest.mark.whole
@pytest.mark.timeout(1_200)
def test_the_exercise_that_is_written_keeps_all_promises(tmp_path: Path) -> None:
    """It is written in a folder of one's own, and then becomes the kit's."""
    place = place_for(GUIDE, tmp_path)
    followed(GUIDE.read_text("utf-8"), place, {""})
    copy = repository(tmp_path)
    for folder in ("graders", "solutions", "exercises"):
        shutil.copytree(place.folder / folder / "heap", copy / folder / "heap")
    shutil.copytree(place.folder / "submissions/heap", copy / "tests/submissions/heap")
    promised(copy, "heap")
    run(copy, "mypy")


def main() -> None:
    when = {"", *(mark for mark in ("whole", "isolated") if f"--{mark}" in sys.argv)}
    for document in DOCUMENTS:
        with tempfile.TemporaryDirectory() as folder:
            text = document.read_text("utf-8")
            document.write_text(followed(text, place_for(document, Path(folder)), when), "utf-8")


if __name__ == "__main__":
    main()
