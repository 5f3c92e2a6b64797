# attack: replaces the harness's plain, method, create, children_of and describe through the main module
# exercise: minmax
# earns: 0
# with: skeleton above
import sys

main = sys.modules["__main__"]
frame = sys._getframe()
while "driver" not in frame.f_locals:
    frame = frame.f_back
for room in (vars(main), frame.f_locals["driver"]):
    room["plain"] = lambda value: 1
    room["method"] = lambda thing, name: lambda *args: []
    room["children_of"] = lambda node: []
    room["describe"] = lambda error, file: {"type": "Pass", "message": "passed", "trace": []}
