#!/usr/bin/env python3
"""How dense Python reads: density.py PATH ... prints, for all .py files below each path: expressions a statement,
conditional expressions, comprehensions and nested conditionals per 1,000 statements, and how many lines of code are
longer than 100 characters. Line breaks change none of the first four, so a formatter cannot buy them; docstrings are
no statements. Compare a package with its models:

    python density.py graders $(python -c 'import attr, click; print(*attr.__path__, *click.__path__)')
"""

import ast
import sys
from pathlib import Path

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
PLAIN = (ast.Name, ast.Constant, ast.Starred)  # an operand, and no idea of its own


def is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def measure(paths: list[Path]) -> dict[str, int]:
    counts = dict.fromkeys(
        ("statements", "expressions", "conditionals", "comprehensions", "nested", "lines", "long"),
        0,
    )
    for path in paths:
        text = path.read_text("utf-8", errors="replace")
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue
        for line in text.splitlines():
            counts["lines"] += bool(line.strip()) and not line.lstrip().startswith("#")
            counts["long"] += len(line) > 100
        for node in ast.walk(tree):
            counts["statements"] += isinstance(node, ast.stmt) and not is_docstring(node)
            counts["expressions"] += isinstance(node, ast.expr) and not isinstance(node, PLAIN)
            counts["conditionals"] += isinstance(node, ast.IfExp)
            counts["comprehensions"] += isinstance(node, COMPREHENSIONS)
            if isinstance(node, (ast.IfExp, *COMPREHENSIONS)):
                inner = (child for child in ast.walk(node) if child is not node)
                counts["nested"] += any(
                    isinstance(child, (ast.IfExp, *COMPREHENSIONS)) for child in inner
                )
    return counts


def main() -> None:
    columns = ("statements", "expr/stmt", "cond/1000", "compr/1000", "nested/1000", ">100")
    print(f"{'path':<34}" + "".join(f"{column:>12}" for column in columns))
    for name in sys.argv[1:]:
        root = Path(name)
        counts = measure([root] if root.is_file() else sorted(root.rglob("*.py")))
        statements = counts["statements"]
        if not statements:
            continue
        row = f"{name[-34:]:<34}{statements:>12}{counts['expressions'] / statements:>12.2f}"
        for kind in ("conditionals", "comprehensions", "nested"):
            row += f"{1_000 * counts[kind] / statements:>12.0f}"
        print(row + f"{counts['long'] / counts['lines']:>12.1%}")


if __name__ == "__main__":
    main()
