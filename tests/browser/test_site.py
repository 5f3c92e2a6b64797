"""`gametree site`: the folder that it writes. What browsers make of it is in test_pages.py and test_verdicts.py."""

import gzip
import io
import json
import os
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from graders.cli import main
from graders.kit.browser import assets, compressed
from graders.kit.browser.site import LISTED
from graders.kit.catalog import Exercise
from tests.browser.conftest import PLACE
from tests.conftest import EXERCISES, ROOT

HOSTS = re.compile(r"(?:https?:)?//(?!www\.w3\.org/)[a-z0-9-]+\.[a-z]")
COMMAND = re.compile(
    r"gametree |python\d* (?:-m |\w+\.py)|`?--[a-z]|terminal"
)  # which a page has not
OURS = [
    *assets.SCRIPTS.iterdir(),
    *assets.PINNED,
    *(ROOT / "graders/kit/rendering/templates").iterdir(),
]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.whole
def test_it_is_the_same_twice_and_writes_over_itself_alone(
    node_modules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In another folder, which held other exercises before; with the file names and the sentence that are asked for."""
    first, second = tmp_path / "first", tmp_path / "second"
    options = [
        "--exercise",
        "player",
        "minmax",
        "--assets",
        str(node_modules),
        "--hand-in",
        "{exercise}_3.py",
    ]
    assert main(["site", str(first), *options, "--hand-in-text", "Under <Week 3>."]) == 0
    told = r": 2 exercises, 1\d\.\d MB\. The first visit fetches 7\.\d MB from .* else 1\d\.\d MB\."
    assert re.search(told, capsys.readouterr().out)
    assert main(["site", str(second), "--assets", str(node_modules.parent), "--compressed"]) == 0
    assert [*second.glob("index.html.gz")]
    assert main(["site", str(second), *options, "--hand-in-text", "Under <Week 3>."]) == 0
    assert contents(first) == contents(second)
    assert len([*second.glob("app-*")]) == 1  # nor an empty folder of the site before
    assert sorted(path.name for path in first.glob("*.html")) == [
        "index.html",
        "minmax.html",
        "player.html",
    ]
    page = (first / "minmax.html").read_text("utf-8")
    assert "Download minmax_3.py" in page
    assert "Under &lt;Week 3&gt;." in page
    assert page.index("player.html") > 0  # the next one


def test_no_page_and_no_script_of_ours_names_another_host(root: Path) -> None:
    for path in OURS:
        if path.is_file():
            assert not HOSTS.search(path.read_text("utf-8")), path
    for name, data in contents(root).items():
        if not name.endswith(
            (".gz", ".br", ".zip", ".wasm", ".txt", "/grader.js", "/student.js")
        ):  # Pyodide is in the last two
            assert not HOSTS.search(data.decode()), name


def test_compressed_copies_hold_the_files_and_no_page_asks_for_them(root: Path) -> None:
    files = contents(root / PLACE)
    packed = {name: data for name, data in files.items() if name.endswith((".gz", ".br"))}
    large = {name for name, data in files.items() if len(data) > 3_000_000} - packed.keys()
    assert {f"{name}.gz" for name in large if name.endswith(".wasm")} < packed.keys()
    for name, data in packed.items():
        whole = files[name[: -len(".gz")]]
        assert len(data) < len(whole)
        if name.endswith(".gz"):
            assert gzip.decompress(data) == whole
            assert (
                data[3:10] == b"\0\0\0\0\0\2\xff"
            )  # neither name nor time nor system; the strongest
        else:
            assert pytest.importorskip("brotli").decompress(data) == whole
    assert packed.keys() < {*json.loads(files[LISTED])}
    assert not re.search(rb"\.(?:gz|br)\b", files["service-worker.js"].splitlines()[0])


def test_with_brotli_there_are_two_copies_of_a_file_that_gets_smaller() -> None:
    pytest.importorskip("brotli", reason="the extra site is not installed")
    found = compressed.copies({"a.js": b"var a; " * 99, "b.zip": os.urandom(99)})
    assert [*found] == ["a.js.gz", "a.js.br"]
    assert found == compressed.copies({"a.js": b"var a; " * 99})


def test_solutions_are_not_in_it(root: Path) -> None:
    """No line between Begin and End of any reference, of those that are long enough to be known by, but given ones."""
    files = contents(root)
    (kit,) = (data for name, data in files.items() if name.endswith("kit.zip"))
    with zipfile.ZipFile(io.BytesIO(kit)) as archive:
        assert not [name for name in archive.namelist() if "solutions" in name]
        whole = b"".join(map(archive.read, archive.namelist()))
    whole += b"".join(
        data for name, data in files.items() if name.endswith((".html", ".js", ".json"))
    )
    for exercise in EXERCISES:
        text = Exercise(exercise).reference.read_text("utf-8")
        regions = re.findall(r"#\*+ Begin \*+#\n(.*?)#\*+ End \*+#", text, re.DOTALL)
        lines = {
            line.strip()
            for region in regions
            for line in region.splitlines()
            if len(line.strip()) > 45
        }
        assert len(lines) > 1, exercise
        assert len([line for line in lines if line.encode() in whole]) <= len(lines) / 4, exercise


def test_every_page_has_its_statement_and_stubs(root: Path) -> None:
    for exercise in EXERCISES:
        page = next(root.rglob(f"{exercise}.html")).read_text("utf-8")
        assert f'<a href="{exercise}.html">' in next(root.rglob("index.html")).read_text("utf-8")
        assert (
            "Then grade it, as often as you like: the report says at once what is wrong"
            in " ".join(page.split())
        )
        shown = page.partition('class="panel statement"')[2].partition('id="report-panel"')[0]
        assert not COMMAND.search(shown), exercise
        stubs = json.loads(
            page.split('<script id="stubs" type="application/json">')[1].split("</script>")[0]
        )
        assert stubs == (Exercise(exercise).handout / f"{exercise}.py").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--exercise", "chess"], "There is no exercise chess."),
        (
            ["--hand-in", "../{exercise}.py"],
            "--hand-in ../{exercise}.py: name a file that ends in .py, such as",
        ),
        (
            ["--hand-in", "solution.txt"],
            "name a file that ends in .py, such as {exercise}.py, without a folder.",
        ),
        (
            ["--assets", "nowhere"],
            "nowhere has no node_modules/pyodide: run  npm ci --ignore-scripts  there, beside",
        ),
    ],
)
def test_what_cant_be_done_is_said(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["site", str(tmp_path / "site"), *arguments]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_a_folder_with_something_else_in_it_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.txt").write_text("of three years", "utf-8")
    assert main(["site", str(tmp_path)]) == 2
    assert (
        "holds something else than a site: name an empty or a new folder."
        in capsys.readouterr().err
    )
    assert contents(tmp_path) == {"thesis.txt": b"of three years"}


def test_without_npm_a_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", "")
    assert main(["site", str(tmp_path / "site")]) == 2
    assert (
        "npm is not installed, which fetches Python for browsers: install Node.js, or name"
        in capsys.readouterr().err
    )


def test_two_who_fetch_at_once_leave_each_other_what_they_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = tmp_path / "npm"
    npm.write_text(
        "#!/bin/sh\nmkdir node_modules ../node_modules && touch ../node_modules/of_the_other\n",
        "utf-8",
    )
    npm.chmod(0o755)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    there = assets.modules(None)
    assert [path.name for path in there.iterdir()] == ["of_the_other"]
    assert [path.name for path in there.parent.iterdir()] == ["node_modules"]


def test_assets_of_another_kind_of_machine_are_refused(
    node_modules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "node_modules"
    shutil.copytree(node_modules / "pyodide", copy / "pyodide")
    assert main(["site", str(tmp_path / "site"), "--assets", str(tmp_path)]) == 2
    assert f"{copy} has no esbuild" in capsys.readouterr().err
    program = copy / "@esbuild/plan9/bin/esbuild"
    program.parent.mkdir(parents=True)
    program.write_bytes(b"\0")
    program.chmod(0o755)
    assert main(["site", str(tmp_path / "site"), "--assets", str(tmp_path)]) == 2
    assert (
        "esbuild can't be run (Exec format error): let npm fetch it on this kind of"
        in capsys.readouterr().err
    )
