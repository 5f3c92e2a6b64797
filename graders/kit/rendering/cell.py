"""The output of a notebook's cell. Needs IPython, which whoever runs a notebook has."""

from IPython.display import HTML, display

from graders.kit.rendering import page
from graders.kit.report import CheckResult, Parts


def show_checks(checks: list[CheckResult]) -> None:
    """Show what checks found."""
    display(HTML(page.cell(checks)))


def show(parts: Parts) -> None:
    """Draw boards, trees and text."""
    display(HTML(page.cell([], parts)))
