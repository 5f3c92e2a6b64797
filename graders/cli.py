"""The command `gametree`. Each command imports what it needs, when it runs: a grade is to take half a second."""

from __future__ import annotations

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
from graders.kit.errors import KitError, UnknownExercise
from graders.kit.grading.submission import Submission, read, visible

OK, POINTS_LOST, NOT_AS_ASKED = 0, 1, 2

EXAMPLES = """examples:
  gametree start minmax                      copy the exercise minmax into the folder minmax
  gametree grade minmax/minmax.py            grade your file; --html PATH shows it with drawings
  gametree class submitted --exercise minmax --out grades
                                             grade everyone in a folder or a zip
  gametree COMMAND --help                    more on one command
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    gc.disable()  # a short life: collecting garbage takes a tenth of it and finds nothing
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors="replace")  # on Windows a pipe can't hold a check mark else
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        options = _parser(plays=[*arguments[:1]] == ["play"]).parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("gametree: interrupted", file=sys.stderr)
        return 130
    except KitError as problem:
        return _refuse(str(problem))
    except BrokenPipeError:
        # Whoever read our output has closed it, as `head` does: nothing more to say, also not at exit.
        sys.stdout = None
        return NOT_AS_ASKED
    except OSError as problem:
        return _refuse(f"{problem.filename or 'the output'}: {problem.strerror}")


def _refuse(problem: str) -> int:
    """Say what is wrong, in which there may be a stranger's file name, and return the exit code."""
    print(f"gametree: {visible(problem)}", file=sys.stderr)
    return NOT_AS_ASKED


