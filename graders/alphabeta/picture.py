"""A tree of the student's, drawn in their notebook. This runs in their kernel: nothing is judged here."""

from typing import Any

from graders.kit.rendering.cell import show
from graders.kit.report import Branch, Mark, Tree
from graders.kit.roomkit.drawings import branches


def draw(root: Any, best: Any = None) -> None:
    """Draw the tree below a node: each node's name and val; best: a child that is marked."""

    def about(node: Any) -> Branch:
        mark: Mark = "good" if node is best else ""
        label = f"{node.name} {node.val}" if not node.children or node is best else str(node.name)
        return Branch(label, "best" if node is best else "", mark)

    show([Tree(branches(root, about, lambda node: node.children))])
