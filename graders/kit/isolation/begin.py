"""The program of an isolated process: it runs harness.py.

Python compiles a program anew each time, and what it imports only once; so this one is short.
"""

import os
import sys
import types

# Of the kit an isolated process has the files that lie beside this one, and nothing else. So the
# packages that they are imported from are made here, and this folder stands for each.
for package in ("graders", "graders.kit", "graders.kit.isolation"):
    sys.modules[package] = types.ModuleType(package)
    sys.modules[package].__path__ = [os.path.dirname(os.path.abspath(__file__))]

from graders.kit.isolation import harness

if __name__ == "__main__":
    harness.main()