def _parser(plays: bool) -> argparse.ArgumentParser:
    """Return what understands a command. plays: with the options of all games, which only `play` needs"""
    parser = argparse.ArgumentParser(
        prog="gametree",
        description="Autograded exercises for adversarial search.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"gametree-kit {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    _command(commands, list_exercises, "list", "show the exercises: name, points, what each teaches", "gametree list")

    command = _command(
        commands, start, "start", "copy what a student receives; never overwrites work",
        "gametree start minmax\n  gametree start alphabeta week3/alphabeta",
    )  # fmt: skip
    command.add_argument("name", metavar="NAME", help="an exercise; see gametree list")
    command.add_argument("folder", metavar="DIR", nargs="?", type=Path, help="where to (default: a folder NAME here)")

    command = _command(
        commands, course, "course",
        "write an nbgrader course of all exercises, with solutions; needs the extra [course]",
        "gametree course ai-2026",
    )  # fmt: skip
    command.add_argument("folder", metavar="DIR", type=Path, help="a new folder")

    command = _command(
        commands, grade, "grade", "grade one submission",
        "gametree grade minmax.py\n  gametree grade alice.py --exercise minmax --html alice.html\n"
        "  gametree grade minmax.py --json -\n\nexit code: 0 full marks, 1 points lost, 2 not gradable as asked",
    )  # fmt: skip
    command.add_argument("file", metavar="FILE", type=Path, help="the student's .py file")
    command.add_argument("--exercise", metavar="NAME", help="default: found by the file's name, then by its classes")
    command.add_argument("--seed", metavar="N", type=int, default=0, help="chooses the random positions (default: 0)")
    command.add_argument("--thorough", action="store_true", help="ask about every position there is; takes minutes")
    command.add_argument("--json", metavar="PATH", help="write the report as JSON; - for standard output")
    command.add_argument("--html", metavar="PATH", type=Path, help="write the report as one HTML file, with drawings")
    command.add_argument("--gradescope", metavar="PATH", type=Path, help="write a Gradescope results.json")

    command = _command(
        commands, grade_class, "class",
        "grade everyone: grades.csv, a page for each student, a report; goes on where it was ended",
        "gametree class submitted --exercise minmax --out minmax-grades\n"
        "  gametree class moodle.zip --exercise player --out player-grades --seed 20261\n"
        "  gametree class submitted --exercise minmax --out minmax-grades --dask tcp://10.0.0.1:8786\n"
        "  gametree class submitted --exercise minmax --out minmax-grades --gradebook sqlite:///gradebook.db\n\n"
        "exit code: 0 everyone is graded, 2 not so",
    )  # fmt: skip
    command.add_argument(
        "submissions", metavar="SUBMISSIONS", type=Path,
        help="a folder with STUDENT.py, STUDENT/FILE or STUDENT/NAME/FILE, or a zip from Moodle or Canvas",
    )  # fmt: skip
    command.add_argument("--exercise", metavar="NAME", required=True, help="what they were to solve")
    command.add_argument("--out", metavar="DIR", type=Path, required=True, help="where the results go, and are kept")
    command.add_argument("--seed", metavar="N", type=int, default=0, help="chooses the random positions (default: 0)")
    command.add_argument("--jobs", metavar="N", type=_count, default=0, help="processes (default: one a core)")
    command.add_argument("--dask", metavar="ADDRESS", help="grade on the cluster of this scheduler; extra [cluster]")
    command.add_argument("--gradescope", action="store_true", help="write a results.json for each student, too")
    command.add_argument("--gradebook", metavar="URL", help="write scores into nbgrader's database, too")
    command.add_argument("--unprotected", action="store_true", help="grade also where nothing isolates students' code")

    command = _command(
        commands, play, "play", "play against a submission, in the terminal",
        "gametree play player.py\n  gametree play minmax.py --thoughts     it says what it thinks of its moves\n"
        "  gametree play learning.py --rounds 50\n\nexit code: 0 played, 2 not playable as asked",
    )  # fmt: skip
    command.add_argument("file", metavar="FILE", type=Path, help="the student's file")
    command.add_argument("--exercise", metavar="NAME", help="default: found by the file's name, then by its classes")
    command.add_argument("--thoughts", action="store_true", help="show what it thinks of each of its moves")
    if plays:
        from graders.kit.play.game import options

        for name, meaning in options().items():
            value = partial(_chosen, name)
            command.add_argument(f"--{name}", metavar="N", type=value, dest="chosen", action="append", help=meaning)

    command = _command(
        commands, audit, "audit", "prove a grader right, or try this machine's isolation",
        "gametree audit             every exercise, whole: a few minutes\n  gametree audit minmax --sample 20\n"
        "  gametree audit minmax --write slips     writes its wrong solutions, and audits nothing\n"
        "  gametree audit --structure minmax\n  gametree audit --isolation\n\nexit code: 0 all as it must be, 1 not so",
    )  # fmt: skip
    command.add_argument("name", metavar="NAME", nargs="?", help="an exercise (default: all)")
    command.add_argument("--seed", metavar="N", type=int, default=0, help="chooses the positions (default: 0)")
    command.add_argument("--sample", metavar="N", type=_count, default=0, help="N mutants, slips, solutions each")
    command.add_argument("--jobs", metavar="N", type=_count, default=0, help="processes (default: one a core)")
    only = command.add_mutually_exclusive_group()
    only.add_argument("--write", metavar="DIR", type=Path, help="write the slips of NAME into DIR instead")
    only.add_argument("--structure", action="store_true", help="say what an exercise must have instead; grade nothing")
    only.add_argument("--isolation", action="store_true", help="run attacks on this machine instead")
    command.add_argument("--json", metavar="PATH", help="write the findings as JSON; - for standard output")

    command = _command(
        commands, new, "new", "begin an exercise of your own (in a clone of the kit)",
        "gametree new heap     writes solutions/heap, graders/heap and exercises/heap: small, and whole",
    )  # fmt: skip
    command.add_argument("name", metavar="NAME", help="in small letters; digits and _ are fine")

    command = _command(
        commands, release, "release", "write exercises/ anew from solutions/ (in a clone of the kit)",
        "gametree release\n  gametree release --check     exit code 1 if exercises/ is stale",
    )  # fmt: skip
    command.add_argument("--check", action="store_true", help="write nothing; fail if exercises/ is stale")
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number of 1 or more")
    return int(text)


def _chosen(name: str, text: str) -> tuple[str, int]:
    return name, _count(text)


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    run: Callable[[argparse.Namespace], int],
    name: str,
    does: str,
    examples: str,
) -> argparse.ArgumentParser:
    how = {"epilog": f"examples:\n  {examples}", "formatter_class": argparse.RawDescriptionHelpFormatter}
    command = commands.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.", **how)  # type: ignore[arg-type]
    command.set_defaults(run=run)
    return command


def list_exercises(options: argparse.Namespace) -> int:
    """gametree list"""
    from graders.kit.grading.run import line_of

    print(*map(line_of, catalog.exercises()), sep="\n")
    return OK


def start(options: argparse.Namespace) -> int:
    """gametree start"""
    import shutil

    exercise = catalog.named(options.name)
    folder = options.folder or Path(options.name)
    if folder.exists() and not folder.is_dir():
        raise KitError(f"{folder} is a file; name a folder to copy the exercise to.")
    files = sorted(path for path in exercise.handout.iterdir() if path.is_file())
    existing = [path.name for path in files if (folder / path.name).exists()]
    if existing:
        raise KitError(f"{folder} holds {', '.join(existing)} already and nothing was copied: name another folder.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in files:
            shutil.copy(path, folder / path.name)
    except OSError as error:
        raise KitError(f"The exercise can't be copied to {folder}: {error.strerror}.") from None
    print(f"{folder}: read README.md, fill in {exercise.name}.py, then run")
    print(f"  gametree grade {folder / (exercise.name + '.py')}")
    return OK


def course(options: argparse.Namespace) -> int:
    """gametree course"""
    from graders.kit.course.course import create

    names = create(options.folder)
    print(f"{options.folder}: an nbgrader course of {', '.join(names)}. In it, for each of them:")
    print(f"  cd {options.folder}")
    print(f"  nbgrader generate_assignment {names[0]}    # release/ is what students receive")
    print(f"  nbgrader autograde {names[0]}              # once submitted/STUDENT/{names[0]}/ has their notebooks")
    print(f"  nbgrader generate_feedback {names[0]}")
    return OK


def grade(options: argparse.Namespace) -> int:
    """gametree grade"""
    submission = read(options.file)
    exercise = _exercise(options, submission)
    for path in (options.html, options.gradescope, options.json):
        _check_writable(path)

    from graders.kit.grading.run import Terms
    from graders.kit.grading.run import grade as graded

    report = graded(exercise.name, submission, Terms(options.seed, options.thorough, unprotected=True))
    if options.json:
        _write_json(options.json, report.as_json())
    if options.html:
        from graders.kit.rendering.page import page

        _write(options.html, page(report))
    if options.gradescope:
        from graders.kit.rendering.gradescope import results_json

        _write(options.gradescope, json.dumps(results_json(report), indent=1) + "\n")
    if options.json != "-":
        from graders.kit.rendering.terminal import print_report

        print_report(report)
    return OK if report.score == report.max_score else POINTS_LOST


def _exercise(options: argparse.Namespace, submission: Submission) -> catalog.Exercise:
    """Return the exercise that was named, or the one that a submission solves."""
    if options.exercise:
        return catalog.named(options.exercise)
    try:
        return catalog.recognise(submission.file, submission.source)
    except UnknownExercise as problem:
        raise KitError(f"{submission.problem} {problem}".strip()) from None


def grade_class(options: argparse.Namespace) -> int:
    """gametree class"""
    exercise = catalog.named(options.exercise)
    if options.dask and options.jobs:
        raise KitError("--jobs is for this machine; with --dask the workers say how many they are.")

    from contextlib import closing

    from graders.kit.classroom.handins import find
    from graders.kit.classroom.results import print_class, write_results
    from graders.kit.classroom.run import grade_everyone, records
    from graders.kit.classroom.store import Store
    from graders.kit.grading.run import Terms
    from graders.kit.grading.workers import Cluster, WorkerPool
    from graders.kit.rendering.terminal import progress

    gc.enable()  # not a short life
    if options.out.resolve().is_relative_to(options.submissions.resolve()):
        raise KitError(f"{options.out} lies in {options.submissions}, where it would be taken for a student's.")
    cohort = find(options.submissions, exercise)
    if options.gradebook:
        from graders.kit.course.gradebook import record_grades

        record_grades(options.gradebook, exercise, [])  # better now than after an hour
    store = Store(options.out, exercise)
    pool = Cluster(options.dask) if options.dask else WorkerPool(options.jobs)
    terms = Terms(options.seed, unprotected=options.unprotected)
    try:
        with closing(pool), progress() as bar:
            failed = grade_everyone(exercise, cohort.hand_ins, store, pool, terms, bar(exercise.name))
    except KeyboardInterrupt:
        kept = len(store.keys())
        raise KitError(f"interrupted; {kept} are graded and kept: run the same again, and it goes on.") from None
    summary = write_results(store, exercise, cohort, failed, options.seed, options.gradescope)
    if options.gradebook:
        record_grades(options.gradebook, exercise, records(store, cohort.hand_ins, failed))
    print_class(summary, cohort, options.out)
    store.close()
    return NOT_AS_ASKED if failed else OK


def play(options: argparse.Namespace) -> int:
    """gametree play"""
    submission = read(options.file)
    exercise = _exercise(options, submission)

    from graders.kit.errors import Lost
    from graders.kit.play import terminal
    from graders.kit.play.game import Computer
    from graders.kit.rendering.terminal import progress
    from graders.kit.report import text_of

    computer = Computer(exercise, submission, dict(options.chosen or ()))
    try:
        if computer.rounds:
            with progress() as bar:
                computer.train(bar(f"{computer.rounds:,} rounds of training"))
        terminal.play(computer, options.thoughts)
    except Lost as lost:
        raise KitError(f"{submission.file} can't go on.\n{text_of(lost.parts)}") from None
    finally:
        computer.close()
    return OK


def audit(options: argparse.Namespace) -> int:
    """gametree audit"""
    _check_writable(options.json)
    from graders.kit.authoring import terminal
    from graders.kit.rendering.terminal import progress

    if options.isolation:
        from graders.kit.authoring.probes import tried

        findings = tried()
        if options.json:
            _write_json(options.json, findings.as_json())
        if options.json != "-":
            terminal.print_isolation(findings)
        return OK if findings.sound else POINTS_LOST

    if options.write:
        if not options.name:
            raise KitError("--write is for one exercise: gametree audit NAME --write DIR.")
        from graders.kit.authoring.slips import slips, write

        written = slips(catalog.named(options.name))
        if not written:
            raise KitError(f"{options.name} has no slips here: a clone of the kit has them in tests/submissions/.")
        write(written, options.write)
        print(f"{options.write}: {len(written)} slips of {options.name}")
        return OK

    chosen = [catalog.named(options.name)] if options.name else catalog.exercises()
    if options.structure:
        from graders.kit.authoring.structure import demands

        demanded = {exercise: demands(exercise) for exercise in chosen}
        if options.json:
            _write_json(options.json, {one.name: [demand._asdict() for demand in demanded[one]] for one in chosen})
        if options.json != "-":
            terminal.print_structure(demanded)
        met = all(demand.met is not False for one in chosen for demand in demanded[one])
        return OK if met else POINTS_LOST

    from graders.kit.authoring.audit import audit as audited

    found = []
    with progress() as advance:
        for exercise in chosen:
            found.append(audited(exercise, options.seed, options.sample, options.jobs, advance(exercise.name)))
    if options.json:
        _write_json(options.json, {"seed": options.seed, "exercises": [one.as_json() for one in found]})
    if options.json != "-":
        terminal.print_audits(found)
    return OK if all(one.sound for one in found) else POINTS_LOST


def _check_writable(path: Path | str | None) -> None:
    """Refuse a path that can't be written, before the work is done and not after."""
    if path is not None and path != "-" and (Path(path).is_dir() or not Path(path).absolute().parent.is_dir()):
        raise KitError(f"{path} can't be written: it is a folder, or its folder does not exist.")


def _write_json(path: str, value: Any) -> None:
    """Write JSON to a path, - for standard output."""
    text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    if path == "-":
        print(text, end="")
    else:
        _write(Path(path), text)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise KitError(f"{path} can't be written: {error.strerror}.") from None


def new(options: argparse.Namespace) -> int:
    """gametree new"""
    from graders.kit.authoring.new import create

    name = create(options.name).name
    print(f"solutions/{name}, graders/{name} and exercises/{name}: a small exercise that is whole. Change it, and run")
    print("  gametree release                    # exercises/ anew: the notebook has a cell for each check")
    print(f"  gametree audit {name:<20} # is every answer judged right?")
    print(f"  gametree audit --structure {name:<8} # what an exercise must have")
    print("docs/writing-an-exercise.md does so step by step.")
    return OK


def release(options: argparse.Namespace) -> int:
    """gametree release"""
    from graders.kit.authoring.release import stale, write

    if not (catalog.ROOT / "solutions").is_dir():
        raise KitError("release works in a clone of the kit: this installation has no solutions/.")
    found = stale() if options.check else write()
    for path in found:
        print(f"{'stale' if options.check else 'wrote'}: {path.relative_to(catalog.ROOT)}")
    if options.check and found:
        print("Run `gametree release` and commit what it writes.")
        return POINTS_LOST
    return OK
