"""Operators: what is made of a line, for each slip of the field."""

import textwrap

import pytest

from graders.kit.authoring.operators import slips

NUMBERS = 'float("inf"), 0.1'  # in the reference of an exercise whose values are any numbers
CLASS = "class A:\n    def __init__(self, tree):\n        self.tree = tree\n    def f(self, node):\n        "
# What is right, what is made of it, and what is not.
TEXTS: dict[str, tuple[str, list[str], list[str]]] = {
    "range": ("range(n)", ["range(n - 1)", "range(n + 1)", "range(1, n)"], ["range(2, n)"]),
    "range from": (
        "range(a, b)",
        ["range(a - 1, b)", "range(a + 1, b)", "range(a, b - 1)", "range(a, b + 1)", "range(b, a)"],
        [],
    ),
    "range backwards": (
        "range(n - 2, -1, -1)",
        ["range(n - 2 - 1, -1, -1)", "range(n - 2, -1 + 1, -1)"],
        [],
    ),
    "chance": ("rng.random()", ["import random\nrandom.random()"], []),
    "one of some": (
        "rng.choice(best)",
        ["best[0]", "rng.choice(best[:3])", "rng.choice(best[1:])"],
        [],
    ),
    "return": (
        "def f():\n    return a + b",
        ["def f():\n    return None", "def f():\n    return float(a + b)"],
        [],
    ),
    "tolerance": (
        "v[s] == b",
        ["(abs(v[s] - b) < 0.05)", "(abs(v[s] - b) < 1e-06)", "(int(v[s]) == int(b))"],
        [],
    ),
    "more": (
        "v[s] > b",
        ["(v[s] > b + 0.05)", "(v[s] > 1.01 * b)", "(float(v[s]) > float(b))"],
        [],
    ),
    "constant": ("v[s] == 1", [], ["(abs(v[s] - 1) < 0.05)"]),
    "no value": ("a == b", [], ["(abs(a - b) < 0.05)"]),
    "infinity": (
        'f(float("-inf"))',
        ["f((-1000))", "f((-10 ** 9))", "f((-10 ** 18))", "import sys\nf((-sys.maxsize))"],
        [],
    ),
    "the other": ("f(values1, values2)", ["f(values2, values2)", "f(values1, values1)"], []),
    "the other side": (
        "f(player, next_player)",
        ["f(next_player, next_player)", "f(player, player)"],
        [],
    ),
    "the other of what has braces": (
        "f({1: a, 2: b}[n].alpha, beta)",
        ["f({1: a, 2: b}[n].beta, beta)"],
        [],
    ),
    "no other of what has a mark": ("g(a != b).alpha", [], ["g(a != b).beta", "'beta'"]),
    "no other": ("f(values1, player)", [], ["f(values2, player)", "f(values1, next_player)"]),
    "the other by number": (
        "def f(player):\n    g(values[player], 3 - player)",
        [
            "def f(player):\n    g(values[(3 - player)], 3 - player)",
            "def f(player):\n    g(values[player], player)",
        ],
        [],
    ),
    "mark": ("'x'", ["'o'"], []),
    "largest": ("max(a)", ["min(a)"], []),
    "bounds": (
        "f(node, alpha, beta)",
        ["f(node, beta, alpha)", "f(node, -1000, beta)", "f(node, beta, beta)"],
        [],
    ),
    "row": ("((0, 1), (3, 4), (6, 7))", ["((3, 4), (6, 7),)"], []),
    "index": (
        "((0, 1), (3, 4), (6, 7))",
        ["((1, 1), (3, 4), (6, 7))", "((0, 1), (3, 3), (6, 7))"],
        ["((-1, 1), (3, 4), (6, 7))"],
    ),
    "no table": ("(0, 1, 2)", ["(1, 2,)"], ["(1, 1, 2)"]),
    "cell": ("a[0] == a[1]", ["a[1] == a[1]", "a[0] == a[0]", "a[0] == a[2]"], ["a[-1] == a[1]"]),
    "cell of a line": ('a[0] == "x"', [], ['a[1] == "x"']),
    "chain": (
        "a == b == c != '_'",
        ["a == b == c", "b == c != '_'", "a == c != '_'", "a == b != '_'"],
        [],
    ),
    "condition": ("a and b", ["(a)", "(b)"], []),
    "guard": (
        "if a is None:\n    b = c",
        ["pass", "if True:\n    b = c"],
        ["if a is None:\n    pass"],
    ),
    "guards": (
        "if a:\n    b\nelse:\n    c",
        ["if True:\n    b\nelse:\n    c", "if False:\n    b\nelse:\n    c"],
        [],
    ),
    "no": (
        "def f():\n    return False",
        [],
        [f"def f():\n    {no}" for no in ("return None", "return 0", "pass")],
    ),
    "watched": (
        "def f():\n    assert a < b\n    print(a)",
        [],
        ["def f():\n    pass\n    print(a)"],
    ),
    "comprehension": (
        "[a for a in many if a]",
        ["[a for a in many if True]", "[a for a in many[:3] if a]", "[a for a in many if a][-1:]"],
        [],
    ),
    "many": (
        "for a in node.children:\n    f(a)",
        [
            f"for a in node.children{part}:\n    f(a)"
            for part in ("[:1]", "[:3]", "[1:]", "[:-1]", "[-1:]")
        ],
        [],
    ),
    "three anyway": (
        "[row[:] for row in node.map]",
        ["[row[:] for row in node.map[1:]]"],
        ["[row[:] for row in node.map[:3]]"],
    ),
    "found": (
        "def f():\n    found = []\n    return found",
        ["def f():\n    found = []\n    return found[:3]"],
        [],
    ),
    "returned early": (
        "def f():\n    found = []\n    if a:\n        return found\n    b()",
        [],
        ["def f():\n    found = []\n    if a:\n        return found[:3]\n    b()"],
    ),
    "no list": ("def f(a):\n    return a", [], ["def f(a):\n    return a[:3]"]),
    "copy": (
        "[row[:] for row in board.copy()]",
        ["[row for row in board.copy()]", "[row[:] for row in board]"],
        [],
    ),
    "first turn": ("for a in b:\n    f(a)", ["for a in b:\n    f(a)\n    break"], []),
    "first found": (
        "for a in b:\n    if a:\n        f(a)\n    g()",
        ["for a in b:\n    if a:\n        f(a)\n        break\n    g()"],
        [],
    ),
    "prints alone": ("def f():\n    for a in b:\n        if a:\n            print(a)\n", [], []),
    "a flag": (
        "for a in b:\n    if a:\n        found = True",
        [],
        ["for a in b:\n    if a:\n        found = True\n        break"],
    ),
    "return in a loop": (
        "def f():\n    for a in b:\n        for c in a:\n            g(c)\n    return 1",
        [
            "def f():\n    for a in b:\n        for c in a:\n            g(c)\n            return 1\n    return 1",
            "def f():\n    for a in b:\n        for c in a:\n            g(c)\n        return 1\n    return 1",
        ],
        [],
    ),
    "default argument": (
        "def f(a):\n    found = []\n    return found",
        [
            "def f(a, found=[]):\n    found = found\n    return found",
            "def f(a, found=[]):\n    found.clear()\n    return found",
        ],
        [],
    ),
    "set anew": (
        "def f(a):\n    found = []\n    found = [1]",
        [],
        ["def f(a, found=[]):\n    found = found\n    found = [1]"],
    ),
    "without blanks": (
        "def f(a):\n    found=[]\n    return found",
        [
            "def f(a, found=[]):\n    found=found\n    return found",
            "def f(a):\n    found=[]\n    return found[:3]",
        ],
        [],
    ),
    "set anew without blanks": (
        "def f(a):\n    found=[]\n    found=[1]",
        [],
        ["def f(a, found=[]):\n    found=found\n    found=[1]"],
    ),
    "default after another": (
        "def f(a=1):\n    found = set()",
        ["def f(a=1, found=set()):\n    found = found"],
        [],
    ),
    "kept between windows": (
        "def f(self, node, alpha, beta):\n    return g(node.val)",
        [
            "def f(self, node, alpha, beta, kept={}):\n    return kept.setdefault((node), g(node.val))"
        ],
        [],
    ),
    "not shared by others": (
        "def f(a):\n    return g(a)",
        [],
        ["def f(a, kept={}):\n    return kept.setdefault((a), g(a))"],
    ),
    "root": (f"{CLASS}g(node.children)", [f"{CLASS}g(self.tree.root.children)"], []),
    "root without blanks": (
        f"{CLASS}g(node)".replace(" = ", "="),
        [f"{CLASS}g(self.tree.root)".replace(" = ", "=")],
        [],
    ),
}


