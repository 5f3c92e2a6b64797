"""What is carried to platforms and browsers, where nothing can be installed: modules, jinja2, archives, statements."""

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from importlib.metadata import files as files_of
from modulefinder import ModuleFinder
from pathlib import Path

import jinja2
import markupsafe

from graders.kit.catalog import GRADERS, ROOT, Exercise
from graders.kit.files import Files


def archive_of(files: Files) -> bytes:
    """Return a zip archive, the same for the same files: sorted, at one date, scripts executable."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in sorted(files.items()):
            entry = zipfile.ZipInfo(path)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = (0o755 if data.startswith(b"#!") else 0o644) << 16
            archive.writestr(entry, data)
    return made.getvalue()


def imported(modules: Iterable[str], but: Sequence[str] = ()) -> set[Path]:
    """Return the files of the kit's modules that these import, wherever in them. but: those that are not looked into"""
    finder = ModuleFinder([str(ROOT)], excludes=[*but, "jinja2", "markupsafe"])
    for name in modules:
        finder.import_hook(name)
    files: list[str | None] = [
        getattr(module, "__file__", None) for module in finder.modules.values()
    ]
    found = {Path(file) for file in files if file}
    return {path for path in found if GRADERS in path.parents}


def libraries() -> Files:
    """Return what draws, jinja2 and what it needs, as Python files with their licenses."""
    files: Files = {}
    for module in (jinja2, markupsafe):
        folder = Path(str(module.__file__)).parent
        for path in folder.rglob("*.py"):
            files[f"{module.__name__}/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
        for installed in files_of(module.__name__) or []:
            if "license" in installed.name.lower():
                files[f"licenses/{module.__name__}.txt"] = Path(
                    str(installed.locate())
                ).read_bytes()
    return files


def statement(exercise: Exercise, instead: str) -> str:
    """Return the statement for a page where students have no command. instead: what they do instead of grading"""
    text = (exercise.handout / "README.md").read_text("utf-8")
    text = re.sub(r"^## Hints\n.*?(?=^## |\Z)", "", text, flags=re.MULTILINE | re.DOTALL)
    typed = (
        rf"Then\s+run\n\n    gametree grade {exercise.name}\.py\n\nas often as you like: it says"
    )
    return re.sub(typed, f"Then {instead}, as often as you like: the report says", text)
