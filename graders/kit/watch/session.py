"""`gametree watch`: grades a file at each save, and shows one screen.

The process of the next run is started ahead of the save, so that nobody waits for it.
"""

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
from graders.kit.grading.submission import Submission, read, visible
from graders.kit.isolation.process import start
from graders.kit.isolation.protocol import IsolatedProcess
from graders.kit.progress import folder
from graders.kit.progress.hints import hint
from graders.kit.rendering.page import page, search_page
from graders.kit.rendering.terminal import paint, print_report
from graders.kit.report import Report, method_of
from graders.kit.trace.drawing import trace
from graders.kit.trace.run import recorded
from graders.kit.watch.keys import Keyboard
from graders.kit.watch.saves import Save, must_poll, saves
from graders.kit.watch.screen import View, plain, screen

RESIZED = "resized"
WAIT_SECONDS = 0.5  # for the next thing that happens; Ctrl-C is heard as soon on every system


class Session:
    """Files of one exercise that are watched."""

    def __init__(
        self,
        exercise: Exercise,
        files: Sequence[Path],
        terms: run.Terms,
        play: Callable[[Path], None],
        words: bool,
    ) -> None:
        """Set up a session; run() begins it.

        Args:
            exercise: what is graded.
            files: the files that are watched, one or more; the first one is graded first.
            terms: how they are graded.
            play: starts a game against a file.
            words: whether everything is told in words, and nothing is drawn.
        """
        self.exercise = exercise
        self.files = files
        self.terms = terms
        self._play = play
        self.words = words
        # Where there is no screen, a report is printed at each save.
        self.screen = sys.stdout.isatty() and not words
        self.file = files[0]
        self.view = View(visible(str(self.file)))
        # Saves, keys, a terminal that was resized, and why no saves can be seen any longer.
        self.happened: SimpleQueue[Save | str | Exception] = SimpleQueue()
        self._ready: IsolatedProcess | None = None  # for the next run
        self._pages = ""  # the folder of the page that is opened
        self._console = Console(highlight=False)

    def grade(self) -> None:
        """Grade the file that was saved last, and show the report."""
        view = self.view
        view.hint = ""
        view.problem = ""
        if self.screen:
            # This appears below what is shown: some exercises take seconds.
            self._console.print("Grading ...", style="dim")
        try:
            submission = read(self.file)
            report = run.grade(
                self.exercise.name, submission, self.terms, only=view.only, ready=self._take_ready()
            )
        except KitError as problem:
            view.problem = str(problem)  # what was there before stays to be seen
        else:
            self._take_report(report, submission)
        self.show(new=True)
        if self._ready is None:
            self._ready = start(self.exercise.driver)
            self._ready.ready()

    def _take_ready(self) -> IsolatedProcess | None:
        """Hand over the process that waits for this run; None if there is none that is alive."""
        process = self._ready
        self._ready = None
        if process is not None and not process.alive():
            process.close()
            return None
        return process

    def _take_report(self, report: Report, submission: Submission) -> None:
        """Make a report the one that is shown, and remember the score of a whole run."""
        view = self.view
        previous = view.report
        if previous is not None and len(previous.checks) == len(report.checks):
            view.before = previous
        else:
            view.before = None  # there was no run before, or not one of the same checks
        view.report = report
        view.submission = submission
        view.where = visible(str(self.file))
        view.shown = 0
        if not view.only:
            view.problem = folder.note(self.file, self.exercise, report)

    def show(self, new: bool = False) -> None:
        """Show what there is.

        Args:
            new: whether the report is another one than before: without a screen, which could be
                cleared, the same report is not printed twice.
        """
        view = self.view
        if self.screen:
            self._console.clear()
            paint(self._console, screen(view, keys=True))
        elif self.words:
            print(*plain(view), sep="\n", flush=True)
        elif new and view.report is not None and not view.problem:
            print_report(view.report)
            sys.stdout.flush()
        else:
            sentences = [sentence for sentence in (view.problem, view.told) if sentence]
            if sentences:
                print(*sentences, sep="\n", flush=True)

    def press(self, key: str) -> bool:
        """Do what a key stands for; return whether to go on."""
        view = self.view
        check = view.check
        view.told = ""
        match key.lower():
            case "q":
                return False
            case "r":
                self.grade()
                return True
            case "n":
                view.shown += 1
                view.hint = ""
            case "c" if view.only:
                view.only = ""
                self.grade()
                return True
            case "c" if check is not None:
                view.only = check.name
                self.grade()
                return True
            case "h" if check is not None:
                view.hint = self._hint(method_of(check.name))
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

    def _hint(self, method: str) -> str:
        """Return the next hint for a method, or why there is none."""
        memory = folder.of_file(self.file, self.exercise)
        try:
            return hint(self.exercise, memory, method)
        except KitError as reason:
            return str(reason)

    def _step(self, check: str) -> None:
        """Open a search to be stepped through: one that a check lost its points for, if any."""
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
            if not self._pages:
                # This folder stays after the session, since the browser shows what is in it.
                self._pages = tempfile.mkdtemp(prefix="gametree-")
            path = Path(self._pages, f"{self.exercise.name}.html")
            path.write_text(text, "utf-8")
            self.view.told = ""
            if not webbrowser.open(path.as_uri()):
                self.view.told = f"No browser could be opened here. The page is {path}"
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
        """Watch until q is pressed, or Ctrl-C, or the end of standard output.

        Args:
            poll: whether to look for saves again and again, instead of waiting for events.

        Raises:
            KitError: the files can't be watched.
        """
        stop = Event()
        watcher = Thread(target=self._watch, args=(poll or must_poll(), stop), daemon=True)
        watcher.start()
        with ExitStack() as until:
            until.callback(self.close)
            until.callback(stop.set)
            if self.screen and sys.stdin.isatty():
                self._keys = until.enter_context(Keyboard(self.happened.put))
                until.enter_context(_resizes(self.happened))
            if self.screen:
                self.show()
            self.grade()
            while self._respond(self._next_event()):
                pass

    def _watch(self, poll: bool, stop: Event) -> None:
        """Put each save where run() finds it, or else why no saves can be seen any longer."""
        try:
            for save in saves(self.files, poll, stop):
                self.happened.put(save)
        except (OSError, RuntimeError) as error:
            self.happened.put(error)

    def _next_event(self) -> Save | str | Exception:
        """Wait for the next thing that happens."""
        while True:
            try:
                return self.happened.get(timeout=WAIT_SECONDS)
            except Empty:
                continue  # each time Ctrl-C is heard

    def _respond(self, event: Save | str | Exception) -> bool:
        """Do what something that has happened asks for; return whether to go on."""
        if isinstance(event, Exception):
            raise KitError(f"The file can't be watched here: {event}. Use gametree grade.")
        if isinstance(event, Save):
            self.saved(event)
            return True
        if event == RESIZED:
            self.show()
            return True
        return self.press(event)

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
