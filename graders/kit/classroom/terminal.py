"""A class on a terminal: what it got."""

from pathlib import Path

from graders.kit.classroom.handins import Cohort
from graders.kit.classroom.summary import Summary

SHOWN = 5  # of a list


def print_class(summary: Summary, cohort: Cohort, folder: Path) -> None:
    """Print what a class got, and what needs a look."""
    most, count = summary.max_score, summary.count
    print(f"{count:,} students: mean {summary.mean:.1f} of {most}, full marks {summary.scores[most]:,}.")
    if counts := [f"{len(names)} {status}" for status, names in sorted(summary.names.items())]:
        print(f"Of them need a look: {', '.join(counts)}.")
    for student, reason in list(summary.problems.items())[:SHOWN]:
        print(f"The kit failed, run the same again: {student}: {reason}")
    if cohort.not_graded:
        print(f"Files that are not graded: {len(cohort.not_graded)}, see {folder / 'not_graded.csv'}. The first:")
        for path, reason in cohort.not_graded[:SHOWN]:
            print(f"  {path}: {reason}")
    print(f"{folder}: grades.csv, feedback/, and report.html to look at")
