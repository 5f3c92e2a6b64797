# attack: takes the questions that wait, sees from the later ones what the earlier were about, answers backwards
# exercise: every
# earns: 0
import json
import os
import select
import sys

frame = sys._getframe()
while "questions" not in frame.f_locals:
    frame = frame.f_back
reply, source = frame.f_locals["reply"], frame.f_locals["questions"].fileno()
reply({"loaded": True})
while True:
    select.select([source], [], [], 1)
    lines = os.read(source, 65536).splitlines() or sys.exit()
    for line in reversed(lines):
        reply({"id": json.loads(line)["id"], "value": []})
