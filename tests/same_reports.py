"""Compare the reports of two versions of the kit: same_reports.py OLD NEW [--room NAME] [--part 1/8] [--but-next].

OLD and NEW are folders with a clone of the kit each. Every file of the corpora of OLD (references,
skeletons, right and wrong files) is graded by both at seed 0. Reports must be equal byte for byte,
but for seconds and for where a time limit was met. Prints what differs; exit code 1 if anything does.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

# Runs in the folder of a kit: reads names of files, each with its exercise, and prints reports.
GRADER = """
import json, sys
from pathlib import Path
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes
for line in sys.stdin:
    exercise, name, source = json.loads(line)
    report = grade(exercise, of_bytes(f"{exercise}.py", source.encode()), Terms()).as_json()
    print(json.dumps(report), flush=True)
"""
# Runs in the folder of the old kit: prints all files of a room's corpus.
LISTER = """
import json, sys
from graders.kit import catalog
from graders.kit.authoring.slips import slips
for exercise in catalog.exercises():
    if sys.argv[1] in ("", exercise.name):
        print(json.dumps([exercise.name, "reference", exercise.reference.read_text("utf-8")]))
        skeleton = exercise.handout / f"{exercise.name}.py"
        print(json.dumps([exercise.name, "skeleton", skeleton.read_text("utf-8")]))
        for path in sorted((exercise.corpus / "right").glob("*.py")):
            print(json.dumps([exercise.name, path.stem, path.read_text("utf-8")]))
        for slip in slips(exercise):
            print(json.dumps([exercise.name, slip.name, slip.submission.source]))
"""


def run(kit: Path, program: str, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(kit)}
    command = [sys.executable, "-c", program, *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=kit, env=environment, stdin=pipe, stdout=pipe, text=True)


def comparable(report: dict[str, Any], but_next: bool) -> dict[str, Any]:
    """Return a report without what depends on the clock, or on the version of the kit.

    Args:
        report: As JSON has it.
        but_next: Whether what to do next is left out, too.
    """
    if but_next:
        report.pop("next", None)
    for check in report["checks"]:
        check.pop("seconds")
        if check["outcome"] == "timeout":
            check["message"] = check["parts"] = ""
    for name in ("kit", "version"):
        report.pop(name, None)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--room", default="")
    parser.add_argument("--part", default="1/1", help="the first of so many parts of the files")
    parser.add_argument("--but-next", action="store_true", help="what to do next may differ")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    lines = run(options.old, LISTER, options.room).communicate()[0].splitlines()[part - 1 :: parts]
    kits = [run(kit, GRADER) for kit in (options.old, options.new)]
    different = 0
    for line in lines:
        reports = []
        for kit in kits:
            assert kit.stdin is not None
            assert kit.stdout is not None
            kit.stdin.write(line + "\n")
            kit.stdin.flush()
        for kit in kits:
            assert kit.stdout is not None
            report = json.loads(kit.stdout.readline())
            reports.append(comparable(report, options.but_next))
        if reports[0] != reports[1]:
            different += 1
            exercise, name, _ = json.loads(line)
            print(f"{exercise} {name}")
            for old, new in zip(*(report["checks"] for report in reports), strict=True):
                if old != new:
                    print(f"  {old['name']}: {old['outcome']}, {new['outcome']}")
                    print(f"    {old['message']!r}\n    {new['message']!r}")
    print(f"{len(lines)} files, {different} reports differ")
    return min(different, 1)


if __name__ == "__main__":
    sys.exit(main())
