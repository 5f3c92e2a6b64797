"""`gametree watch`: grades a file at each save, in a process that stays warm, and shows one screen."""

import signal
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread

from rich.console import Console

from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from graders.kit.grading import run
from graders.kit.grading.submission import read, visible
from graders.kit.isolation.process import Process
from graders.kit.rendering.page import page, search_page
from graders.kit.rendering.terminal import paint, print_report
from graders.kit.report import method_of
from graders.kit.trace.drawing import trace
from graders.kit.trace.run import recorded
from graders.kit.watch import folder
from graders.kit.watch.hints import hint
from graders.kit.watch.keys import Keyboard
from graders.kit.watch.saves import Save, must_poll, saves
from graders.kit.watch.screen import View, plain, screen

RESIZED = "resized"
WAIT_SECONDS = 0.5  # for the next thing that happens; Ctrl-C is heard as soon on every system


class Session:
    """Files of one exercise that are watched. play: starts a game against a file; words: whether nothing is drawn"""

    def __init__(
        self,
        exercise: Exercise,
        files: Sequence[Path],
        terms: run.Terms,
        play: Callable[[Path], None],
        words: bool,
    ) -> None:
        self.exercise, self.files, self.terms, self._play = exercise, files, terms, play
        self.words = words
        self.screen = sys.stdout.isatty() and not words  # else a report a save
        self.file = files[0]
        self.view = View(visible(str(self.file)))
        # Saves, keys, a terminal that was resized, and why no saves can be seen any longer.
        self.happened: SimpleQueue[Save | str | Exception] = SimpleQueue()
        self._ready: Process | None = None  # for the next run
        self._pages = ""  # the folder of the page that is opened
        self._console = Console(highlight=False)

    def grade(self) -> None:
        """Grade the file that was saved last, and show the report."""
        view, before = self.view, self.view.report
        view.hint = view.problem = ""
        if self.screen:
            self._console.print(
                "Grading ...", style="dim"
            )  # below what is shown; some exercises take seconds
        try:
            submission = read(self.file)
            ready, self._ready = self._ready, None
            if ready is not None and not ready.alive():
                ready.close()
                ready = None
            report = run.grade(
                self.exercise.name, submission, self.terms, only=view.only, ready=ready
            )
        except KitError as problem:
            view.problem = str(problem)  # what was there before stays to be seen
        else:
            view.report, view.submission, view.where, view.shown = (
                report,
                submission,
                visible(str(self.file)),
                0,
            )
            view.before = (
                before if before is not None and len(before.checks) == len(report.checks) else None
            )
            if not view.only:
                view.problem = folder.note(self.file, self.exercise, report)
        self.show(new=True)
        if self._ready is None:
            self._ready = Process(self.exercise.driver)
            self._ready.ready()

    def show(self, new: bool = False) -> None:
        """Show what there is. new: whether it is another report than before, for where no screen can be cleared"""
        if self.screen:
            self._console.clear()
            paint(self._console, screen(self.view, keys=True))
        elif self.words:
            print(*plain(self.view), sep="\n", flush=True)
        elif new and self.view.report is not None and not self.view.problem:
            print_report(self.view.report)
            sys.stdout.flush()
        elif told := [*filter(None, (self.view.problem, self.view.told))]:
            print(*told, sep="\n", flush=True)

    def press(self, key: str) -> bool:
        """Do what a key stands for; return whether to go on."""
        view, check = self.view, self.view.check
        view.told = ""
        match key.lower():
            case "q":
                return False
            case "r":
                self.grade()
                return True
            case "n":
                view.shown, view.hint = view.shown + 1, ""
            case "c" if view.only or check is not None:
                view.only = "" if view.only or check is None else check.name
                self.grade()
                return True
            case "h" if check is not None:
                known = folder.of_file(self.file, self.exercise)
                try:
                    view.hint = hint(self.exercise, known, method_of(check.name))
                except KitError as none:
                    view.hint = str(none)
            case "o" if view.report is not None:
                self._open(page(view.report, show_seed=True))
            case "s" if check is not None:
                self._step(check.name)
            case "p":
                self._play_game()
            case _:
                return True
        self.show()
        return True

    def _step(self, check: str) -> None:
        """Open the search that a check lost its points for, or another one of the file's, to be stepped through."""
        try:
            submission = read(self.file)
            recording = recorded(self.exercise, submission, self.terms, only=check)
        except KitError as problem:
            self.view.told = str(problem)
        else:
            shown = trace(recording, submission, alone=True)
            self._open(search_page(self.exercise.name, submission.file, shown, predict=False))

    def _open(self, text: str) -> None:
        """Open a page, in the browser if there is one."""
        try:
            self._pages = self._pages or tempfile.mkdtemp(
                prefix="gametree-"
            )  # it stays: the browser shows it
            path = Path(self._pages, f"{self.exercise.name}.html")
            path.write_text(text, "utf-8")
            opened = webbrowser.open(path.as_uri())
            self.view.told = (
                "" if opened else f"No browser could be opened here. The page is {path}"
            )
        except OSError as error:
            self.view.told = f"The page can't be written: {error.strerror}."

    def _play_game(self) -> None:
        self._console.clear()
        self._keys.__exit__()
        try:
            self._play(self.file)
            input("Enter goes on watching. ")
        except KitError as problem:
            self.view.told = str(problem)
        except (KeyboardInterrupt, EOFError):
            pass  # that ended the game, not the session
        finally:
            self._keys.__enter__()

    def saved(self, save: Save) -> None:
        """Grade what was saved, or tell what there is to tell."""
        if save.path is None:
            self.view.told = save.told
            self.show()
        elif save.there:
            self.file = save.path
            self.grade()
        elif save.path == self.file:
            self.view.problem = f"{save.path} is gone; it is graded as soon as it is back."
            self.show()

    def run(self, poll: bool) -> None:
        """Watch until q is pressed, or Ctrl-C, or the end of standard output."""
        stop = Event()

        def watch() -> None:
            try:
                for save in saves(self.files, poll or must_poll(), stop):
                    self.happened.put(save)
            except (OSError, RuntimeError) as error:
                self.happened.put(error)

        Thread(target=watch, daemon=True).start()
        with ExitStack() as until:
            until.callback(self.close)
            until.callback(stop.set)
            if self.screen and sys.stdin.isatty():
                self._keys = until.enter_context(Keyboard(self.happened.put))
                until.enter_context(_resizes(self.happened))
            if self.screen:
                self.show()
            self.grade()
            while True:
                try:
                    event = self.happened.get(timeout=WAIT_SECONDS)
                except Empty:
                    continue
                if isinstance(event, Exception):
                    raise KitError(f"The file can't be watched here: {event}. Use gametree grade.")
                if isinstance(event, Save):
                    self.saved(event)
                elif event == RESIZED:
                    self.show()
                elif not self.press(event):
                    return

    def close(self) -> None:
        if self._ready is not None:
            self._ready.close()


@contextmanager
def _resizes(happened: SimpleQueue[Save | str | Exception]) -> Iterator[None]:
    """Tell when the terminal has another size, on systems that tell it."""
    number = getattr(signal, "SIGWINCH", None)
    if number is None:
        yield
        return
    before = signal.signal(number, lambda *_: happened.put(RESIZED))
    try:
        yield
    finally:
        signal.signal(number, before)
