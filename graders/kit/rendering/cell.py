"""The output of a notebook's cell. Needs IPython, which whoever runs a notebook has."""

from IPython.display import HTML, display

from graders.kit.rendering import page
from graders.kit.report import CheckResult, Parts

_scripted = False  # whether a cell of this kernel's notebook has what steps through a search


def show_checks(checks: list[CheckResult]) -> None:
    """Show what checks found."""
    global _scripted
    display(HTML(page.cell(checks, scripted=_scripted)))
    _scripted = _scripted or page.has_steps(checks)


def show(parts: Parts) -> None:
    """Draw boards, trees and text."""
    display(HTML(page.cell([], parts)))
