"""`gametree audit`: of graders, of what an exercise must have, or of this machine's isolation."""

import argparse
import math
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from graders.cli.shared import OK, check_writable, count, finish
from graders.kit import catalog
from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from graders.kit.homes import place

if TYPE_CHECKING:
    from graders.kit.authoring.audit import Kind

EPILOG = """\
examples:
  gametree audit             every exercise: some minutes for each
  gametree audit minmax --fast            while you write it: some seconds
  gametree audit minmax --sample 20
  gametree audit minmax --only slips      its wrong solutions alone, while you write what they lose
  gametree audit minmax --write slips     writes its wrong solutions, and audits nothing
  gametree audit --structure minmax
  gametree audit --calls minmax
  gametree audit --causes minmax          after a change of its slips, or of what is asked
  gametree audit --isolation

exit code: 0 all as it must be, 1 not so"""

# What may be asked for alone, in the plural, and its kind.
ONLY: Mapping[str, "Kind"] = {"correct": "correct", "slips": "slip", "mutants": "mutant"}
ALL_SLIPS = "--write is for one exercise: gametree audit NAME --write DIR."
NO_SLIPS = "{name} has no slips here: a clone of the kit has them in tests/submissions/."
CAUSES_WRITTEN = "{file}: {count} slips, of which {asked} were asked"
SLIPS_WRITTEN = "{folder}: {count} slips of {name}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare how much of an audit is wanted, and what is wanted in its place."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="an exercise (default: all)")
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="the first seed (default: 0)"
    )
    parser.add_argument(
        "--fast",
        action="store_true",
        help="while it is written: as much as some seconds allow, and what shows a survivor",
    )
    seeds = parser.add_mutually_exclusive_group()
    seeds.add_argument(
        "--seeds", metavar="N", type=count, default=5, help="at how many seeds (default: 5)"
    )
    seeds.add_argument(
        "--table", action="store_true", help="which check catches how many mutants, at one seed"
    )
    parser.add_argument(
        "--sample", metavar="N", type=count, default=0, help="N mutants, slips, solutions each"
    )
    parser.add_argument(
        "--only", choices=[*ONLY], help="this kind of solutions alone (default: all)"
    )
    parser.add_argument(
        "--whole", action="store_true", help="all mutants of other styles too, not 60 of each"
    )
    parser.add_argument(
        "--jobs", metavar="N", type=count, default=0, help="processes (default: one a core)"
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--write", metavar="DIR", type=Path, help="write the slips of NAME into DIR instead"
    )
    instead.add_argument(
        "--structure",
        action="store_true",
        help="say what an exercise must have instead; grade nothing",
    )
    instead.add_argument(
        "--calls", action="store_true", help="say which calls are permitted, and asked, instead"
    )
    instead.add_argument(
        "--causes",
        action="store_true",
        help="write how the slips answer instead, by which a class is told what went wrong",
    )
    instead.add_argument(
        "--isolation", action="store_true", help="run attacks on this machine instead"
    )
    parser.add_argument(
        "--json", metavar="PATH", help="write the findings as JSON; - for standard output"
    )


def run(options: argparse.Namespace) -> int:
    """Do that of the six things which is asked for."""
    check_writable(options.json)
    if options.write:
        return _write_slips(options.name, options.write)
    if options.isolation:
        return _try_isolation(options)
    if options.name:
        exercises = [catalog.named(options.name)]
    else:
        exercises = catalog.exercises()
    if options.structure:
        return _audit_structure(exercises, options)
    if options.calls:
        return _audit_calls(exercises, options)
    if options.causes:
        return _write_causes(exercises, options.jobs)
    return _audit_graders(exercises, options)


def _write_slips(name: str | None, folder: Path) -> int:
    """Write the wrong solutions of an exercise into a folder."""
    if not name:
        raise KitError(ALL_SLIPS)
    from graders.kit.authoring.slips import slips, write

    written = slips(catalog.named(name))
    if not written:
        raise KitError(NO_SLIPS.format(name=name))
    write(written, folder)
    print(SLIPS_WRITTEN.format(folder=folder, count=len(written), name=name))
    return OK


def _write_causes(exercises: list[Exercise], jobs: int) -> int:
    """Write how the slips of each exercise answer, where something has changed."""
    from graders.kit.authoring.causes import update
    from graders.kit.authoring.slips import slips
    from graders.kit.rendering.terminal import progress

    for exercise in exercises:
        known = slips(exercise)
        if not known:
            print(NO_SLIPS.format(name=exercise.name))
            continue
        with progress() as bar:
            asked = update(exercise, known, jobs, bar(exercise.name))
        file = place(exercise.causes)
        print(CAUSES_WRITTEN.format(file=file, count=len(known), asked=asked))
    return OK


def _try_isolation(options: argparse.Namespace) -> int:
    """Attack the isolation of this machine, and tell what came of it."""
    from graders.kit.authoring import terminal
    from graders.kit.selftest.probes import try_attacks

    findings = try_attacks()
    show = partial(terminal.print_isolation, findings)
    return finish(options, findings.as_json, findings.sound, show)


def _audit_structure(exercises: list[Exercise], options: argparse.Namespace) -> int:
    """Tell what each exercise must have, and whether it does."""
    from graders.kit.authoring import terminal
    from graders.kit.authoring.structure import demands

    all_met = True
    demanded = {}
    as_json = {}
    for exercise in exercises:
        demanded[exercise] = demands(exercise)
        as_json[exercise.name] = [demand._asdict() for demand in demanded[exercise]]
        for demand in demanded[exercise]:
            if demand.met is False:  # None: nothing here can tell
                all_met = False
    show = partial(terminal.print_structure, demanded)
    return finish(options, lambda: as_json, all_met, show)


def _audit_calls(exercises: list[Exercise], options: argparse.Namespace) -> int:
    """Tell which calls each exercise's statement permits, and which of them are asked."""
    from graders.kit.authoring import terminal
    from graders.kit.authoring.coverage import coverage

    found = {exercise: coverage(exercise, options.seed) for exercise in exercises}
    as_json = {}
    all_asked = True
    for exercise, of_functions in found.items():
        as_json[exercise.name] = [of_function.as_json() for of_function in of_functions]
        for of_function in of_functions:
            if any(of_function.faults()):
                all_asked = False
    show = partial(terminal.print_coverage, found)
    return finish(options, lambda: as_json, all_asked, show)


def _audit_graders(exercises: list[Exercise], options: argparse.Namespace) -> int:
    """Grade mutants, slips and solutions of each exercise, and tell which are misjudged."""
    from graders.kit.authoring import terminal
    from graders.kit.authoring.audit import Scope
    from graders.kit.authoring.fast import SECONDS, look_for_difference

    seed_count = options.seeds
    if options.table or options.fast:
        seed_count = 1
    seeds = range(options.seed, options.seed + seed_count)
    seconds = SECONDS if options.fast else math.inf
    only = ONLY.get(options.only)
    scope = Scope(seeds, options.sample, options.whole, options.table, seconds, only)
    audits = terminal.audit_all(exercises, scope, options.jobs)
    if options.fast:
        for audit in audits:
            look_for_difference(audit)
    as_json = {"seeds": [*seeds], "exercises": [audit.as_json() for audit in audits]}
    all_sound = all(audit.sound for audit in audits)
    return finish(options, lambda: as_json, all_sound, partial(terminal.print_audits, audits))
