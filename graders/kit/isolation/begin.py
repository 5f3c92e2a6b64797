"""The program of an isolated process: it runs harness.py.

Python compiles a program anew each time, and what it imports only once; so this one is short.
"""

import os
import sys
import types
from collections.abc import Callable
from typing import Any


def main(compiler: Callable[..., Any] = compile) -> None:
    """Let harness.py do its work.

    Of the kit an isolated process has the files that lie beside this one, and nothing else. So the
    packages that they are imported from are made here, and this folder stands for each.

    Args:
        compiler: Makes code of the student's file, as compile does.
    """
    folder = os.path.dirname(os.path.abspath(__file__))
    for name in ("graders", "graders.kit", "graders.kit.isolation"):
        package = types.ModuleType(name)
        package.__path__ = [folder]
        sys.modules[name] = package
    from graders.kit.isolation import harness  # not above: there is no such package yet

    harness.main(compiler)


if __name__ == "__main__":
    main()
