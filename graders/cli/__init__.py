"""The command `gametree`, declared in commands.json. Each imports only what it needs: a grade takes half a second."""

import argparse
import gc
import io
import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from graders.kit import __version__, catalog
from graders.kit.errors import KitError
from graders.kit.grading.submission import exercise_of, read, visible

OK, POINTS_LOST, NOT_AS_ASKED = 0, 1, 2
RAW: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    gc.disable()  # a short life: collecting garbage takes a tenth of it and finds nothing
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(
                encoding="utf-8", errors="replace"
            )  # on Windows a pipe can't hold a check mark else
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        options = _parser(*arguments[:1]).parse_args(arguments)
        code = RUN[options.command](options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("gametree: interrupted", file=sys.stderr)
        return 130
    except KitError as problem:
        reason = str(problem)
    except BrokenPipeError:
        # Whoever read our output has closed it, as `head` does: nothing more to say, also not at exit.
        sys.stdout = None
        return NOT_AS_ASKED
    except OSError as problem:
        reason = f"{problem.filename or 'the output'}: {problem.strerror}"
    print(
        f"gametree: {visible(reason)}", file=sys.stderr
    )  # there may be a stranger's file name in it
    return NOT_AS_ASKED


def _parser(chosen: str = "") -> argparse.ArgumentParser:
    """Return what understands all commands, with the arguments of the one that is chosen: a third of the time."""
    declared = json.loads(Path(__file__).with_name("commands.json").read_text("utf-8"))
    parser = argparse.ArgumentParser(
        "gametree", description=declared["about"], epilog=_epilog(declared), **RAW
    )
    parser.add_argument("--version", action="version", version=f"gametree-kit {__version__}")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True
    )
    for name, table in declared["commands"].items():
        does = table["does"]
        about = f"{does[0].upper()}{does[1:]}."
        command = commands.add_parser(
            name, help=does, description=about, epilog=_epilog(table), **RAW
        )
        command.set_defaults(then="\n".join(table.get("then", [])))  # what is printed in the end
        if name == chosen:
            _add(command, table["arguments"])
        if name == chosen == "play":
            from graders.kit.play.game import options

            for option, meaning in options().items():
                command.add_argument(
                    f"--{option}", metavar="N", type=_count, default=argparse.SUPPRESS, help=meaning
                )
    return parser


def _epilog(table: dict[str, Any]) -> str:
    code = f"\n\nexit code: {table['exit code']}" if "exit code" in table else ""
    return "\n  ".join(["examples:", *table["examples"]]) + code


def _add(parser: argparse._ActionsContainer, arguments: list[Any]) -> None:
    """Add arguments to a parser, which are what add_argument takes; of those in an inner list one at most is given."""
    for how in arguments:
        if isinstance(how, list):
            _add(parser.add_mutually_exclusive_group(), how)
        else:
            if "type" in how:
                how["type"] = TYPES[how["type"]]
            parser.add_argument(how.pop("name"), **how)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number of 1 or more")
    return int(text)


TYPES: dict[str, Callable[[str], Any]] = {"path": Path, "count": _count, "int": int}


def list_exercises(options: argparse.Namespace) -> int:
    from graders.kit.grading.run import line_of
    from graders.kit.watch.folder import below

    scores = {
        one.exercise: one.score for one in reversed([*below(Path())]) if one.score is not None
    }  # the nearest
    print(
        *(line_of(exercise, scores.get(exercise.name)) for exercise in catalog.exercises()),
        sep="\n",
    )
    return OK


def start(options: argparse.Namespace) -> int:
    from graders.kit.watch import editor, folder

    path, exercise = options.folder or Path(options.name), catalog.named(options.name)
    file = folder.begin(path, exercise)
    if options.vscode:
        editor.settle(path, file)
    print(options.then.format(folder=path, file=file))
    return OK


def hint(options: argparse.Namespace) -> int:
    from graders.kit.watch import folder, hints

    exercise = exercise_of(read(options.file), options.exercise)
    print(hints.hint(exercise, folder.of_file(options.file, exercise), options.method))
    return OK


def watch(options: argparse.Namespace) -> int:
    from graders.kit.grading.run import Terms
    from graders.kit.play.terminal import play_against
    from graders.kit.watch import folder
    from graders.kit.watch.session import Session

    gc.enable()  # not a short life
    files = options.files or folder.work_in(Path())
    exercise = exercise_of(read(files[0]), options.exercise)
    terms = Terms(options.seed, unprotected=True)
    session = Session(
        exercise,
        files,
        terms,
        lambda file: play_against(exercise, read(file), {}, False),
        options.plain,
    )
    session.run(options.poll)
    return OK


