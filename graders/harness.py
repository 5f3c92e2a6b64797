"""The untrusted side: this file runs in the isolated process, beside the student's code.

It reads one JSON object a line from standard input and answers each with one on standard output:

    how to confine it {"filter", "landlock"}         ->  {"hello": true, "filtered"}
    the submission {"file", "source", "numpy"}       ->  {"loaded": true} or {"error"}
    a question     {"id", "ask", "args"}             ->  {"id", "value"} or {"id", "error"}, and "printed"
    an answer to   {"id", "need"}, which a driver may send before its reply:  {"give"}

The questions are the functions `ask_...` of the exercise's driver.py, whose path is the first argument.
Nothing here or there knows an answer. Whoever holds the other end trusts nothing that this file says.
"""

import gc
import io
import json
import os
import struct
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

PRINTED_LIMIT = 2_000  # characters of the student's prints that are kept for one question
TRACE_LIMIT = 6  # frames of a traceback that are shown
LARGEST = 10**300  # no statement asks for such a number


class Missing(Exception):
    """The submission lacks what the statement asks for."""


class Unfit(Exception):
    """An answer of a kind that the statement doesn't allow."""


class Submission:
    """The student's module, as a driver sees it: a missing name becomes a sentence, not an AttributeError.

    ask_back: sends something to whoever asked the question, and returns what is given for it
    """

    def __init__(self, module: types.ModuleType, ask_back: Callable[[Any], Any]) -> None:
        self._module = module
        self.ask_back = ask_back

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._module, name, None)
        if found is None:
            raise Missing(f"The file defines no {'class' if name[0].isupper() else 'function'} {name}.")
        return found


def create(kind: Any, *args: Any, takes: str) -> Any:
    """Create an object of a class of the student's; raise Unfit if its constructor does not take those arguments."""
    try:
        return kind(*args)
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:  # not from inside the constructor
            raise Unfit(f"The class must be created as {takes}; yours says: {error}.") from None
        raise


def method(thing: Any, name: str) -> Any:
    """Return the method `name` of an object of the student's; raise Missing if there is none."""
    found = getattr(thing, name, None)
    if not callable(found):
        own = [n for n in dir(thing) if not n.startswith("__") and callable(getattr(thing, n, None))]
        has = f"; it has {', '.join(own[:8])}" if own else ""
        raise Missing(f"The class {type(thing).__name__} has no method {name}{has}.")
    return found


def children_of(node: Any) -> Any:
    """Return node.children; raise Unfit unless it is a collection that can be walked again and again."""
    children = getattr(node, "children", None)
    if not hasattr(children, "__len__") or not hasattr(children, "__iter__"):
        raise Unfit(f"children of a {type(node).__name__} must be a list, not {short(children)}.")
    return children


def planted(nodes: list[list[Any]], make: Callable[..., Any]) -> Any:
    """Return the root of a tree that is given: [what make takes, ..., the number of the parent] for each node.

    A node comes after its parent, the root first. make takes the parent, None for the root, as its last argument.
    """
    made: list[Any] = []
    for *about, above in nodes:
        parent = made[above] if made else None
        made.append(make(*about, parent))
        made[-1].children = []
        if parent is not None:
            parent.children.append(made[-1])
    return made[0]


def predicate(answer: Any) -> list[Any]:
    """Return the truth value of a predicate's answer, and the answer itself: 1 and a list count too."""
    return [bool(answer), plain(answer)]


def tally(call: Callable[[], Any], calls: int, most: int) -> list[list[Any]]:
    """Call so many times, or till more than `most` answers differ; return [answer, count] for each of them."""
    counts: dict[str, list[Any]] = {}
    for _ in range(calls):
        answer = plain(call())
        counts.setdefault(repr(answer), [answer, 0])[1] += 1
        if len(counts) > most:
            break
    return list(counts.values())


