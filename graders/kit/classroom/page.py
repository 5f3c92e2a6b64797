"""A class's results as one HTML page, fit to be shown in a lecture: names are folded away."""

from graders.kit.classroom.summary import Position, Summary
from graders.kit.rendering.page import render


def class_page(exercise: str, summary: Summary, positions: list[Position], about: dict[str, object]) -> str:
    """Return a class's results as an HTML document, fit to be shown to the class: names are folded away.

    about: what the page says besides: seed, kit, not_graded
    """
    statuses = [
        ("failed", "The kit failed; run the same again, and report it"),
        ("crashed", "Crashed"),
        ("timeout", "Too long in a check"),
        ("unreadable", "The file can't be read"),
        ("missing", "Nothing that can be graded"),
        ("unclear", "Several files could be meant"),
    ]

    def share(count: int, whole: int) -> str:
        return f"{count:,} ({100 * count / whole:.0f} %)"

    values = {"exercise": exercise, "summary": summary, "positions": positions, "statuses": statuses, **about}
    return render("class.html.j2", **values, share=share)
