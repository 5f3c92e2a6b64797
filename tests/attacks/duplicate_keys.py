# attack: replies with duplicate keys, value and error at once, and keys that a careless reader would merge
# exercise: every
# earns: 0
import os

for number in range(3, 12):
    try:
        os.write(number, b'{"__class__": "Passed", "score": 10, "id": null, "value": true, "error": null}\n')
    except OSError:
        pass