def course(options: argparse.Namespace) -> int:
    from graders.kit.course.course import create

    names = create(options.folder)
    print(options.then.format(folder=options.folder, names=", ".join(names), first=names[0]))
    return OK


def grade(options: argparse.Namespace) -> int:
    submission = read(options.file)
    exercise = exercise_of(submission, options.exercise)
    for path in (options.html, options.gradescope, options.junit, options.json):
        _check_writable(path)

    from graders.kit.isolation.process import Process

    process = Process(exercise.driver)  # it gets ready while all that judges is imported

    from graders.kit.grading import run
    from graders.kit.rendering.terminal import print_report
    from graders.kit.watch.folder import note

    terms = run.Terms(options.seed, options.thorough, unprotected=True)
    steps = None
    if options.html:
        from graders.kit.trace.run import steps_of

        steps = steps_of(exercise, submission)
    report = run.grade(
        exercise.name, submission, terms, only=options.check, ready=process, steps=steps
    )
    if options.html:
        from graders.kit.rendering.page import page

        _write(options.html, page(report, show_seed=True))
    if options.gradescope:
        from graders.kit.rendering.gradescope import results_json

        _write(options.gradescope, json.dumps(results_json(report), indent=1) + "\n")
    if options.junit:
        from graders.kit.rendering.junit import junit_xml

        _write(options.junit, junit_xml(report))
    code = _finish(
        options, report.as_json, report.score == report.max_score, partial(print_report, report)
    )
    if not options.check and (problem := note(options.file, exercise, report)):
        print(f"gametree: {problem}", file=sys.stderr)
    return code


def trace(options: argparse.Namespace) -> int:
    if options.predict and not options.html:
        raise KitError(
            "--predict is for the page, on which leaves can be clicked: add --html PATH."
        )
    submission = read(options.file)
    exercise = exercise_of(submission, options.exercise)
    for path in (options.html, options.json):
        _check_writable(path)

    from graders.kit.grading.run import Terms
    from graders.kit.rendering.page import search_page
    from graders.kit.rendering.terminal import print_lines
    from graders.kit.trace import drawing, terminal
    from graders.kit.trace.run import recorded

    tree = sys.stdin.read() if options.tree == "-" else options.tree
    recording = recorded(
        exercise, submission, Terms(options.seed, unprotected=True), tree, options.board
    )
    if options.predict and not recording.search.prunes:
        raise KitError(
            f"{exercise.name} cuts nothing off, so there is nothing to predict: leave --predict out."
        )
    if options.html:
        shown = drawing.trace(recording, submission, alone=True)
        _write(options.html, search_page(exercise.name, submission.file, shown, options.predict))
    about = {"exercise": exercise.name, "file": submission.file}
    show = partial(terminal.screen, recording, options.all)
    return _finish(
        options, lambda: about | drawing.as_json(recording), True, lambda: print_lines(show())
    )


def _check_writable(path: Path | str | None) -> None:
    """Refuse a path that can't be written, before the work is done and not after."""
    if (
        path is not None
        and path != "-"
        and (Path(path).is_dir() or not Path(path).absolute().parent.is_dir())
    ):
        raise KitError(f"{path} can't be written: it is a folder, or its folder does not exist.")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise KitError(f"{path} can't be written: {error.strerror}.") from None


def _finish(
    options: argparse.Namespace, data: Callable[[], Any], right: bool, show: Callable[[], None]
) -> int:
    """Write data as JSON if that is asked for, show them unless that was on standard output; return the exit code."""
    text = json.dumps(data(), indent=1, ensure_ascii=False) + "\n" if options.json else ""
    if options.json == "-":
        print(text, end="")
    else:
        if options.json:
            _write(Path(options.json), text)
        show()
    return OK if right else POINTS_LOST


