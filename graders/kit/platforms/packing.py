"""Archives: what each holds of the kit, and the files that are made of templates/ and of what an instructor chose."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.sax.saxutils import escape

import jinja2

from graders.kit import __version__
from graders.kit.authoring.probes import ATTACKS
from graders.kit.catalog import GRADERS, ROOT, exercises
from graders.kit.errors import KitError
from graders.kit.files import Files
from graders.kit.isolation.filters import DENIED
from graders.kit.isolation.process import INSIDE
from graders.kit.isolation.sandbox import environment
from graders.kit.packing import imported, libraries, statement
from graders.kit.platforms.base import FAILED, Platform


def fill_in(here: Platform, file: str, **values: Any) -> bytes:
    """Return a file of the folder templates, filled in; lines end as on Unix."""
    settings, exercise = here.settings, here.exercise
    known: dict[str, Any] = {
        "platform": here.name,
        "name": exercise.name,
        "failed": FAILED,
        "version": __version__,
    }
    known |= {"settings": settings, "points": settings.points, "seconds": settings.seconds}
    known |= {"statement": statement(exercise, "hand it in"), "lesson": exercise.lesson}
    return ENVIRONMENT.get_template(f"{file}.j2").render(**known, **values).encode()


def carried(here: Platform) -> Files:
    """Return what grades one exercise without installation: all that is imported for it, jinja2 too for what draws."""
    exercise = here.exercise
    files = {"settings.json": here.settings.as_json(), "run.py": fill_in(here, "run.py")}
    runs = (
        "kit.platforms.run",
        f"kit.platforms.{here.name}",
        f"{exercise.name}.test_{exercise.name}",
    )
    paths = imported([f"graders.{name}" for name in runs], but=[__name__, "graders.kit.packing"])
    paths |= {*exercise.received}
    # What is read as a file: the untrusted side, and data. Of other exercises their names, which tell files apart.
    paths |= {
        *INSIDE,
        exercise.driver,
        ATTACKS,
        *exercise.room.glob("*.t*"),
        *DENIED.parent.glob("*.txt"),
    }
    draws = GRADERS / "kit/rendering/page.py" in paths
    paths |= {*(GRADERS / "kit/rendering/templates").iterdir()} if draws else set()
    for other in exercises():
        paths |= {other.room / "__init__.py", other.checks}
    files |= {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}
    files |= libraries() if draws else {}
    return files | _compiled(files)


def _compiled(files: Files) -> Files:
    """Return the modules among files as bytecode, with which a run starts faster if its Python is like this one."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for path, data in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        how = ["-q", "-s", name, "--invalidation-mode", "checked-hash", name]
        done = subprocess.run(
            [sys.executable, "-S", "-m", "compileall", *how], env=environment(), check=False
        )
        if done.returncode:
            raise KitError(
                "What an archive carries can't be compiled: the installation of the kit or of jinja2 is broken."
            )
        return {
            path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.pyc")
        }


ENVIRONMENT = jinja2.Environment(
    loader=jinja2.PackageLoader("graders.kit.platforms"), keep_trailing_newline=True, trim_blocks=True,
    block_start_string="<%", block_end_string="%>", variable_start_string="<<", variable_end_string=">>",
    undefined=jinja2.StrictUndefined,
)  # fmt: skip
ENVIRONMENT.filters |= {
    "json": json.dumps,
    "xml": escape,
    "cdata": lambda text: text.replace("]]>", "]]]]><![CDATA[>"),
}
