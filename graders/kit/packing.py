"""What is carried to platforms and browsers, where nothing can be installed.

These are the kit's modules, jinja2, archives, and statements of exercises.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from importlib.metadata import files as files_of
from modulefinder import AddPackagePath, ModuleFinder
from pathlib import Path

import jinja2
import markupsafe

from graders.kit.catalog import Exercise
from graders.kit.files import Files
from graders.kit.homes import ROOT, homes

UNIX = 3  # the system of a zip archive whose files have permissions


def archive_of(files: Files) -> bytes:
    """Return a zip archive in which scripts are executable.

    It is the same for the same files: they are sorted, and bear one date.
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in sorted(files.items()):
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = UNIX
            is_script = data.startswith(b"#!")
            permissions = 0o755 if is_script else 0o644
            entry.external_attr = permissions << 16
            archive.writestr(entry, data)
    return stream.getvalue()


def imported(modules: Iterable[str], but: Sequence[str] = ()) -> set[Path]:
    """Return the files of the kit's modules that these import, wherever in them.

    Args:
        modules: The modules that are wanted.
        but: Modules that are not looked into.
    """
    for home in homes()[1:]:  # of one's own
        AddPackagePath("graders", str(home.rooms))
    finder = ModuleFinder([str(ROOT)], excludes=[*but, "jinja2", "markupsafe"])
    for name in modules:
        finder.import_hook(name)
    paths = set()
    for module in finder.modules.values():
        file: str | None = getattr(module, "__file__", None)
        if file and any(home.rooms in Path(file).parents for home in homes()):
            paths.add(Path(file))
    return paths


def libraries() -> Files:
    """Return what draws, jinja2 and what it needs, as Python files with their licenses."""
    files: Files = {}
    for module in (jinja2, markupsafe):
        name = module.__name__
        folder = Path(str(module.__file__)).parent
        for path in folder.rglob("*.py"):
            place = path.relative_to(folder).as_posix()
            files[f"{name}/{place}"] = path.read_bytes()
        for installed in files_of(name) or []:
            if "license" in installed.name.lower():
                path = Path(str(installed.locate()))
                files[f"licenses/{name}.txt"] = path.read_bytes()
    return files


def statement(exercise: Exercise, instead: str) -> str:
    """Return the statement for a page where students have no command.

    Args:
        exercise: The exercise.
        instead: What they do instead of grading.
    """
    text = (exercise.handout / "README.md").read_text("utf-8")
    text = re.sub(r"^## Hints\n.*?(?=^## |\Z)", "", text, flags=re.MULTILINE | re.DOTALL)
    text = text.replace("With `--thorough`", "In a thorough run")
    text = text.replace("with `--thorough`", "in a thorough run")
    command = rf"gametree grade {exercise.name}\.py"
    run_it = rf"Then\s+run\n\n    {command}\n\nas often as you like: it says"
    return re.sub(run_it, f"Then {instead}, as often as you like: the report says", text)
