# attack: trace, profile and audit hooks that watch the driver and change its variables
# exercise: every
# earns: 0
# with: skeleton above
import sys


def watch(frame, event, value):
    if frame.f_code.co_name.startswith("ask_"):
        frame.f_locals.update(answer=True, count=0)
    if event == "exception":
        frame.f_locals["outcome"] = {"value": True}
    return watch


sys.settrace(watch)
sys.setprofile(watch)
sys.addaudithook(lambda event, args: None)