def grade_cohort(options: argparse.Namespace) -> int:
    exercise = catalog.named(options.exercise)
    if options.dask and options.jobs:
        raise KitError("--jobs is for this machine; with --dask the workers say how many they are.")

    from graders.kit.classroom.run import grade_class
    from graders.kit.grading.workers import Cluster, WorkerPool

    gc.enable()  # not a short life
    record = None
    if options.gradebook:
        from graders.kit.course.gradebook import record_grades

        record = partial(record_grades, options.gradebook, exercise)
    pool = (
        partial(Cluster, options.dask)
        if options.dask
        else partial(WorkerPool, options.jobs, options.unprotected)
    )
    how = (pool, options.seed, options.unprotected, options.gradescope, record)
    return OK if grade_class(options.submissions, exercise, options.out, *how) else NOT_AS_ASKED


def deliver(options: argparse.Namespace) -> int:
    from graders.kit.platforms.deliver import deliver as write

    exercise = catalog.named(options.name)
    _check_writable(options.out)
    here = write(
        options.platform, exercise, options.out, options.seed, options.points, options.unprotected
    )
    settings = here.settings
    print(
        options.then.format(
            out=options.out, name=exercise.name, points=settings.points, seconds=settings.seconds
        )
    )
    if not here.seed_is_secret:
        print(f"The seed is {settings.seed}: on {here.name} students can read it.")
    elif options.seed is None:
        print(f"The seed is {settings.seed}: keep it secret, and keep it; it is said here alone.")
    return OK


def site(options: argparse.Namespace) -> int:
    from graders.kit.browser.site import write

    made = write(
        options.folder, options.exercise, options.assets, options.hand_in, options.hand_in_text
    )
    print(
        options.then.format(
            folder=options.folder, count=len(made.exercises), size=made.first_visit / 1e6
        )
    )
    return OK


def play(options: argparse.Namespace) -> int:
    submission = read(options.file)
    exercise = exercise_of(submission, options.exercise)

    from graders.kit.play import game, terminal

    chosen = {name: getattr(options, name) for name in game.options() if name in options}
    terminal.play_against(exercise, submission, chosen, options.thoughts)
    return OK


def audit(options: argparse.Namespace) -> int:
    _check_writable(options.json)
    if options.write:
        if not options.name:
            raise KitError("--write is for one exercise: gametree audit NAME --write DIR.")
        from graders.kit.authoring.slips import slips, write

        written = slips(catalog.named(options.name))
        if not written:
            raise KitError(
                f"{options.name} has no slips here: a clone of the kit has them in tests/submissions/."
            )
        write(written, options.write)
        print(f"{options.write}: {len(written)} slips of {options.name}")
        return OK

    from graders.kit.authoring import terminal

    if options.isolation:
        from graders.kit.authoring.probes import try_attacks

        findings = try_attacks()
        return _finish(
            options, findings.as_json, findings.sound, partial(terminal.print_isolation, findings)
        )

    exercises = [catalog.named(options.name)] if options.name else catalog.exercises()
    if options.structure:
        from graders.kit.authoring.structure import demands

        demanded = {exercise: demands(exercise) for exercise in exercises}
        told = {
            exercise.name: [demand._asdict() for demand in every]
            for exercise, every in demanded.items()
        }
        met = all(demand.met is not False for every in demanded.values() for demand in every)
        return _finish(options, lambda: told, met, partial(terminal.print_structure, demanded))

    from graders.kit.authoring.audit import Scope

    seeds = range(options.seed, options.seed + (1 if options.table else options.seeds))
    audits = terminal.audit_all(
        exercises, Scope(seeds, options.sample, options.whole, options.table), options.jobs
    )
    whole = {"seeds": [*seeds], "exercises": [one.as_json() for one in audits]}
    return _finish(
        options,
        lambda: whole,
        all(one.sound for one in audits),
        partial(terminal.print_audits, audits),
    )


def new(options: argparse.Namespace) -> int:
    from graders.kit.authoring.new import create

    print(options.then.format(name=create(options.name).name))
    return OK


def release(options: argparse.Namespace) -> int:
    from graders.kit.authoring.release import files, stale, write

    paths = stale(files()) if options.check else write()
    for path in paths:
        print(f"{'stale' if options.check else 'wrote'}: {path.relative_to(catalog.ROOT)}")
    if not options.check or not paths:
        return OK
    print("Run `gametree release` and commit what it writes.")
    return POINTS_LOST


RUN: dict[str, Callable[[argparse.Namespace], int]] = {
    "list": list_exercises, "start": start, "course": course, "grade": grade, "trace": trace, "watch": watch,
    "hint": hint, "class": grade_cohort, "deliver": deliver, "site": site, "play": play, "audit": audit, "new": new,
    "release": release,
}  # fmt: skip
