"""A tree of the student's, drawn in their notebook.

This runs in their kernel: nothing is judged here.
"""

from typing import Any

from graders.kit.rendering.cell import show
from graders.kit.report import Branch, Tree
from graders.kit.roomkit.drawings import branches


def draw(root: Any, best: Any = None) -> None:
    """Draw the tree below a node: each node's name and val; best: a child that is marked."""

    def about(node: Any) -> Branch:
        if node is best:
            return Branch(f"{node.name} {node.val}", "best", "good")
        if node.children:
            return Branch(str(node.name))
        return Branch(f"{node.name} {node.val}")

    show([Tree(branches(root, about, lambda node: node.children))])
