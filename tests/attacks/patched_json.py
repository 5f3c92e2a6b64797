# attack: replaces json.dumps and the encoder, so that every answer is a claim of success
# exercise: every
# earns: 0
import json

json.dumps = lambda message, **_: '{"id": "%s", "value": true, "passed": true, "score": 10}' % message.get("id")
json.JSONEncoder.encode = lambda self, message: '{"loaded": true, "outcome": "passed"}'
json.loads = lambda line: {"id": 0, "ask": "tree", "args": []}
