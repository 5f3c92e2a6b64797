"""What the pages need that is not ours: Pyodide and the editor.

They come from npm, pinned in package-lock.json.
"""

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
# Each becomes one file, with all that it imports.
ENTRIES = ("start.js", "exercise.js", "supply.js", "grader.js", "student.js")
TO_FETCH = "npm ci --ignore-scripts"
BUNDLING = (
    "--bundle",
    "--format=esm",
    "--minify",
    "--charset=utf8",
    "--target=es2022",
    "--legal-comments=none",
    "--log-level=error",
    # Pyodide imports these for Node.js alone.
    "--external:node:*",
    "--external:ws",
)
NOT_SHOWN = ("esbuild", "@esbuild", "@types", "ws")  # nothing of them gets onto a page

NO_MODULES = (
    "{folder} has no node_modules/pyodide: run  {command}  there, beside {pinned} of {here}."
)
NO_NPM = (
    "npm is not installed, which fetches Python for browsers:"
    " install Node.js, or name a copy: --assets DIR."
)
NOT_FETCHED = "npm could not fetch what the pages need: {reason}"
NO_ESBUILD = "{folder} has no esbuild: run  {command}  again, with its optional packages."
ESBUILD_CANT_RUN = "esbuild can't be run ({reason}): let npm fetch it on this kind of machine."
NOT_BUNDLED = "esbuild could not bundle the scripts: {reason}"
LICENSE_OF_PYTHON = """\
pyodide {version}: Mozilla Public License 2.0; its source is named in npm's package pyodide.
Python, which is in it: Python Software Foundation License 2.
"""


def modules(given: Path | None) -> Path:
    """Return the folder node_modules.

    Args:
        given: A folder that has node_modules, or is it; None to let npm fetch that, once, into a
            cache.

    Raises:
        KitError: There is no such folder; the message says what to do.
    """
    if given is not None:
        return _modules_of(given)
    pinned = b"".join(path.read_bytes() for path in PINNED)
    digest = sha256(pinned).hexdigest()
    folder = _cache() / f"site-{digest[:12]}" / "node_modules"
    if not folder.is_dir():
        _fetch(folder)
    return folder


def _modules_of(given: Path) -> Path:
    folder = given / "node_modules"
    if not folder.is_dir():
        folder = given
    if not (folder / "pyodide").is_dir():
        pinned = " and ".join(path.name for path in PINNED)
        raise KitError(NO_MODULES.format(folder=given, command=TO_FETCH, pinned=pinned, here=HERE))
    return folder


def _cache() -> Path:
    """Return the kit's own folder below that where programs of this system keep their caches."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if not base:
        return Path.home() / ".cache" / "gametree"
    return Path(base) / "gametree"


def _fetch(folder: Path) -> None:
    """Let npm fetch all that is pinned into a folder, which is there in the end, or not at all."""
    npm = shutil.which("npm")
    if npm is None:
        raise KitError(NO_NPM)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as name:
        for path in PINNED:
            shutil.copy(path, name)
        _run_npm(npm, name)
        try:
            os.replace(Path(name) / "node_modules", folder)
        except OSError:
            if not folder.is_dir():  # else another process has fetched the same meanwhile
                raise


def _run_npm(npm: str, folder: str) -> None:
    """Let npm fetch what package-lock.json in a folder names."""
    _, *arguments = TO_FETCH.split()
    command = [npm, *arguments, "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        output = done.stderr.strip() or done.stdout.strip()
        reason = str(done.returncode)
        if output:
            reason = output.splitlines()[0]
        raise KitError(NOT_FETCHED.format(reason=reason))


def pyodide(node_modules: Path) -> Files:
    """Return Python for browsers, without its scripts."""
    folder = node_modules / "pyodide"
    return {f"pyodide/{name}": (folder / name).read_bytes() for name in PYODIDE}


def scripts(node_modules: Path) -> Files:
    """Return the scripts of the pages and the workers, each one file, with the editor in it."""
    esbuild = _esbuild(node_modules)
    environment = os.environ | {"NODE_PATH": str(node_modules.resolve())}
    with TemporaryDirectory() as folder:
        command = [str(esbuild), *ENTRIES, *BUNDLING, f"--outdir={folder}"]
        try:
            done = subprocess.run(
                command, cwd=SCRIPTS, env=environment, capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise KitError(ESBUILD_CANT_RUN.format(reason=error.strerror)) from None
        if done.returncode:
            first_line = done.stderr.strip().splitlines()[0]
            raise KitError(NOT_BUNDLED.format(reason=first_line))
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def _esbuild(node_modules: Path) -> Path:
    """Return the program that bundles scripts."""
    for pattern in ("@esbuild/*/bin/esbuild", "@esbuild/*/esbuild.exe"):
        for program in node_modules.glob(pattern):
            return program
    raise KitError(NO_ESBUILD.format(folder=node_modules, command=TO_FETCH))


def licenses(node_modules: Path) -> str:
    """Return the licenses of all that is on a page and not ours."""
    about_pyodide = json.loads((node_modules / "pyodide" / "package.json").read_text("utf-8"))
    texts = [LICENSE_OF_PYTHON.format(version=about_pyodide["version"])]
    paths = [*node_modules.glob("*/LICENSE*"), *node_modules.glob("@*/*/LICENSE*")]
    for path in sorted(paths):
        package = path.parent.relative_to(node_modules)
        if package.parts[0] in NOT_SHOWN:
            continue
        title = package.as_posix()
        underline = "=" * len(title)
        text = path.read_text("utf-8").strip()
        texts.append(f"{title}\n{underline}\n\n{text}\n")
    return "\n\n".join(texts)
