"""The program of an isolated process: it runs harness.py.

Python compiles a program anew each time, and what it imports only once; so this one is short.
"""

import os
import sys
import types
from typing import Any


def harness() -> Any:
    """Return harness.py as a module.

    Of the kit an isolated process has the files that lie beside this one, and nothing else. So the
    packages that they are imported from are made here, and this folder stands for each.
    """
    folder = os.path.dirname(os.path.abspath(__file__))
    for name in ("graders", "graders.kit", "graders.kit.isolation"):
        package = types.ModuleType(name)
        package.__path__ = [folder]
        sys.modules[name] = package
    from graders.kit.isolation import harness  # not above: there is no such package yet

    return harness


if __name__ == "__main__":
    harness().main()
