# attack: a megabyte of answer to every question: lists of boards, paths, strings, and an error with one
# exercise: every
# earns: 0
import json
import sys

frame = sys._getframe()
while "reply" not in frame.f_locals:
    frame = frame.f_back
reply, questions = frame.f_locals["reply"], frame.f_locals["questions"]
reply({"loaded": True})
for number, line in enumerate(questions):
    question = json.loads(line)
    value = (["xxx______"] * 85_000, "x" * 10**6, [[]] * 300_000, {str(i): 1 for i in range(70_000)})[number % 4]
    reply({"id": question["id"], "value": value})
