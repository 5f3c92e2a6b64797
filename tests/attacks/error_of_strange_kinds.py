# attack: answers with errors whose type, message, trace and column are of every kind but the right one
# exercise: every
# earns: 0
import itertools
import json
import sys

frame = sys._getframe()
while "reply" not in frame.f_locals:
    frame = frame.f_back
reply, questions = frame.f_locals["reply"], frame.f_locals["questions"]
reply({"loaded": True, "printed": [[[]]]})
kinds = itertools.cycle([None, 1, [], {}, "SyntaxError", {"type": "SyntaxError", "column": 1e300, "trace": [[1, "x"]]},
                         {"type": "SyntaxError", "column": True, "trace": [[True, "x"], [1.0, 2], [-1, ""], 7, None]},
                         {"type": {"a": 1}, "message": ["x"] * 9, "trace": "abc"}, {"type": "Missing"},
                         {"type": "NotImplementedError", "trace": [[10**300, "x"]]}, {"type": "\ud800\n\n", "message": 0}])
for line in questions:
    reply({"id": json.loads(line)["id"], "error": next(kinds), "printed": next(kinds)})
