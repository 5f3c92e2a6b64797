"""What the pages need that is not ours: Pyodide and the editor, from npm, pinned in package-lock.json."""

import json
import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from graders.kit.errors import KitError
from graders.kit.files import Files

HERE = Path(__file__).parent
PINNED = [HERE / "package.json", HERE / "package-lock.json"]
SCRIPTS = HERE / "templates"
PYODIDE = ("pyodide.asm.wasm", "python_stdlib.zip")  # its scripts are in those of the workers
ENTRIES = (
    "start.js",
    "exercise.js",
    "supply.js",
    "grader.js",
    "student.js",
)  # each with all that it imports
TO_FETCH = "npm ci --ignore-scripts"
NOT_SHOWN = ("esbuild", "@esbuild", "@types", "ws")  # nothing of them gets onto a page


def modules(given: Path | None) -> Path:
    """Return the folder node_modules. given: one that has it, or is it; else npm fetches it, once, into a cache

    Raises KitError, with what to do.
    """
    if given is not None:
        there = given / "node_modules" if (given / "node_modules").is_dir() else given
        if not (there / "pyodide").is_dir():
            pinned = " and ".join(path.name for path in PINNED)
            raise KitError(
                f"{given} has no node_modules/pyodide: run  {TO_FETCH}  there, beside {pinned} of {HERE}."
            )
        return there
    digest = sha256(b"".join(path.read_bytes() for path in PINNED)).hexdigest()[:12]
    folder = _cache() / f"site-{digest}" / "node_modules"
    if not folder.is_dir():
        _fetch(folder)
    return folder


def _cache() -> Path:
    base = (
        os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    )
    return Path(base) / "gametree"


def _fetch(folder: Path) -> None:
    """Let npm fetch all that is pinned into a folder, which is there in the end, or not at all."""
    npm = shutil.which("npm")
    if npm is None:
        raise KitError(
            "npm is not installed, which fetches Python for browsers: install Node.js, or name a copy: --assets DIR."
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as name:
        for path in PINNED:
            shutil.copy(path, name)
        command = [npm, *TO_FETCH.split()[1:], "--no-audit", "--no-fund", "--loglevel=error"]
        done = subprocess.run(command, cwd=name, capture_output=True, text=True, check=False)
        if done.returncode:
            why = (done.stderr.strip() or done.stdout.strip()).splitlines()
            raise KitError(
                f"npm could not fetch what the pages need: {why[0] if why else done.returncode}"
            )
        try:
            os.replace(Path(name) / "node_modules", folder)
        except OSError:
            if not folder.is_dir():  # else another process has fetched the same meanwhile
                raise


def pyodide(node_modules: Path) -> Files:
    return {f"pyodide/{name}": (node_modules / "pyodide" / name).read_bytes() for name in PYODIDE}


def scripts(node_modules: Path) -> Files:
    """Return the scripts of the pages and the workers, each one file, with the editor in it."""
    with TemporaryDirectory() as name:
        how = [
            "--bundle",
            "--format=esm",
            "--minify",
            "--charset=utf8",
            "--target=es2022",
            "--legal-comments=none",
        ]
        how += [
            "--external:node:*",
            "--external:ws",
            f"--outdir={name}",
            "--log-level=error",
        ]  # for Node.js alone
        known = os.environ | {"NODE_PATH": str(node_modules.resolve())}
        command = [str(_esbuild(node_modules)), *ENTRIES, *how]
        try:
            done = subprocess.run(
                command, cwd=SCRIPTS, env=known, capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise KitError(
                f"esbuild can't be run ({error.strerror}): let npm fetch it on this kind of machine."
            ) from None
        if done.returncode:
            raise KitError(
                f"esbuild could not bundle the scripts: {done.stderr.strip().splitlines()[0]}"
            )
        return {path.name: path.read_bytes() for path in sorted(Path(name).iterdir())}


def _esbuild(node_modules: Path) -> Path:
    programs = [
        *node_modules.glob("@esbuild/*/bin/esbuild"),
        *node_modules.glob("@esbuild/*/esbuild.exe"),
    ]
    if not programs:
        raise KitError(
            f"{node_modules} has no esbuild: run  {TO_FETCH}  again, with its optional packages."
        )
    return programs[0]


def licenses(node_modules: Path) -> str:
    """Return the licenses of all that is on a page and not ours."""
    version = json.loads((node_modules / "pyodide" / "package.json").read_text("utf-8"))["version"]
    texts = [
        f"pyodide {version}: Mozilla Public License 2.0; its source is named in npm's package pyodide.\n"
        "Python, which is in it: Python Software Foundation License 2.\n"
    ]
    for path in sorted([*node_modules.glob("*/LICENSE*"), *node_modules.glob("@*/*/LICENSE*")]):
        name = path.parent.relative_to(node_modules).as_posix()
        if name.split("/")[0] not in NOT_SHOWN:
            texts.append(f"{name}\n{'=' * len(name)}\n\n{path.read_text('utf-8').strip()}\n")
    return "\n\n".join(texts)