def made(source: str, reference: str = "") -> set[str]:
    return {changed for _, changed in slips(source, reference)}


@pytest.mark.parametrize("case", TEXTS)
def test_what_is_made_of_a_text(case: str) -> None:
    source, some, never = TEXTS[case]
    found = made(source, NUMBERS)
    assert [text for text in some if text not in found] == []
    assert [text for text in never if text in found] == []


def test_other_numbers_are_made_where_they_matter() -> None:
    """Nothing tells 1.0 from 1, or a thousand from infinity, where values are -1, 0 and 1."""
    source = 'def f():\n    g(float("inf"), a[i] == b)\n    return a > b'

    def numbers(reference: str) -> list[str]:
        return [
            word
            for word in ("1000", "abs(", "float(a)", "int(a[i])")
            if any(word in text for text in made(source, reference))
        ]

    assert numbers("best = -2") == []
    assert numbers("alpha = 0.1") == ["abs(", "int(a[i])"]
    assert numbers("math.inf") == ["1000", "float(a)"]


def test_what_must_be_new_may_not_be_shared() -> None:
    source = "def f(a, b):\n    return [a, b]"
    shared = "def f(a, b, kept={}):\n    return kept.setdefault((a, b), [a, b])"
    assert shared in made(source, 'def f(a, b):\n    """Return them, as a new list."""')
    assert shared not in made(source, 'def f(a, b):\n    """Return a list."""')


def test_an_edit_knows_its_line_and_letters_of_several_bytes() -> None:
    source = textwrap.dedent("""
        import random
        é = "é", rng.random()
    """)
    assert (3, source.replace("rng", "random")) in slips(source, "")