def short(value: Any) -> str:
    """Return the beginning of a value's repr, on one line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else text[:77] + "..."


@contextmanager
def lent(functions: dict[str, Any]) -> Iterator[None]:
    """Let the student's code find other functions under some of its names for a while."""
    space = sys.modules["submission"].__dict__
    own = {name: space[name] for name in functions if name in space}
    space.update(functions)
    try:
        yield
    finally:
        for name in functions:
            space.pop(name, None)
        space.update(own)


KNOWN: dict[tuple[str, str], Any] = {}  # what was asked back: it is so for good


def asked_back(submission: Submission, names: list[str], words: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """Return right helpers of those names: what they return is asked for when they are called.

    words: for each name two functions: from the arguments of a call to a string, and from what comes back to what
    the helper returns
    """

    if unknown := set(names) - set(words):
        raise LookupError(f"driver.py does not say with which words to ask back for {', '.join(unknown)}")

    def call(name: str, *args: Any, **named: Any) -> Any:
        into, back = words[name]
        wanted = into(*args, **named)
        if (name, wanted) not in KNOWN:
            KNOWN[name, wanted] = submission.ask_back([name, wanted])
        return back(KNOWN[name, wanted])

    return {name: partial(call, name) for name in names}


def plain(value: Any) -> Any:
    """Return a value of the student's as JSON can carry it.

    Numbers, also NumPy's, fractions and decimals, stay numbers if they are finite and within 1e300 of 0; strings, None,
    lists and tuples stay what they are; of anything else goes only its type and the beginning of its repr.
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        small = -LARGEST < int(value) < LARGEST
        return int(value) if small else {"type": "int", "repr": "a number of over 300 digits"}
    if isinstance(value, float):
        number = float(value)
        return number if -1e300 < number < 1e300 else {"type": "float", "repr": repr(number)}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    kind = type(value)
    if kind.__module__ == "numpy" and getattr(value, "ndim", None) == 0:
        return plain(value.item())
    if kind.__module__ in {"decimal", "fractions"} and value == value and abs(value) != float("inf"):
        above, below = value.as_integer_ratio()
        return plain(above if below == 1 else above / below)
    return {"type": kind.__name__, "repr": short(value)}


class Printed(io.RawIOBase):
    """Standard output of the student's code: keeps the beginning, counts the rest."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.kept, self.size = b"", 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.size += len(data)
        if len(self.kept) < PRINTED_LIMIT:
            self.kept += bytes(data[: PRINTED_LIMIT - len(self.kept)])
        return len(data)

    def text(self) -> str:
        text = self.kept.decode("utf-8", "replace")
        return text + f"\n... ({self.size:,} bytes in all)" if self.size > len(self.kept) else text


def describe(error: BaseException, file: str) -> dict[str, Any]:
    """Return what a student needs to know of an exception: kind, message and the lines of their own file."""
    if isinstance(error, (Missing, Unfit)):
        return {"type": type(error).__name__, "message": str(error), "trace": []}
    frames: list[list[Any]] = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == file:
            frames.append([trace.tb_lineno, code.co_name])
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename == file:
        frames = [[error.lineno or 1, ""]]
    try:
        message = str(error)[:300]
    except BaseException:  # the student's own exception, which can't even say what it is
        message = "an exception that has no message"
    shown: dict[str, Any] = {"type": type(error).__name__, "message": message, "trace": frames[-TRACE_LIMIT:]}
    if isinstance(error, SyntaxError):
        shown |= {"message": str(error.msg), "column": error.offset or 0}
    return shown


def limit_resources() -> None:
    """Lower what this process may use, for good: memory, file size, processor time, open files, processes."""
    try:
        import resource
    except ImportError:  # Windows; the report says "none" there
        return
    wanted = {
        "RLIMIT_AS": 2 << 30,
        "RLIMIT_FSIZE": 16 << 20,
        "RLIMIT_CPU": 3_600,  # only for a process that has outlived its grader
        "RLIMIT_NOFILE": 64,
        "RLIMIT_NPROC": 0,  # holds for everyone but root; for root the sandbox's system call filter does
        "RLIMIT_CORE": 0,
    }
    for name, limit in wanted.items():
        which = getattr(resource, name, None)
        if which is None:
            continue
        hard = resource.getrlimit(which)[1]
        value = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        try:
            resource.setrlimit(which, (value, value))
        except (ValueError, OSError):  # macOS refuses some of them; there isolation is "none" anyway
            if sys.platform == "linux":
                raise


def confine(system_calls: bytes, grants: list[list[str]] | None) -> bool:
    """Give up rights for good; return whether system calls are filtered now.

    system_calls: a seccomp program; grants: for Landlock, pairs ("read", "list" or "null", path); None for no Landlock
    Raises OSError if Landlock was asked for and can't confine this process. See landlock(7) and seccomp(2).
    """
    if not system_calls:
        return False
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)

    def call(*args: Any) -> int:
        result = int(libc.syscall(*args))
        if result < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return result

    set_no_new_privileges, set_seccomp, with_filter = 38, 22, 2
    libc.prctl(set_no_new_privileges, 1, 0, 0, 0)
    if grants is not None:
        write, read, listing = 2, 4, 8
        allowed = {"read": read | listing, "list": listing, "null": read | write}
        abi = call(444, None, 0, 1)
        every_right = (1 << (13, 14, 15, 15, 16)[min(abi, 5) - 1]) - 1
        network, scopes = (3 if abi >= 4 else 0), (3 if abi >= 6 else 0)
        handled = (ctypes.c_uint64 * 3)(every_right, network, scopes)
        rules = call(444, ctypes.byref(handled), ctypes.sizeof(handled) if abi >= 6 else 16 if abi >= 4 else 8, 0)
        for right, path in grants:
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
            rights = allowed[right] & (-1 if os.path.isdir(path) else ~listing)
            rule = ctypes.create_string_buffer(struct.pack("=Qi", rights, opened))
            call(445, rules, 1, ctypes.byref(rule), 0)
            os.close(opened)
        call(446, rules, 0)
        os.chdir("/")
        os.close(rules)
        nothing = ctypes.create_string_buffer(24)  # of the rights that root has
        call({"x86_64": 126, "aarch64": 91}[os.uname().machine], struct.pack("Ii", 0x20080522, 0), nothing)
    steps = ctypes.create_string_buffer(system_calls)
    program = struct.pack("HxxxxxxP", len(system_calls) // 8, ctypes.addressof(steps))
    failed = libc.prctl(set_seccomp, with_filter, program, 0, 0)
    if failed and grants is not None:
        raise OSError(ctypes.get_errno(), "system calls can't be filtered")
    return not failed


class OnlyNumpy:
    """Lets the student import NumPy from where it is installed, and nothing else from there."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != "numpy":
            return None
        from importlib.util import spec_from_file_location

        # Not by looking through the folder that it is in: that one is out of reach.
        where = f"{self.folder}/numpy"
        return spec_from_file_location(name, f"{where}/__init__.py", submodule_search_locations=[where])


class SeededRandom:
    """Lets the module random begin with the same seed in every process, whoever imports it first."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        if "random" in sys.modules:  # the driver needs it too
            self.begin(sys.modules["random"])

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != "random":
            return None
        from importlib.machinery import PathFinder

        spec: Any = PathFinder.find_spec(name)
        run = spec.loader.exec_module

        def run_and_begin(module: Any) -> None:
            run(module)
            self.begin(module)

        spec.loader.exec_module = run_and_begin
        return spec

    def begin(self, module: Any) -> None:
        plain, seed = module.Random, module.seed

        class Random(plain):  # type: ignore[misc, valid-type]
            def seed(self, a: Any = None, version: int = 2) -> None:
                super().seed(int.from_bytes(os.urandom(8), "big") if a is None else a, version)

        module.Random = Random
        module.seed = lambda a=None, version=2: seed(self.seed if a is None else a, version)
        module.seed()


def make_predictable(seed: int) -> None:
    """Let the same submission do the same every time: chance begins with seed, clocks go by a millisecond a look.

    Strings hash alike by PYTHONHASHSEED. What is left is the order of a set of objects that hash by address, and
    the date: datetime.now(), time.ctime().
    """
    import time

    sys.meta_path.insert(0, SeededRandom(seed))
    entropy: list[Any] = []

    def urandom(size: int) -> bytes:
        if not entropy:
            import random

            entropy.append(random.Random(seed))
        return bytes(entropy[0].randbytes(size))

    os.urandom = urandom
    looks = 0

    def now() -> int:
        nonlocal looks
        looks += 1
        return 1_700_000_000 * 10**9 + looks * 10**6

    for name in ("time", "perf_counter", "monotonic", "process_time", "thread_time"):
        setattr(time, name, lambda: now() / 1e9)
        setattr(time, f"{name}_ns", now)
    time.clock_gettime = lambda _: now() / 1e9
    time.clock_gettime_ns = lambda _: now()


def load(file: str, source: str, numpy: str) -> types.ModuleType:
    """Run the submission as a module and return it."""
    if numpy:
        sys.meta_path.append(OnlyNumpy(numpy))
    module = types.ModuleType("submission")
    module.__file__ = file
    sys.modules["submission"] = module  # dataclasses and pickle look their module up there
    exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)
    return module


