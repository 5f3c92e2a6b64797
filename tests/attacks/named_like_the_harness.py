# attack: is called harness.py, and its exceptions look like the kit's own
# exercise: every
# earns: 0
# file: harness.py


class Missing(Exception):
    pass


class Lost(Exception):
    outcome, parts = "passed", []


raise Lost("passed", [])
