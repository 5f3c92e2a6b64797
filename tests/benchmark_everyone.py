"""How long the table of everyone takes to filter and to sort, for a class of 300 and of 3,000, in each browser.

python -m tests.benchmark_everyone      GAMETREE_BROWSERS is a folder with puppeteer-core: see drive.mjs
"""

import statistics
import sys
import tempfile
from pathlib import Path
from random import Random

from graders.kit.catalog import Exercise
from graders.kit.classroom.everyone import OUTCOMES, Everyone, Row, address_of_page
from graders.kit.classroom.summary import Summary
from graders.kit.grading.run import checks_of
from graders.kit.rendering.page import render
from tests.driving import Browser

MOST = 100.0  # ms that filtering a class of 300 may take
# From the event until the layout is done, for what a person does: all of it five times over.
TIMED = """(async () => {
  document.getElementById("everyone").open = true;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const fields = document.querySelector(".everyone form").elements;
  const heads = [...document.querySelectorAll(".everyone th button")];
  const choose = (name, value) => () => {
    fields[name].value = value;
    fields[name].dispatchEvent(new Event("input", { bubbles: true }));
  };
  const steps = {
    filter: [choose("text", "s"), choose("text", "s1"), choose("text", ""), choose("from", "5"), choose("from", ""),
      choose("check", "*"), choose("is", "failed"), choose("check", ""), choose("status", "timeout"),
      choose("status", "")],
    sort: [() => heads[1].click(), () => heads[4].click(), () => heads[0].click()],
  };
  const found = {};
  for (const [kind, ways] of Object.entries(steps)) {
    found[kind] = [];
    for (const way of Array(5).fill(ways).flat()) {
      await frame();
      const began = performance.now();
      way();
      document.querySelector(".everyone tbody").getBoundingClientRect();
      found[kind].push(performance.now() - began);
    }
  }
  return found;
})()"""


def page_of(students: int) -> str:
    """Return the page about a class of so many, with causes and six people."""
    chance = Random(0)
    names = [check.name for check in checks_of(Exercise("minmax"))]
    everyone = Everyone(names)
    summary = Summary(10)
    for number in range(students):
        outcomes = {name: chance.choice([*OUTCOMES, *["passed"] * 6]) for name in names}
        student = f"Student Number s{number}_{100_000 + number}"
        everyone.add(
            Row(
                student,
                str(chance.randrange(11)),
                "10",
                chance.choice(["graded", "graded", "timeout"]),
                outcomes,
                chance.choice(["", "o's wins are not counted", "the value of the parent is used"]),
                f"assistant {number % 6}",
                address_of_page(student),
            )
        )
    summary.count = students
    summary.marks = [float(row.mark) for row in everyone.rows]
    return render(
        "class.html.j2",
        exercise="minmax",
        summary=summary,
        everyone=everyone,
        seed=0,
        positions=[],
        not_graded=[],
        kit="of the benchmark",
    )


def measured(page: Path, kind: str) -> dict[str, list[float]]:
    """Return the milliseconds of each filtering and each sorting of a page in a browser."""
    browser = Browser(kind)
    browser(wide=1280)
    browser(open=page.as_uri())
    found: dict[str, list[float]] = browser(value=TIMED)
    browser.close()
    return found


def main() -> None:
    is_slow = False
    with tempfile.TemporaryDirectory() as folder:
        for students in (300, 3_000):
            page = Path(folder) / f"{students}.html"
            page.write_text(page_of(students), "utf-8")
            print(f"{students} students, {page.stat().st_size / 1e6:.1f} MB")
            for kind in ("chrome", "firefox"):
                for what, times in measured(page, kind).items():
                    middle = statistics.median(times)
                    print(f"  {kind:<8} {what:<7} {middle:6.0f} ms, at most {max(times):.0f}")
                    if students == 300 and what == "filter" and max(times) > MOST:
                        is_slow = True
    sys.exit(int(is_slow))


if __name__ == "__main__":
    main()