def main() -> None:
    questions = os.fdopen(os.dup(0), "rb")
    replies = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)  # what C code prints is not kept

    def reply(message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(replies, data) :]

    limit_resources()
    wanted = json.loads(questions.readline())
    # A game tree is half a million objects that live long. With the default threshold the collector takes more
    # than half of the time of building it: 3.1 s instead of 1.5 s for the reference on the empty board.
    gc.set_threshold(500_000, 10, 10)
    driver: dict[str, Any] = {}
    sys.modules["graders.harness"] = sys.modules["__main__"]  # the driver imports its tools from here
    with open(sys.argv[1], encoding="utf-8") as text:
        exec(compile(text.read(), "driver.py", "exec"), driver)
    del sys.modules["graders.harness"]
    reply({"hello": True, "filtered": confine(bytes.fromhex(wanted["filter"]), wanted["landlock"])})
    os.dup2(nothing, 2)  # up to here it told why a process can't be started

    printed = Printed()
    sys.stdin = io.TextIOWrapper(io.BytesIO(b""))
    sys.stdout = sys.stderr = io.TextIOWrapper(printed, encoding="utf-8", errors="replace", write_through=True)

    question: dict[str, Any] = {}

    def ask_back(what: Any) -> Any:
        reply({"id": question["id"], "need": what})
        return json.loads(questions.readline())["give"]

    submission = json.loads(questions.readline())
    make_predictable(submission["seed"])
    file = submission["file"]
    module: Any = None
    outcome: dict[str, Any]
    try:
        module = Submission(load(file, submission["source"], submission["numpy"]), ask_back)
        outcome = {"loaded": True}
    except BaseException as error:  # SystemExit and KeyboardInterrupt too: whatever it is, the student is told
        outcome = {"error": describe(error, file)}
    reply({**outcome, "printed": printed.text()})

    for line in questions:
        question = json.loads(line)
        printed.clear()
        try:
            ask = driver.get("ask_" + question["ask"])
            if ask is None:
                raise LookupError(f"driver.py has no function ask_{question['ask']}")
            outcome = {"value": ask(module, *question["args"])}
        except BaseException as error:
            outcome = {"error": describe(error, file)}
        reply({"id": question["id"], **outcome, "printed": printed.text()})
    os._exit(0)  # the student's exit handlers have no business here


if __name__ == "__main__":
    main()
