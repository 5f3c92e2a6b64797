# attack: answers each question twice, with both truths, so that the right one may be taken
# exercise: minmax
# earns: 2
# with: solution above
import sys

frame = sys._getframe()
while "reply" not in frame.f_locals:
    frame = frame.f_back
driver, reply = frame.f_locals["driver"], frame.f_locals["reply"]


def ask(submission, *args):
    caller = sys._getframe(1)
    number = caller.f_locals["question"]["id"]
    for value in (True, False, 1, -1, 0, [], [True, True], [False, False]):
        reply({"id": number, "value": value})
    return []


driver["ask_number"] = driver["ask_minmax"] = ask
