"""The output of a notebook's cell. Needs IPython, which whoever runs a notebook has."""

from IPython.display import HTML, display

from graders.kit.rendering import page
from graders.kit.report import Parts, Report

RUN = "run this cell again"  # what a student does once that is changed

_scripted = False  # whether a cell of this kernel's notebook has what steps through a search


def show_report(report: Report) -> None:
    """Show what the checks of a report found, and what to do next."""
    global _scripted
    what_next = "" if report.next_step is None else report.what_next(RUN)
    display(HTML(page.cell(report.checks, scripted=_scripted, what_next=what_next)))
    _scripted = _scripted or page.has_steps(report.checks)


def show(parts: Parts) -> None:
    """Draw boards, trees and text."""
    display(HTML(page.cell([], parts)))
