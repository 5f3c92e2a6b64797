"""A recording is true: its calls are those that happened, its reads those that the grader sees."""

from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Any

import pytest

from graders.alphabeta import positions
from graders.alphabeta.cases import ReadsCase
from graders.alphabeta.oracle import SEARCH, Call
from graders.alphabeta.trace import TreeSearch
from graders.connect4 import positions as connect4_positions
from graders.connect4.cases import PruningCase
from graders.connect4.trace import BoardSearch
from graders.kit import catalog
from graders.kit.catalog import named
from graders.kit.grading.asking import giving
from graders.kit.grading.checks import Case
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.roomkit.textbook import Key
from graders.kit.roomkit.trees import count, flat
from graders.kit.trace.drawing import compared
from graders.kit.trace.record import MOST, Recording, record
from graders.kit.trace.search import Search
from tests.conftest import reference, slips_of
from tests.test_strangers import STRANGE

METHODS = (SEARCH, "max_value", "min_value")


def right(exercise: str) -> dict[str, Submission]:
    files = sorted((catalog.named(exercise).corpus / "right").glob("*.py"))
    return {path.stem: of_bytes(path.name, path.read_bytes()) for path in files}


def wrong(exercise: str, count: int) -> dict[str, Submission]:
    searching = [
        slip for slip in slips_of(exercise) if any("pruning" in name for name in slip.fails)
    ]
    others = [slip for slip in slips_of(exercise) if slip not in searching]
    return {slip.name: slip.submission for slip in [*searching, *others][:count]}


RIGHT, WRONG = right("alphabeta"), wrong("alphabeta", 30)
FOURS = right("connect4") | wrong("connect4", 12)


def recorded(
    submission: Submission, search: Search, exercise: str = "alphabeta", **how: Any
) -> Recording:
    with closing(Student(submission, named(exercise).driver, unprotected=True)) as student:
        student.begin(5)
        return record(student, search, **how)


def on(data: Any = positions.EXAMPLE) -> TreeSearch:
    return TreeSearch(ReadsCase(data))


def noted_of(submission: Submission, case: Case, exercise: str) -> list[Any]:
    """Return what a case takes note of when a file is graded: what is read, or evaluated."""
    with closing(Student(submission, named(exercise).driver, unprotected=True)) as student:
        student.begin(5)
        notes = case.notes()
        list(student.ask([case.question()], giving([case], [notes])))
    return [*notes]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.whole] if n % 8 else [])
        for n, name in enumerate([*RIGHT, *WRONG])
    ],
)
@pytest.mark.by_turns
def test_the_leaves_that_are_read_are_those_that_the_grader_sees(name: str) -> None:
    submission = (RIGHT | WRONG)[name]
    for data in [positions.EXAMPLE, *positions.pruned(Random(3))[:2]]:
        read = noted_of(submission, ReadsCase(data), "alphabeta")
        assert recorded(submission, TreeSearch(ReadsCase(data))).reads == read


@pytest.mark.parametrize("name", FOURS)
@pytest.mark.by_turns
def test_the_boards_that_are_evaluated_are_those_that_the_grader_sees(name: str) -> None:
    for here, window in connect4_positions.pruned(Random(3))[:2]:
        case = PruningCase(*here, *window)
        noted = noted_of(FOURS[name], case, "connect4")
        search = BoardSearch(case, [])
        evaluated = [str(search.at(key)) for key in recorded(FOURS[name], search, "connect4").reads]
        assert evaluated == [text for text in noted if text in evaluated]
        fault = case.judge_noted(None, dict.fromkeys(noted))
        assert len(evaluated) == len(noted) or "no move" in str(fault)


def happened(source: str, data: Any) -> Iterator[tuple[Any, ...]]:
    """Run a solution here, and yield what its methods are called with and return, by wrapping them."""
    space: dict[str, Any] = {"__name__": "submission"}
    exec(compile(source, "submission", "exec"), space)
    log: list[tuple[Any, ...]] = []
    places: dict[int, Key] = {}

    def plain(value: Any) -> Any:
        return places.get(
            id(value),
            value if value is None else float(value) if not hasattr(value, "name") else "?",
        )

    def wrap(name: str, method: Any) -> Any:
        def wrapper(self: Any, node: Any, *window: Any) -> Any:
            log.append(("call", name, places.get(id(node)), *map(float, window)))
            value = method(self, node, *window)
            log.append(("return", name, places.get(id(node)), plain(value)))
            return value

        return wrapper

    kind = space["AlphaBeta"]
    for name in METHODS:
        if name in vars(kind):
            setattr(kind, name, wrap(name, vars(kind)[name]))
    tree = space["GameTree"]()
    tree.root = space["GameNode"](data[0])

    def listed(node: Any) -> list[Any]:
        below = [
            tuple(child) if not isinstance(child[1], list) else listed(child) for child in node[1:]
        ]
        return [node[0], *below]

    tree.buildTree(listed(data), tree.root)

    def walk(node: Any, path: Key) -> None:
        places[id(node)] = path
        for number, child in enumerate(node.children):
            walk(child, (*path, number))

    walk(tree.root, ())
    kind(tree).minmax_with_alphabeta(tree.root)
    yield from log


