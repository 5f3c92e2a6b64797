"""A site, a plain static server for it, and browsers that look at it."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from graders.kit.browser import assets, site
from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from tests.driving import Browser

PLACE = "some/place/"  # the site's path on its server
READY = "document.body.dataset.ready"
DONE = "!document.body.classList.contains('working')"
PART = 1 << 16  # bytes
SAID = "document.querySelector('#status').innerText"
LEFT = "A ServiceWorker intercepted the request"  # what Firefox says of a load when its page is left meanwhile
FULL = f"{DONE} && {SAID}.startsWith('10 of 10 points')"


def open_reference(browser: Browser, exercise: str) -> None:
    browser(upload=["#file", str(Exercise(exercise).reference)])
    browser(wait="!document.querySelector('.cm-content').innerText.includes('NotImplementedError')")


@pytest.fixture(scope="session")
def node_modules() -> Path:
    try:
        return assets.modules(None)
    except KitError as problem:
        pytest.skip(f"nothing to make a site of here: {problem}")


@pytest.fixture(scope="session")
def root(node_modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the server serves: the site in a folder of a folder."""
    folder = tmp_path_factory.mktemp("root")
    site.write(
        folder / PLACE, [], node_modules, "{exercise}.py", "Upload it under Week 3.", copies=True
    )
    return folder


class Server(ThreadingHTTPServer):
    """A static server.

    Attributes:
        speed: How many bytes it sends a second, 0 for as many as it can.
        compresses: Whether it sends the compressed copies of files, where there are some.
        missing: What it does not have: a part of a path, "" if it has all.
        headers: Those that it sends besides the usual ones.
        asked: The paths that it was asked for.
    """

    daemon_threads = True
    speed = 0
    compresses = False
    missing = ""
    headers: Mapping[str, str] = MappingProxyType({})

    def __init__(self, root: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(root)))
        self.asked: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def address(self, page: str = "index.html") -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/{PLACE}{page}"

    def stop(self) -> None:
        self.shutdown()
        self.server_close()


class Handler(SimpleHTTPRequestHandler):
    server: Server
    packed = False

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.server.missing and self.server.missing in self.path:
            return self.send_error(404)
        return super().do_GET()

    def translate_path(self, path: str) -> str:
        found = super().translate_path(path)
        self.packed = self.server.compresses and Path(f"{found}.gz").exists()
        return f"{found}.gz" if self.packed else found

    def guess_type(self, path: Any) -> str:
        return super().guess_type(str(path).removesuffix(".gz"))

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while data := source.read(PART):
            outputfile.write(data)
            if self.server.speed:
                time.sleep(len(data) / self.server.speed)

    def end_headers(self) -> None:
        if self.packed:
            self.send_header("Content-Encoding", "gzip")
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="session")
def server(root: Path) -> Iterator[Server]:
    server = Server(root)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def used(kind: str) -> Iterator[Browser]:
    """A browser that many tests use: it knows the site."""
    browser = Browser(kind)
    yield browser
    browser.close()


@pytest.fixture
def browser(used: Browser, server: Server) -> Iterator[Browser]:
    """A browser with one tab, at the start page, in which nothing was written yet."""
    used(alone=True)
    used(wide=1280)
    used(open=server.address())
    used(value="localStorage.clear()")
    yield used
    assert [error for error in used(errors=True) if LEFT not in error] == []


@pytest.fixture
def at(browser: Browser, server: Server) -> Callable[[str], Browser]:
    """Opens the page of an exercise, and waits until Python is ready."""

    def go(exercise: str) -> Browser:
        browser(open=server.address(f"{exercise}.html"))
        browser(wait=READY)
        return browser

    return go
