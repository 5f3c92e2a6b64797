# attack: import hooks, path hooks and a sitecustomize of its own for whatever is imported later
# exercise: every
# earns: 0
import os
import sys

open("/tmp/sitecustomize.py", "w").write("print('10/10')")
open("/tmp/json.py", "w").write("raise SystemExit(0)")
os.environ["PYTHONPATH"] = os.environ["PYTHONSTARTUP"] = "/tmp"
sys.path.insert(0, "/tmp")


class Finder:
    def find_spec(self, name, path=None, target=None):
        return sys.exit(0)


sys.meta_path.insert(0, Finder())
sys.path_hooks.insert(0, lambda path: Finder())
sys.path_importer_cache.clear()
import a_module_that_does_not_exist