@pytest.mark.parametrize("name", ["", "fail_hard", "plain_fail_soft", "chatty", "stored_vals"])
def test_calls_windows_and_returns_are_those_that_happened(name: str) -> None:
    submission = RIGHT.get(name, of_bytes("alphabeta.py", reference("alphabeta").encode()))
    data = max(positions.pruned(Random(5)), key=count)
    open_calls: list[tuple[str, Key]] = []
    told: list[tuple[Any, ...]] = []
    for event in recorded(submission, on(data)).events:
        if event.kind == "call":
            open_calls.append((event.function, event.node))
            if event.function in METHODS:
                window = [] if event.function == SEARCH else [float(event.alpha), float(event.beta)]  # type: ignore[arg-type]
                told.append(("call", event.function, event.node, *window))
        elif event.kind == "return" and (function := open_calls.pop()[0]) in METHODS:
            value = event.value if function != SEARCH else None
            told.append(("return", function, event.node, value))
    expected = [
        (*one[:3], None) if one[:2] == ("return", SEARCH) else one
        for one in happened(submission.source, data)
    ]
    assert told == expected
    assert len(told) > 40


STUBS = reference("alphabeta")
BODY = STUBS[STUBS.index("    def minmax_with_alphabeta") : STUBS.index("    def get_value")]
MINIMUM = '        value = float("inf")\n'
BEGIN = "        best = None\n"
STRANGE_FILES = {  # what stands where in the reference, and what is said then
    "hangs at import": (
        "class GameNode",
        "while True: pass\nclass GameNode",
        "still being imported",
    ),
    "hangs in the search": (
        "            if value <= alpha:",
        "            while value: pass\n            if 1:",
        "running",
    ),
    "recursion without end": (
        MINIMUM,
        "        value = self.min_value(node, alpha, beta)\n",
        "RecursionError",
    ),
    "no search": (
        "def minmax_with_alphabeta",
        "def renamed",
        "has no method minmax_with_alphabeta",
    ),
    "no class": ("class AlphaBeta", "class Other", "defines no class AlphaBeta"),
    "a syntax error": ("class AlphaBeta:", "class AlphaBeta", "SyntaxError"),
    "it exits": (BEGIN, "        import os; os._exit(3)\n", "gone before it answered"),
    "it raises": (BEGIN, "        best = 1 / 0\n", "ZeroDivisionError"),
    "its bounds are static": (
        "    def max_value(self, ",
        "    @staticmethod\n    def max_value(",
        "NameError",
    ),
    "it is followed no more": (
        BEGIN,
        "        import sys; sys.setprofile(None); best = None\n",
        "",
    ),
}


@pytest.mark.parametrize("name", STRANGE_FILES)
@pytest.mark.by_turns
def test_whatever_a_file_does_a_sentence_says_so(name: str, impatient: None) -> None:
    was, now, sentence = STRANGE_FILES[name]
    assert was in STUBS
    recording = recorded(
        of_bytes("alphabeta.py", STUBS.replace(was, now).encode()), on(), within=0.5
    )
    assert sentence in " ".join(recording.told)
    if name == "hangs in the search":
        assert recording.reads == [(0, 0)]
        assert [event.function for event in recording.events if event.kind == "call"][:2] == [
            SEARCH,
            "min_value",
        ]
    if name == "recursion without end":
        assert len(recording.events) > 500
        assert "JSON" not in " ".join(recording.told)
    if name == "its bounds are static":
        known = [
            (e.alpha, e.beta)
            for e in recording.events
            if e.kind == "call" and e.function == "max_value"
        ]
        assert known == [("-inf", "inf")]
        raised = [e.value for e in recording.events if e.kind == "return"]
        assert raised == ["nothing: it raises"] * 3
    if name == "it is followed no more":
        assert len(recording.reads) == 7


