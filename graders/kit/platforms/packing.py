"""Archives: what each holds of the kit, and the files that are made of templates/ and of what an instructor chose."""

import io
import json
import re
import subprocess
import sys
import zipfile
from importlib.metadata import files as files_of
from modulefinder import ModuleFinder
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.sax.saxutils import escape

import jinja2
import markupsafe

from graders.kit import __version__
from graders.kit.authoring.probes import ATTACKS
from graders.kit.catalog import GRADERS, ROOT, Exercise, exercises
from graders.kit.errors import KitError
from graders.kit.isolation.filters import DENIED
from graders.kit.isolation.process import INSIDE
from graders.kit.isolation.sandbox import environment
from graders.kit.platforms.base import FAILED, Files, Platform


def fill_in(here: Platform, file: str, **values: Any) -> bytes:
    """Return a file of the folder templates, filled in; lines end as on Unix."""
    settings, exercise = here.settings, here.exercise
    known: dict[str, Any] = {"platform": here.name, "name": exercise.name, "failed": FAILED, "version": __version__}
    known |= {"settings": settings, "points": settings.points, "seconds": settings.seconds}
    known |= {"statement": _statement(exercise), "lesson": exercise.lesson}
    return ENVIRONMENT.get_template(f"{file}.j2").render(**known, **values).encode()


def _statement(exercise: Exercise) -> str:
    """Return the statement for a page where students have no command: without how to use that."""
    text = (exercise.handout / "README.md").read_text("utf-8")
    text = re.sub(r"^## Hints\n.*?(?=^## |\Z)", "", text, flags=re.MULTILINE | re.DOTALL)
    typed = rf"Then\s+run\n\n    gametree grade {exercise.name}\.py\n\nas often as you like: it says"
    return re.sub(typed, "Then hand it in, as often as you like: the report says", text)


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
    """Return what grades one exercise without installation: all that is imported for it, jinja2 too for what draws."""
    exercise = here.exercise
    files = {"settings.json": here.settings.as_json(), "run.py": fill_in(here, "run.py")}
    paths = {*_imported(here), *exercise.received}
    # What is read as a file: the untrusted side, and data. Of other exercises their names, which tell files apart.
    paths |= {*INSIDE, exercise.driver, ATTACKS, *exercise.room.glob("*.t*"), *DENIED.parent.glob("*.txt")}
    draws = GRADERS / "kit/rendering/page.py" in paths
    paths |= {*(GRADERS / "kit/rendering/templates").iterdir()} if draws else set()
    for other in exercises():
        paths |= {other.room / "__init__.py", other.checks}
    files |= {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}
    for module in (jinja2, markupsafe) if draws else ():
        folder = Path(str(module.__file__)).parent
        for path in folder.rglob("*.py"):
            files[f"{module.__name__}/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
        for installed in files_of(module.__name__) or []:
            if "license" in installed.name.lower():
                files[f"licenses/{module.__name__}.txt"] = Path(str(installed.locate())).read_bytes()
    return files | _compiled(files)


def _compiled(files: Files) -> Files:
    """Return the modules among files as bytecode, with which a run starts faster if its Python is like this one."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for path, data in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        how = ["-q", "-s", name, "--invalidation-mode", "checked-hash", name]
        done = subprocess.run([sys.executable, "-S", "-m", "compileall", *how], env=environment(), check=False)
        if done.returncode:
            raise KitError(
                "What an archive carries can't be compiled: the installation of the kit or of jinja2 is broken."
            )
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.pyc")}


def _imported(here: Platform) -> set[Path]:
    """Return the files of all modules of the kit that a run imports, wherever in them."""
    exercise = here.exercise.name
    finder = ModuleFinder([str(ROOT)], excludes=["graders.kit.platforms.packing", "jinja2", "markupsafe"])
    for name in ("kit.platforms.run", f"kit.platforms.{here.name}", f"{exercise}.test_{exercise}"):
        finder.import_hook(f"graders.{name}")
    files: list[str | None] = [getattr(module, "__file__", None) for module in finder.modules.values()]
    found = {Path(file) for file in files if file}
    return {path for path in found if GRADERS in path.parents}


ENVIRONMENT = jinja2.Environment(
    loader=jinja2.PackageLoader("graders.kit.platforms"), keep_trailing_newline=True, trim_blocks=True,
    block_start_string="<%", block_end_string="%>", variable_start_string="<<", variable_end_string=">>",
    undefined=jinja2.StrictUndefined,
)  # fmt: skip
ENVIRONMENT.filters |= {"json": json.dumps, "xml": escape, "cdata": lambda text: text.replace("]]>", "]]]]><![CDATA[>")}
