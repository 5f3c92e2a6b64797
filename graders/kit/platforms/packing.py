"""Archives: what each holds of the kit, and the files that are made of templates/ and of what an instructor chose."""

import io
import json
import zipfile
from importlib.metadata import files as files_of
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import jinja2
import markupsafe

from graders.kit import __version__
from graders.kit.catalog import GRADERS, ROOT, exercises
from graders.kit.platforms.base import FAILED, Files, Platform

START = b'''"""Runs the kit that lies beside this file: see graders/kit/platforms/run.py."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from graders.kit.platforms.run import main

sys.exit(main(sys.argv[1:]))
'''


def fill_in(file: str, here: Platform, **values: Any) -> bytes:
    """Return a file of the folder templates, filled in; lines end as on Unix."""
    known = {"name": here.exercise.name, "settings": here.settings, "failed": FAILED, "version": __version__}
    known |= {"seconds": here.settings.seconds, "points": here.settings.points, "lesson": here.exercise.lesson}
    known["statement"] = (here.exercise.handout / "README.md").read_text("utf-8")
    return ENVIRONMENT.get_template(f"{file}.j2").render(**known, **values).encode()


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


def carried(here: Platform) -> Files:
    """Return what grades one exercise, and needs no installation: the kit, one room, and jinja2 as Python files."""
    exercise = here.exercise
    others = [other.room for other in exercises() if other != exercise]
    files = {"settings.json": here.settings.as_json(), "run.py": START}
    for path in _files(GRADERS):
        # Of other exercises it takes their names, which tell their files from this one's.
        room = next((room for room in others if room in path.parents), None)
        if room is None or path.name in ("__init__.py", f"test_{room.name}.py"):
            files[path.relative_to(ROOT).as_posix()] = path.read_bytes()
    files |= {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in _files(exercise.handout)}
    for module in (jinja2, markupsafe):
        folder = Path(str(module.__file__)).parent
        files |= {
            f"{module.__name__}/{path.relative_to(folder).as_posix()}": path.read_bytes()
            for path in folder.rglob("*.py")
        }
        for installed in files_of(module.__name__) or []:
            if "license" in installed.name.lower():
                files[f"licenses/{module.__name__}.txt"] = Path(str(installed.locate())).read_bytes()
    return files


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]


ENVIRONMENT = jinja2.Environment(
    loader=jinja2.PackageLoader("graders.kit.platforms"), keep_trailing_newline=True, trim_blocks=True,
    block_start_string="<%", block_end_string="%>", variable_start_string="<<", variable_end_string=">>",
    undefined=jinja2.StrictUndefined,
)  # fmt: skip
ENVIRONMENT.filters |= {"json": json.dumps, "xml": escape, "cdata": lambda text: text.replace("]]>", "]]]]><![CDATA[>")}
