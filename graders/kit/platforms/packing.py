"""Archives: what each holds of the kit, and the files that are filled in.

These are made of templates/ and of what an instructor chose.
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.sax.saxutils import escape

import jinja2

from graders.kit import __version__
from graders.kit.catalog import GRADERS
from graders.kit.errors import KitError
from graders.kit.files import Files
from graders.kit.homes import place
from graders.kit.isolation.filters import DENIED
from graders.kit.isolation.protocol import INSIDE
from graders.kit.isolation.sandbox import environment
from graders.kit.packing import imported, libraries, statement
from graders.kit.platforms.base import FAILED, Platform
from graders.kit.selftest.probes import ATTACKS

NOT_COMPILED = (
    "What an archive carries can't be compiled: the installation of the kit or of jinja2 is broken."
)


def fill_in(platform: Platform, file: str, **values: Any) -> bytes:
    """Return a file of the folder templates, filled in; lines end as on Unix."""
    settings = platform.settings
    exercise = platform.exercise
    known: dict[str, Any] = {
        "platform": platform.name,
        "name": exercise.name,
        "failed": FAILED,
        "version": __version__,
        "settings": settings,
        "points": settings.points,
        "seconds": settings.seconds,
        "statement": statement(exercise, "hand it in"),
        "lesson": exercise.lesson,
    }
    template = ENVIRONMENT.get_template(f"{file}.j2")
    return template.render(**known, **values).encode()


def carried(platform: Platform) -> Files:
    """Return what grades one exercise without installation.

    That is all that is imported for it, and jinja2 for an exercise that draws.
    """
    paths = _kit_files(platform)
    draws = GRADERS / "kit/rendering/page.py" in paths
    if draws:
        paths.update((GRADERS / "kit/rendering/templates").iterdir())
    files = {"settings.json": platform.settings.as_json(), "run.py": fill_in(platform, "run.py")}
    for path in paths:
        files[place(path)] = path.read_bytes()
    if draws:
        files |= libraries()
    return files | _compiled(files)


def _kit_files(platform: Platform) -> set[Path]:
    """Return the files of the kit, but for templates, that grading one exercise takes."""
    exercise = platform.exercise
    modules = [
        "graders.kit.platforms.run",
        f"graders.kit.platforms.{platform.name}",
        f"graders.{exercise.name}.test_{exercise.name}",
    ]
    paths = imported(modules, but=[__name__, "graders.kit.packing"])
    paths.update(exercise.received)
    # What is read as a file: the untrusted side, and data.
    paths.update(INSIDE)
    paths |= {exercise.driver, ATTACKS}
    paths.update(exercise.data)
    paths.update(DENIED.parent.glob("*.txt"))
    return paths


def _compiled(files: Files) -> Files:
    """Return the modules among files as bytecode.

    With it a run starts faster if its Python is like this one.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        for path, data in files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        command = [sys.executable, "-S", "-m", "compileall", "-q"]
        # Paths in tracebacks do not begin with this folder. Files are compared by what they hold,
        # since unpacking gives them other dates.
        command += ["-s", name, "--invalidation-mode", "checked-hash", name]
        done = subprocess.run(command, env=environment(), check=False)
        if done.returncode:
            raise KitError(NOT_COMPILED)
        compiled = {}
        for file in folder.rglob("*.pyc"):
            compiled[file.relative_to(folder).as_posix()] = file.read_bytes()
        return compiled


def _cdata(text: str) -> str:
    """Return text that may stand in a CDATA section of XML, of which it holds no end."""
    return text.replace("]]>", "]]]]><![CDATA[>")


# Marks unlike jinja2's own, which CodeRunner's template holds for Moodle.
ENVIRONMENT = jinja2.Environment(
    loader=jinja2.PackageLoader("graders.kit.platforms"),
    keep_trailing_newline=True,
    trim_blocks=True,
    block_start_string="<%",
    block_end_string="%>",
    variable_start_string="<<",
    variable_end_string=">>",
    undefined=jinja2.StrictUndefined,
)
ENVIRONMENT.filters |= {"json": json.dumps, "xml": escape, "cdata": _cdata}
