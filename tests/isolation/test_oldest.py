"""What browsers' Python is kept from accepting; that it is refused there tests/browser/test_verdicts.py asks."""

import ast

import pytest

from graders.kit.isolation.oldest import compiled, evaluate_annotations


@pytest.mark.parametrize(
    ("source", "written"),
    [
        (
            "def f(a: A, /, b: B, *c: C, d: D=1, **e: E) -> F: pass",
            ["(A,)", "(B,)", "(C,)", "(D,)", "(E,)", "(F,)"],
        ),
        (
            "class A:\n    'doc'\n    x: A = 1\n    async def f(self, other: A): pass",
            ["(A,)", "(A,)"],
        ),
        (
            "def f():\n    x: A = 1\n    class B:\n        y: C\n        def g(self): z: D = 1",
            ["(C,)"],
        ),
        (
            "if 1: pass\nelif 2: x: A = 1\ntry: pass\nexcept E: y: B = 1\nmatch 1:\n    case 1: z: C",
            ["(A,)", "(B,)", "(C,)"],
        ),
        ("def f(x: 'A' = 1): 'doc'", ["('A',)"]),
        ("x = lambda y: 1 if y else 2", []),
    ],
)
def test_annotations_are_evaluated_where_python_311_does(source: str, written: list[str]) -> None:
    tree = ast.parse(source)
    evaluate_annotations(tree)
    assert [
        line.strip() for line in ast.unparse(tree).splitlines() if line.strip().startswith("(")
    ] == written


@pytest.mark.parametrize(
    "source",
    [
        "class A:\n    def f(self, other: 'A') -> int: return 1\nprint(f'{1:>{2}} {\"a\"}')\n",
        "from __future__ import annotations\nclass A:\n    def f(self, other: A) -> A: return other\nA().f(1)\n",
        "def f(x: 'A'): 'doc'\nassert f.__doc__ == 'doc' and f.__annotations__ == {'x': 'A'}\n",
        "x = 1\nif x == 0: pass\n" + "".join(f"elif x == {n}: pass\n" for n in range(2, 400)),
    ],
)
def test_what_python_311_takes_is_taken(source: str) -> None:
    space = {"__name__": "builtins"}
    exec(compiled(source, "a.py", "exec", dont_inherit=True), space)
    assert "__doc__" not in space


def test_errors_have_the_place_that_they_have_in_the_file() -> None:
    with pytest.raises(NameError) as error:
        exec(
            compiled(
                "x = 1\nclass A:\n    def f(self,\n          other: A): pass\n",
                "a.py",
                "exec",
                dont_inherit=True,
            ),
            {},
        )
    assert error.traceback[-1].lineno == 3  # which counts from 0
    with pytest.raises(SyntaxError, match="was never closed"):
        compiled("x = (1\n", "a.py", "exec", dont_inherit=True)
