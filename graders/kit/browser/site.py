"""`gametree site`: a folder of static files with which students work in their browsers."""

import json
from collections.abc import Sequence
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import jinja2
from markdown_it import MarkdownIt

from graders.kit import __version__
from graders.kit.browser import assets, compressed
from graders.kit.browser.grader import about
from graders.kit.catalog import GRADERS, Exercise, exercises, named
from graders.kit.errors import KitError
from graders.kit.files import Files
from graders.kit.homes import place
from graders.kit.isolation.browser import IN_WORKER, OLDEST
from graders.kit.packing import archive_of, imported, libraries, statement
from graders.kit.rendering.page import TEMPLATES

CHECKED = "How it is checked"  # the last section of a statement, folded on its page
LISTED = "gametree-site.json"  # in the folder: which files are of it
HAND_IN_TEXT = "Hand this file in where your course collects it."
DRAWN = ("style.css", "dark.css", "tree.css", "trace.css")
# The large files of a first visit: a page tells how much of them has come.
IN_CONSOLE = (Path(__file__).with_name("console.py"), OLDEST)  # what a console's worker runs
LARGE = ("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "kit.zip")
NOT_IN_A_FILE_NAME = set('/\\:*?"<>|{}')
BAD_HAND_IN = (
    "--hand-in {pattern}: name a file that ends in .py, such as {{exercise}}.py, without a folder."
)
NO_SITE = "{folder} holds something else than a site: name an empty or a new folder."
CANT_WRITE = "{path} can't be written: {reason}."


class Site(NamedTuple):
    """What was written.

    Attributes:
        exercises: Those on the site.
        first_visit: Bytes that a browser fetches then from a server that compresses.
        uncompressed: The same from one that does not.
        folder: Bytes of all files.
    """

    exercises: list[Exercise]
    first_visit: int
    uncompressed: int
    folder: int


def write(
    folder: Path,
    names: Sequence[str],
    given: Path | None,
    hand_in: str,
    hand_in_text: str,
    copies: bool = False,
) -> Site:
    """Write a site.

    Args:
        folder: A new or an empty folder, or a site that is written anew.
        names: Of exercises; none for all.
        given: A copy of what npm would fetch; None to let npm fetch it.
        hand_in: The name of the file that is handed in; {exercise} in it stands for the exercise.
        hand_in_text: A sentence that says where students hand it in; "" for a general one.
        copies: Whether compressed copies are written beside the files.

    Raises:
        KitError: Something of it is not as it must be. No file that no site has written is deleted.
    """
    chosen = _chosen(names)
    hand_in_names = {exercise: _hand_in_name(hand_in, exercise) for exercise in chosen}
    before = _written_before(folder)
    files = _files(chosen, hand_in_names, hand_in_text or HAND_IN_TEXT, assets.modules(given))
    first_visit = sum(len(compressed.gzipped(data)) for data in files.values())
    uncompressed = _size(files)
    if copies:
        files |= compressed.copies(files)
    files[LISTED] = (json.dumps(sorted(files), indent=1) + "\n").encode()
    try:
        _write_files(folder, files)
        _delete_files(folder, before - files.keys())
    except OSError as error:
        path = error.filename or folder
        raise KitError(CANT_WRITE.format(path=path, reason=error.strerror)) from None
    return Site(chosen, first_visit, uncompressed, _size(files))


def _chosen(names: Sequence[str]) -> list[Exercise]:
    """Return exercises by their names, in the order of a course; all if no names are given."""
    if not names:
        return exercises()
    chosen = {named(name) for name in names}
    return [exercise for exercise in exercises() if exercise in chosen]


def _hand_in_name(pattern: str, exercise: Exercise) -> str:
    """Return what the file of an exercise is called; raise KitError if no file can be."""
    name = pattern.replace("{exercise}", exercise.name)
    is_file_name = name.isprintable() and not NOT_IN_A_FILE_NAME.intersection(name)
    if not name.endswith(".py") or not is_file_name:
        raise KitError(BAD_HAND_IN.format(pattern=pattern))
    return name


def _written_before(folder: Path) -> set[str]:
    """Return which files of a folder are of a site; raise KitError if there are others alone."""
    try:
        if not folder.exists() or not any(folder.iterdir()):
            return set()
        listed = json.loads((folder / LISTED).read_text("utf-8"))
        # A list that somebody else has written must not name files outside of the folder.
        return {path for path in listed if _is_inside(Path(path))}
    except (OSError, ValueError, TypeError):
        raise KitError(NO_SITE.format(folder=folder)) from None


def _is_inside(path: Path) -> bool:
    """Tell whether a path stays below the folder that it begins at."""
    return not path.is_absolute() and ".." not in path.parts


def _size(files: Files) -> int:
    """Return how many bytes files have."""
    return sum(len(data) for data in files.values())


def _write_files(folder: Path, files: Files) -> None:
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def _delete_files(folder: Path, paths: set[str]) -> None:
    """Delete files, and folders in which nothing else is."""
    for path in paths:
        target = folder / path
        target.unlink(missing_ok=True)
        for parent in target.relative_to(folder).parents:
            inner = folder / parent
            if inner == folder or any(inner.iterdir()):
                break
            inner.rmdir()


def _files(
    chosen: list[Exercise],
    hand_in_names: dict[Exercise, str],
    hand_in_text: str,
    node_modules: Path,
) -> Files:
    """Return all files of a site.

    They are the pages, the service worker, and in a folder named after its content all else.
    """
    shared = _shared(node_modules)
    version = _version(shared)
    pages = _pages(chosen, hand_in_names, hand_in_text, version, shared)
    files = {f"{version}/{path}": data for path, data in shared.items()} | pages
    files["service-worker.js"] = _service_worker(version, files)
    return files


def _shared(node_modules: Path) -> Files:
    """Return what all pages share: Python, the kit, scripts and styles."""
    shared = assets.pyodide(node_modules) | assets.scripts(node_modules)
    shared["kit.zip"] = archive_of(_kit())
    for path in IN_CONSOLE:
        shared[path.name] = path.read_bytes()
    shared["site.css"] = _styles()
    shared["trace.js"] = _drawn("tree.js") + _drawn("trace.js")
    shared["licenses.txt"] = assets.licenses(node_modules).encode()
    return shared


def _version(shared: Files) -> str:
    """Return a name for what pages share, which is another one whenever anything of it changes."""
    digest = sha256()
    for path in sorted(shared):
        digest.update(path.encode())
        digest.update(sha256(shared[path]).digest())
    return f"app-{digest.hexdigest()[:12]}"


def _pages(
    chosen: list[Exercise],
    hand_in_names: dict[Exercise, str],
    hand_in_text: str,
    version: str,
    shared: Files,
) -> Files:
    """Return the page of each exercise, and the one that lists them."""
    values: dict[str, object] = {"app": version, "version": __version__}
    shown = {}
    lessons = {}
    for exercise in chosen:
        shown[exercise] = about(exercise)
        lessons[exercise.name] = exercise.lesson
    index = _page("index.html", values, exercises=[*shown.values()], lessons=lessons)
    pages = {"index.html": index}
    sizes = {path: _sizes(shared[path]) for path in LARGE}
    names_of = {exercise.name: sorted(exercise.defines) for exercise in exercises()}
    next_names = [exercise.name for exercise in chosen[1:]]
    for exercise, next_name in zip_longest(chosen, next_names):
        for_script = {
            "app": version,
            "sizes": sizes,
            "pages": [exercise.name for exercise in chosen],
            "names": names_of,  # by which a file is known that is opened
            "hand_in": hand_in_names[exercise],
            **shown[exercise],
        }
        stubs = exercise.handout / f"{exercise.name}.py"
        pages[f"{exercise.name}.html"] = _page(
            "exercise.html",
            values,
            site=for_script,
            name=exercise.name,
            after=next_name,
            hand_in_text=hand_in_text,
            stubs=stubs.read_text("utf-8"),
            statement=_scrollable(_fold(MARKDOWN.render(statement(exercise, "grade it")))),
        )
    return pages


def _sizes(data: bytes) -> tuple[int, int]:
    """Return how many bytes a server sends of a file: as it is, and compressed."""
    return len(data), len(compressed.gzipped(data))


def _service_worker(version: str, files: Files) -> bytes:
    """Return the script that keeps a site in the browser, with the list of what it keeps.

    Texts are not on that list: the licenses are there to be read, and no page needs them.
    """
    digests = {}
    for path in sorted(files):
        if not path.endswith(".txt"):
            digests[path] = sha256(files[path]).hexdigest()
    listed = json.dumps({"version": version, "files": digests})
    script = (assets.SCRIPTS / "service-worker.js").read_bytes()
    return f"const SITE = {listed};\n".encode() + script


def _kit() -> Files:
    """Return what grades all exercises, as a wheel would hold it, and nothing more."""
    modules = ["graders.kit.browser.grader"]
    data: set[Path] = set()
    for exercise in exercises():
        modules += _modules(exercise)
        data |= {exercise.room / "__init__.py", exercise.driver}
        data |= {*exercise.data, *exercise.received}
    templates = (GRADERS / "kit/rendering/templates").iterdir()
    paths = {*imported(modules), *IN_WORKER, *templates, *data}
    files = libraries()
    for path in paths:
        if path.suffix != ".ipynb":
            files[place(path)] = path.read_bytes()
    return files


def _modules(exercise: Exercise) -> list[str]:
    """Return the names of a room's modules that nothing imports, since they are found by name."""
    found = []
    for name in (f"test_{exercise.name}", "play", "trace"):
        if (exercise.room / f"{name}.py").exists():
            found.append(f"graders.{exercise.name}.{name}")
    return found


def _drawn(name: str) -> bytes:
    """Return a file that reports have in them too."""
    source, *_ = TEMPLATES.get_source(ENVIRONMENT, name)
    return source.encode()


def _styles() -> bytes:
    """Return the styles of reports and those of the pages around them."""
    of_reports = b"".join(map(_drawn, DRAWN))
    of_pages = (assets.SCRIPTS / "site.css").read_bytes()
    return of_reports + of_pages


def _page(template: str, values: dict[str, object], **others: object) -> bytes:
    """Return a page: values are of all pages, others of this one."""
    text = ENVIRONMENT.get_template(f"{template}.j2").render(**values, **others)
    return text.encode()


def _fold(statement: str) -> str:
    """Return a statement as HTML whose last section, for who doubts a verdict, can be opened."""
    first, heading, last = statement.partition(f"<h2>{CHECKED}</h2>\n")
    if not heading:
        return statement
    return f"{first}<details><summary>{CHECKED}</summary>\n{last}</details>\n"


def _scrollable(statement: str) -> str:
    """Return a statement whose blocks of code, which may be wide, are scrolled by keyboard."""
    return statement.replace("<pre>", '<pre tabindex="0" role="group" aria-label="example">')


def _as_script(data: object) -> str:
    """Return data as JSON that can stand in a script of a page."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(assets.SCRIPTS),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)
ENVIRONMENT.filters["script"] = _as_script
