"""The student's file run as it is, and a prompt after it: the untrusted side of the page's console.

It runs in the student's worker, as harness.py does when a file is graded. console.js, at the other
ends of two pipes, sends a JSON object a line:

    a file to run, and a statement to run after it    {"run", "file", "then"}
    a line that was typed                             {"line"}
    that nobody will type what is waited for          {"stop": true}

and is told in the same way:

    what is printed                                   {"out"}
    that a line is waited for: "prompt" or "input"    {"ask", "prompt"}

What comes from here is a stranger's: console.js shows it as text, whatever it is.
"""

import builtins
import code
import io
import json
import linecache
import os
import sys
import traceback
import types
from collections.abc import Callable
from typing import Any

SHOWN = 64_000  # characters of what is printed at a time; the rest is counted
LINES = 2_000  # of them at most: a page takes long to lay out more
NOT_SHOWN = "\n... {all:,} characters in all, of which the first {shown:,} are shown\n"
EXITED = "\nYour code ended itself: SystemExit({code!r}).\n"
RUN_BY_A_PERSON = "__main__"
RUN_FOR_ITS_NAMES = "submission"


class Again(BaseException):
    """Another file is to be run: nothing that is waiting may catch it.

    Attributes:
        message: The one that says so.
    """

    def __init__(self, message: dict[str, Any]) -> None:
        super().__init__()
        self.message = message


class Page:
    """Whoever looks at the console, at the other ends of two pipes."""

    def __init__(self, messages: Any, replies: int) -> None:
        """Take the two pipes.

        Args:
            messages: A file, open for reading bytes.
            replies: The number of a descriptor, open for writing.
        """
        self._messages = messages
        self._replies = replies

    def tell(self, **message: str) -> None:
        data = json.dumps(message).encode() + b"\n"
        while data:
            written = os.write(self._replies, data)
            data = data[written:]

    def next_message(self) -> dict[str, Any]:
        """Wait for a message, and return it; without anybody there, end."""
        line = self._messages.readline()
        if not line:
            os._exit(0)
        message: dict[str, Any] = json.loads(line)
        return message

    def line(self, kind: str, prompt: str = "") -> str:
        """Ask for a line, and return it without its end.

        Args:
            kind: "prompt" for a statement, "input" for what the code asks for.
            prompt: What stands before the line.

        Raises:
            KeyboardInterrupt: Somebody has pressed Stop.
            Again: Another file is to be run.
        """
        self.tell(ask=kind, prompt=prompt)
        message = self.next_message()
        if "run" in message:
            raise Again(message)
        if "stop" in message:
            raise KeyboardInterrupt
        return str(message["line"])


class Screen(io.TextIOBase):
    """Standard output and errors: shows the beginning, counts the rest, so that a flood ends."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._size = self._shown = self._lines = 0  # characters; those that are shown, and lines

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        is_full = self._shown < self._size  # something was left out
        self._size += len(text)
        if not is_full:
            part = self._fitting(text)
            self._shown += len(part)
            self._lines += part.count("\n")
            if part:
                self._page.tell(out=part)
        return len(text)

    def _fitting(self, text: str) -> str:
        """Return as much of a text as there is room for."""
        room = SHOWN - self._shown
        lines = text[:room].split("\n")
        lines_left = LINES - self._lines
        return "\n".join(lines[: lines_left + 1])

    def begin_anew(self) -> None:
        """Say how much was not shown, and show what is printed from now on."""
        size, shown = self._size, self._shown
        self._size = self._shown = self._lines = 0
        if size > shown:
            self.write(NOT_SHOWN.format(all=size, shown=shown))
            self._size = self._shown = self._lines = 0


class Keyboard(io.TextIOBase):
    """Standard input: each line is asked for."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        return self._page.line("input") + "\n"


class Prompt(code.InteractiveConsole):
    """Runs a file, and then each statement that is typed, with the file's names."""

    def __init__(self, page: Page, compiler: Callable[..., Any]) -> None:
        """Make a prompt.

        Args:
            page: Where lines come from.
            compiler: What makes code of a file: compile, or what stands for it.
        """
        super().__init__()
        self._page = page
        self._compiler = compiler
        self._screen = Screen(page)
        self._keyboard = Keyboard(page)
        self._builtins = dict(vars(builtins))

    def write(self, data: str) -> None:
        self._screen.write(data)

    def begin(self, message: dict[str, Any]) -> None:
        """Run a file, and the statement that comes with it.

        What an earlier file has done to the names that all files have is undone.
        """
        vars(builtins).update(self._builtins)
        sys.stdin = self._keyboard
        sys.stdout = sys.stderr = self._screen
        self._screen.begin_anew()
        self.resetbuffer()
        name = RUN_BY_A_PERSON
        if message["then"]:
            name = RUN_FOR_ITS_NAMES
        file = str(message["file"])
        module = types.ModuleType(name)
        module.__file__ = file
        sys.modules[name] = module  # dataclasses and pickle look their module up there
        self.locals = vars(module)
        self._run_file(file, str(message["run"]))
        if message["then"]:
            self.write(f">>> {message['then']}\n")
            self.runsource(str(message["then"]))

    def _run_file(self, file: str, source: str) -> None:
        # For the lines in tracebacks.
        linecache.cache[file] = (len(source), None, source.splitlines(True), file)
        try:
            program = self._compiler(source, file, "exec", dont_inherit=True)
        except (SyntaxError, ValueError, OverflowError):
            self.showsyntaxerror(file)
            return
        self.runcode(program)

    def runcode(self, code: types.CodeType) -> None:
        """Run code; what it raises is shown, also an end of the whole program."""
        try:
            exec(code, self.locals)
        except Again:
            raise
        except SystemExit as end:
            self.write(EXITED.format(code=end.code))
        except BaseException:  # whatever it is, the student is told
            self.showtraceback()

    def showtraceback(self) -> None:
        """Show the exception that is handled now, without the frames of this file."""
        kind, error, trace = sys.exc_info()
        shown = traceback.TracebackException(kind, error, trace)  # type: ignore[arg-type]
        shown.stack[:] = [frame for frame in shown.stack if frame.filename != __file__]
        self.write("".join(shown.format()))

    def ask(self) -> None:
        """Ask for statements, for ever."""
        before_it = ">>> "
        while True:
            self._screen.begin_anew()
            try:
                is_begun = self.push(self._page.line("prompt", before_it))
            except KeyboardInterrupt:
                self.write("KeyboardInterrupt\n")
                self.resetbuffer()
                is_begun = False
            before_it = ">>> "
            if is_begun:
                before_it = "... "


def main(compiler: Callable[..., Any] = compile) -> None:
    """Run what comes over standard input, and tell over standard output what it does.

    Args:
        compiler: Makes code of the student's file, as compile does.
    """
    page = Page(os.fdopen(os.dup(0), "rb"), os.dup(1))
    prompt = Prompt(page, compiler)
    wanted: dict[str, Any] | None = page.next_message()
    while True:
        try:
            if wanted:
                message, wanted = wanted, None
                prompt.begin(message)
            prompt.ask()
        except Again as again:
            wanted = again.message
        except KeyboardInterrupt:
            pass  # it came between two statements: all names stay


if __name__ == "__main__":
    main()
