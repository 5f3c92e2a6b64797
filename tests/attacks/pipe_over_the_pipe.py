# attack: puts pipes of its own over the descriptors of questions and answers, and answers from there
# exercise: every
# earns: 0
import os

read, write = os.pipe()
os.write(write, b'{"id": "1", "ask": "minmax", "args": []}\n' * 9)
for number in range(3, 7):
    os.dup2(read, number)
