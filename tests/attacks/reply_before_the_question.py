# attack: answers every question of every check before it is asked, with guesses for the number of the question
# exercise: every
# earns: 0
import json
import os

replies = [{"loaded": True}]
replies += [{"id": number, "value": value} for number in (0, None, "", "0" * 16, True) for value in ([], 1, True)]
for number in range(3, 20):
    for reply in replies:
        try:
            os.write(number, json.dumps(reply).encode() + b"\n")
        except OSError:
            break
