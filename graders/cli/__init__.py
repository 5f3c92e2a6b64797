"""The command `gametree`: a module for each of its commands, with its arguments and what it does.

A grade takes half a second, so a run imports the module of the command that was typed and no other.
"""

import argparse
import gc
import importlib
import io
import sys
from collections.abc import Sequence
from typing import NamedTuple, Protocol, cast

from graders.cli.shared import NOT_AS_ASKED, fault_of_room
from graders.kit import __version__
from graders.kit.errors import KitError
from graders.kit.grading.submission import visible
from graders.kit.homes import use


class Entry(NamedTuple):
    """What is known of a command before its module is imported."""

    module: str
    summary: str


class Command(Protocol):
    """What the module of a command has."""

    EPILOG: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what may be typed after the command's name."""

    def run(self, options: argparse.Namespace) -> int:
        """Do what was asked; return the exit code."""


# Three modules have other names than their commands: class is a word of Python's and list a
# function of its, and graders.*.trace stands for the rooms' modules in pyproject.toml.
COMMANDS = {
    "list": Entry(
        "listing", "show the exercises: name, points or your last score here, what each teaches"
    ),
    "start": Entry("start", "copy what a student receives; never overwrites work"),
    "course": Entry(
        "course",
        "write an nbgrader course of all exercises, with solutions; needs the extra [course]",
    ),
    "grade": Entry("grade", "grade one submission"),
    "trace": Entry("steps", "show a submission's own search, step by step"),
    "watch": Entry("watch", "grade at each save, and show one screen"),
    "hint": Entry("hint", "give the next hint for a method that has failed"),
    "class": Entry(
        "classroom",
        "grade everyone: grades.csv, a page for each student, a report; goes on where it was ended",
    ),
    "class mark": Entry("marking", "decide a student's mark, or which file is graded, by hand"),
    "class show": Entry("verdict", "show a student's verdict, how it came about, and repeat it"),
    "class similar": Entry("similar", "show whose work of a class, or of several, is similar"),
    "tournament": Entry(
        "tournament",
        "let everyone's players play against each other: a ranking, and all games; goes on where"
        " it was ended",
    ),
    "deliver": Entry(
        "deliver",
        "write the one archive that a platform takes:"
        " Gradescope, Moodle, Classroom 50, PrairieLearn",
    ),
    "site": Entry(
        "site",
        "write a folder of web pages, on which students do the exercises with nothing installed",
    ),
    "play": Entry("play", "play against a submission, in the terminal"),
    "audit": Entry("audit", "prove a grader right, or try this machine's isolation"),
    "new": Entry("new", "begin an exercise of your own, in a folder of your own"),
    "release": Entry("release", "write exercises/ anew from solutions/, for authors"),
}

EPILOG = """\
examples:
  gametree start minmax                      copy the exercise minmax into the folder minmax
  gametree grade minmax/minmax.py            grade your file; --html PATH shows it with drawings
  gametree class submitted --exercise minmax --out grades
                                             grade everyone in a folder or a zip
  gametree COMMAND --help                    more on one command"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    gc.disable()  # a short life: collecting garbage takes a tenth of it and finds nothing
    _write_utf8()
    if arguments is None:
        arguments = sys.argv[1:]
    try:
        code = _run(arguments)
        sys.stdout.flush()
        gc.freeze()  # at exit Python would look through all that is left, for nothing
        return code
    except KeyboardInterrupt:
        print("gametree: interrupted", file=sys.stderr)
        return 130
    except KitError as problem:
        reason = str(problem)
    except BrokenPipeError:
        # Whoever read our output has closed it, as `head` does: nothing more to say, also not
        # when Python flushes its output at exit.
        sys.stdout = None
        return NOT_AS_ASKED
    except OSError as problem:
        place = problem.filename or "the output"
        reason = f"{place}: {problem.strerror}"
    except Exception as error:
        reason = fault_of_room(error)
        if not reason:
            raise  # a fault of the kit itself: its traceback says where
    # A stranger's file name may be in the reason, and in that a terminal's control characters.
    print(f"gametree: {visible(reason)}", file=sys.stderr)
    return NOT_AS_ASKED


def _write_utf8() -> None:
    """Let pipes and files take every character: on Windows they could hold no check mark else."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors="replace")


def _run(arguments: Sequence[str]) -> int:
    """Parse arguments, and run the command that they begin with."""
    arguments = _with_two_words(arguments)
    chosen = next(iter(arguments), "")
    if chosen not in COMMANDS:
        # argparse shows the help of the whole, or refuses what was typed.
        parser, _ = _parser(list(COMMANDS))
        chosen = parser.parse_args(arguments).command
    parser, subparsers = _parser([chosen])
    command = _module_of(chosen)
    subparsers[chosen].epilog = command.EPILOG
    command.add_arguments(subparsers[chosen])
    subparsers[chosen].add_argument(
        "--exercises", metavar="DIR", help="exercises of your own, too (or $GAMETREE_EXERCISES)"
    )
    options = parser.parse_args(arguments)
    if options.exercises is not None:
        use(options.exercises)
    return command.run(options)


def _with_two_words(arguments: Sequence[str]) -> Sequence[str]:
    """Return arguments in which a command of two words is one argument."""
    command = " ".join(arguments[:2])
    if command in COMMANDS:
        return [command, *arguments[2:]]
    return arguments


def _parser(
    names: Sequence[str],
) -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """Return what parses some commands, and for each its parser, which has no arguments yet."""
    parser = argparse.ArgumentParser(
        "gametree",
        description="Autograded exercises for adversarial search.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"gametree-kit {__version__}")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True
    )
    subparsers = {}
    for name in names:
        entry = COMMANDS[name]
        first_letter = entry.summary[0].upper()
        subparsers[name] = commands.add_parser(
            name,
            help=entry.summary,
            description=f"{first_letter}{entry.summary[1:]}.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
    return parser, subparsers


def _module_of(name: str) -> Command:
    module = importlib.import_module(f"graders.cli.{COMMANDS[name].module}")
    return cast(Command, module)
