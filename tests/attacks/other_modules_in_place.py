# attack: puts modules of its own in place of the harness, the main module and those of the kit
# exercise: every
# earns: 0
import sys
import types

false = types.ModuleType("graders.kit.isolation.tools")
false.__getattr__ = lambda name: lambda *args, **kwargs: True
for name in ("graders", "graders.kit", "graders.kit.isolation", "graders.kit.isolation.tools", "graders.kit.grading.checks", "graders.kit.tictactoe", "__main__", "json", "os", "builtins"):
    sys.modules[name] = false
GameNode = GameTree = MinMax = false.anything