STYLES = {
    "renamed": BODY.replace("max_value", "larger").replace("min_value", "smaller"),
    "decorated": BODY.replace("    def m", "    @traced\n    def m"),
    "positions": BODY.replace("alpha", "lo")
    .replace("beta", "hi")
    .replace("minmax_with_lohi", SEARCH),
    "nested": """    def minmax_with_alphabeta(self, node):
        def value(node, alpha, beta, largest):
            if not node.children:
                return node.val
            for child in node.children:
                found = value(child, alpha, beta, not largest)
                if largest:
                    alpha = max(alpha, found)
                else:
                    beta = min(beta, found)
                if alpha >= beta:
                    break
            return alpha if largest else beta
        best, most = None, float("-inf")
        for child in node.children:
            child.val = value(child, most, float("inf"), False)
            if child.val > most:
                best, most = child, child.val
        return best
""",
}
DECORATOR = """import functools
def traced(function):
    @functools.wraps(function)
    def wrapper(*args, **named):
        return function(*args, **named)
    return wrapper
"""


@pytest.mark.parametrize("name", STYLES)
def test_a_search_in_another_style_is_followed_just_so(name: str) -> None:
    usual = recorded(of_bytes("alphabeta.py", STUBS.encode()), on())
    recording = recorded(
        of_bytes("alphabeta.py", (DECORATOR + STUBS.replace(BODY, STYLES[name])).encode()), on()
    )
    assert recording.reads == usual.reads
    assert recording.told == usual.told == []
    calls = [(e.node, e.alpha, e.beta) for e in recording.events if e.kind == "call"]
    expected = [(e.node, e.alpha, e.beta) for e in usual.events if e.kind == "call"]
    assert [node for node, *_ in calls] == [node for node, *_ in expected]
    if name != "nested":
        assert calls == expected if name != "renamed" else calls[1:] == expected[1:]
    inner = {e.node for e in recording.events if e.kind == "window"}
    assert (0,) in inner


def test_a_search_on_copies_says_so() -> None:
    copies = BODY.replace("self.min_value(child,", "self.min_value(GameNode(child.name),")
    recording = recorded(of_bytes("alphabeta.py", STUBS.replace(BODY, copies).encode()), on())
    assert {event.node for event in recording.events if event.kind == "call"} == {()}
    shapes, copies = recording.told
    assert shapes.startswith(
        "Below A your search gives no node to a function that could be followed"
    )
    assert copies == "No leaf was read while it searched: does it work on copies of the values?"


def test_what_the_driver_looks_at_itself_is_no_read() -> None:
    """The values of a leaf that is returned, and of a search that works on copies, are read by the driver alone."""
    case = ReadsCase(["A", ["B", 3], ["C", 5]])
    assert noted_of(RIGHT["copied_tree"], case, "alphabeta") == []


def test_several_searches_in_one_object_are_all_there() -> None:
    calls = [Call(SEARCH, (0,)), Call("max_value", (), (0, 5)), Call(SEARCH, ())]
    recording = recorded(
        of_bytes("alphabeta.py", STUBS.encode()),
        TreeSearch(ReadsCase(positions.EXAMPLE, calls=calls)),
    )
    outermost, depth = [], 0
    for event in recording.events:
        if event.kind == "call":
            outermost += [(event.function, event.node, event.alpha, event.beta)] * (depth == 0)
            depth += 1
        depth -= event.kind == "return"
    assert outermost == [
        (SEARCH, (0,), None, None),
        ("max_value", (), 0, 5),
        (SEARCH, (), None, None),
    ]
    assert recording.textbook[0].node == (0,)


def test_there_are_ten_thousand_steps_at_most_and_it_says_so() -> None:
    def wide(plies: int) -> Any:
        return ["N", *[wide(plies - 1) for _ in range(10)]] if plies else ["L", plies]

    source = STUBS.replace("value >= beta", "False").replace("value <= alpha", "False")
    recording = recorded(of_bytes("alphabeta.py", source.encode()), on(wide(4)))
    assert len(recording.events) == MOST
    assert recording.told == ["It goes on: these are the first 10,000 steps."]


def test_no_event_of_a_stranger_raises_or_is_believed() -> None:
    data = positions.EXAMPLE
    recording = Recording(on(data))
    kinds: list[Any] = ["call", "window", "return", "look", "need", None, 3]
    for kind in kinds:
        for strange in [*STRANGE, [0], [0, 0], [9, 9], [True], [-1], flat(data)]:
            for event in (
                strange,
                [kind, strange],
                [kind, "f", strange, 1, 2, 3],
                [kind, strange, 7, strange, strange],
            ):
                recording.hear(event)
            recording.hear([kind, strange, 7])
    assert {event.node for event in recording.events} <= {*on(data).at}
    assert len(recording.events) <= MOST
    recording.say()


def test_of_a_search_that_goes_on_and_was_right_so_far_nothing_is_compared() -> None:
    submission = of_bytes("alphabeta.py", reference("alphabeta").encode())
    whole = recorded(submission, on())
    cut = recorded(submission, on(), most=6)
    assert compared(whole)[0] != ""
    assert cut.is_full
    assert cut.reads == whole.reads[: len(cut.reads)] != []
    assert compared(cut) == ("", [])
