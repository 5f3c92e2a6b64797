"""`gametree site`: a folder of static files, in which students do the exercises in their browsers."""

import gzip
import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import jinja2
from markdown_it import MarkdownIt

from graders.kit import __version__
from graders.kit.browser import assets
from graders.kit.browser.grader import about
from graders.kit.catalog import GRADERS, ROOT, Exercise, exercises, named
from graders.kit.errors import KitError
from graders.kit.files import Files
from graders.kit.isolation.worker import IN_WORKER
from graders.kit.packing import archive_of, imported, libraries, statement
from graders.kit.rendering.page import TEMPLATES

LISTED = "gametree-site.json"  # in the folder: which files are of it
HAND_IN_TEXT = "Hand this file in where your course collects it."
DRAWN = ("style.css", "dark.css", "trace.css")


class Site(NamedTuple):
    """first_visit: bytes that a browser fetches then, compressed as servers do"""

    exercises: list[Exercise]
    first_visit: int


def write(
    folder: Path, names: Sequence[str], given: Path | None, hand_in: str, hand_in_text: str
) -> Site:
    """Write a site; return what it is. names: of exercises, none for all; given: a copy of what npm would fetch

    hand_in: the name of the file that is handed in, in which {exercise} stands for that; hand_in_text: says where
    Raises KitError, and deletes no file that it has not written.
    """
    chosen = [named(name) for name in names]
    chosen = [exercise for exercise in exercises() if exercise in chosen or not chosen]
    named_files = {exercise: _hand_in(hand_in, exercise) for exercise in chosen}
    before = _written_before(folder)
    files = _files(chosen, named_files, hand_in_text or HAND_IN_TEXT, assets.modules(given))
    files[LISTED] = (json.dumps(sorted(files), indent=1) + "\n").encode()
    try:
        for path, data in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        for path in before - files.keys():
            (folder / path).unlink(missing_ok=True)
            if not any((folder / path).parent.iterdir()):
                (folder / path).parent.rmdir()
    except OSError as error:
        raise KitError(f"{error.filename or folder} can't be written: {error.strerror}.") from None
    return Site(
        chosen, sum(len(gzip.compress(data, 9)) for path, data in files.items() if path != LISTED)
    )


def _hand_in(pattern: str, exercise: Exercise) -> str:
    name = pattern.replace("{exercise}", exercise.name)
    if not name.endswith(".py") or set(name) & set('/\\:*?"<>|{}') or not name.isprintable():
        raise KitError(
            f"--hand-in {pattern}: name a file that ends in .py, such as {{exercise}}.py, without a folder."
        )
    return name


def _written_before(folder: Path) -> set[str]:
    """Return which files of a folder are of a site; raise KitError if there are others and no site."""
    try:
        if not folder.exists() or not any(folder.iterdir()):
            return set()
        listed = json.loads((folder / LISTED).read_text("utf-8"))
        return {
            path for path in listed if not Path(path).is_absolute() and ".." not in Path(path).parts
        }
    except (OSError, ValueError, TypeError):
        raise KitError(
            f"{folder} holds something else than a site: name an empty or a new folder."
        ) from None


def _files(
    chosen: list[Exercise], named_files: dict[Exercise, str], hand_in_text: str, node_modules: Path
) -> Files:
    """Return all files of a site: pages, the service worker, and in a folder named after its content all else."""
    shared = (
        assets.pyodide(node_modules)
        | assets.scripts(node_modules)
        | {"kit.zip": archive_of(_kit())}
    )
    shared["site.css"] = _styles()
    shared["trace.js"] = _drawn("trace.js")
    shared["licenses.txt"] = assets.licenses(node_modules).encode()
    digest = sha256(
        b"".join(path.encode() + sha256(shared[path]).digest() for path in sorted(shared))
    )
    version = f"app-{digest.hexdigest()[:12]}"
    sizes = {
        path: len(shared[path])
        for path in ("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "kit.zip")
    }
    shown = {exercise: about(exercise) for exercise in chosen}
    known: dict[str, object] = {"app": version, "version": __version__}
    lessons = {one.name: one.lesson for one in chosen}
    pages = {"index.html": _page("index.html", known, exercises=[*shown.values()], lessons=lessons)}
    for exercise, after in zip(chosen, [*chosen[1:], None], strict=True):
        site = {"app": version, "sizes": sizes, "hand_in": named_files[exercise], **shown[exercise]}
        pages[f"{exercise.name}.html"] = _page(
            "exercise.html", known, site=site, name=exercise.name, after=after and after.name,
            hand_in_text=hand_in_text, stubs=(exercise.handout / f"{exercise.name}.py").read_text("utf-8"),
            statement=MARKDOWN.render(statement(exercise, "grade it")),
        )  # fmt: skip
    files = {f"{version}/{path}": data for path, data in shared.items()} | pages
    kept = sorted(path for path in files if not path.endswith(".txt"))
    listed = json.dumps(
        {"version": version, "files": {path: sha256(files[path]).hexdigest() for path in kept}}
    )
    worker = (assets.SCRIPTS / "service-worker.js").read_bytes()
    return files | {"service-worker.js": f"const SITE = {listed};\n".encode() + worker}


def _kit() -> Files:
    """Return what grades all exercises, as a wheel would hold it, and nothing that is not needed for that."""
    names = ["graders.kit.browser.grader"]
    for exercise in exercises():
        modules = (f"test_{exercise.name}", "play", "trace")
        names += [
            f"graders.{exercise.name}.{one}"
            for one in modules
            if (exercise.room / f"{one}.py").exists()
        ]
    paths = {*imported(names), *IN_WORKER, *(GRADERS / "kit/rendering/templates").iterdir()}
    for exercise in exercises():
        paths |= {
            exercise.room / "__init__.py",
            exercise.driver,
            *exercise.room.glob("*.t*"),
            *exercise.received,
        }
    kept = {path for path in paths if path.suffix != ".ipynb"}
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in kept} | libraries()


def _drawn(name: str) -> bytes:
    source, *_ = TEMPLATES.get_source(ENVIRONMENT, name)
    return source.encode()


def _styles() -> bytes:
    """Return the styles of reports and those of the pages around them."""
    return b"".join([*map(_drawn, DRAWN), (assets.SCRIPTS / "site.css").read_bytes()])


def _page(template: str, known: dict[str, object], **values: object) -> bytes:
    return ENVIRONMENT.get_template(f"{template}.j2").render(**known, **values).encode()


def _as_script(data: object) -> str:
    """Return data as JSON that can stand in a script of a page."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(assets.SCRIPTS), autoescape=True, trim_blocks=True, lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)  # fmt: skip
ENVIRONMENT.filters["script"] = _as_script
