"""A student's first visit to a site, and what can be refused or missing then."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.kit.browser.site import LISTED
from tests.browser.conftest import DONE, FULL, PLACE, READY, SAID, Server, open_reference
from tests.browser.test_wall import try_probes
from tests.driving import Browser

KEPT = """caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).length))).reduce((a, b) => a + b))"""

# Keeps what is said while Python starts, and how full the bar is then.
LISTEN = """addEventListener("DOMContentLoaded", () => {
    const place = document.querySelector("#starting"), bar = place?.querySelector("progress");
    const note = () => window.told.push([place.innerText.trim(), bar.value / bar.max]);
    window.told = [];
    if (place) new MutationObserver(note).observe(place, { subtree: true, childList: true, attributes: true });
})"""


@pytest.fixture
def server(root: Path) -> Iterator[Server]:
    """A server that a test may change, or stop; the browser keeps nothing of it but what the site has it keep."""
    server = Server(root)
    server.headers = {"Cache-Control": "no-store"}
    yield server
    server.stop()


@pytest.fixture
def browser(kind: str) -> Iterator[Browser]:
    """A browser that was never at the site."""
    browser = Browser(kind)
    browser(wide=1280)
    yield browser
    assert browser(errors=True) == []
    browser.close()


def wait_until_all_is_kept(browser: Browser, root: Path) -> None:
    """For a visit offline: the site's files, and two snapshots."""
    listed = json.loads((root / PLACE / LISTED).read_text("utf-8"))
    no_page = ("service-worker.js", "licenses.txt", ".gz", ".br")
    kept = [file for file in listed if not file.endswith(no_page)]
    browser(wait=f"({KEPT}).then((count) => count === {len(kept)} + 2)")


@pytest.mark.by_turns
def test_the_second_visit_is_offline_and_from_a_snapshot_and_needs_no_site_any_more(
    browser: Browser, server: Server, root: Path
) -> None:
    server.compresses = True
    browser(before=LISTEN)
    browser(open=server.address("minmax.html"))
    browser(wait=READY)
    assert browser(value="document.body.dataset.snapshot") == "false"
    told = browser(value="window.told")
    loading = [
        fill for text, fill in told if re.fullmatch(r"Loading Python: \S+ of 6\.\d MB", text)
    ]
    starting = [
        fill for text, fill in told if text.startswith("Starting Python, which takes longer")
    ]
    for fills in (loading, starting):  # the bar moves, and is never full while somebody waits
        assert len(fills) > 5
        assert fills == sorted(fills)
        assert fills[0] < fills[-1] < 1
    wait_until_all_is_kept(browser, root)
    server.stop()
    browser(reload=True)
    browser(wait=READY)
    assert browser(value="document.body.dataset.snapshot") == "true"
    browser(open=server.address("player.html"))
    browser(wait=READY)
    open_reference(browser, "player")
    browser(click="[data-click=grade]")
    browser(wait=FULL)
    browser(
        value="caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => 0)"
    )
    browser(click=".cm-content")
    browser(press="Control+End")
    browser(paste="\nimport os\nos._exit(1)\n")
    browser(click="[data-click=grade]")
    browser(wait=f"{DONE} && {SAID}.startsWith('0 of 10 points')")


@pytest.mark.by_turns
@pytest.mark.whole
def test_what_a_browser_refuses_is_said(browser: Browser, server: Server) -> None:
    server.missing = "service-worker.js"
    browser(open=server.address("minmax.html"))
    browser(
        wait="document.querySelector('#notes').innerText.includes('You can write and download your file all the same')"
    )
    assert "does not isolate the page" in browser.text(
        "#notes"
    ) or "refuses to keep" in browser.text("#notes")
    assert browser(value="document.querySelector('[data-click=grade]').disabled")
    assert not browser(value="document.querySelector('[data-click=download]').disabled")


@pytest.mark.whole  # the probes are those of test_wall.py, which runs by default
def test_without_a_service_worker_the_students_worker_is_shut_in_as_well(
    browser: Browser, server: Server, root: Path
) -> None:
    """A server that isolates its pages itself, at the first visit."""
    server.missing = "service-worker.js"
    server.headers = {
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
        **server.headers,
    }
    try_probes(browser, server, root)
    assert browser(value="navigator.serviceWorker.controller") is None
    assert set(browser(value="Object.values(window.probed)")) == {"refused"}
    browser(errors=True)


@pytest.mark.whole
def test_a_slow_network_and_a_full_disk_are_told(browser: Browser, server: Server) -> None:
    browser(open=server.address())
    browser(wait="navigator.serviceWorker.ready.then(() => true)")
    server.speed = 4_000_000
    full = "() => { throw new DOMException('full', 'QuotaExceededError'); }"
    browser(before=f"Storage.prototype.setItem = {full}")
    browser(open=server.address("minmax.html"))
    browser(
        wait="/Loading Python: [1-9][.0-9]* of 12[.0-9]* MB/.test(document.querySelector('#starting').innerText)"
    )
    assert browser(
        value="document.querySelector('.cm-content').innerText.includes('Begin')"
    )  # it can be written meanwhile
    browser(click=".cm-content")
    browser(press="a")
    browser(
        wait="document.querySelector('#notes').innerText.includes('its storage is full: download your file')"
    )
    browser(wait=READY)
    browser(click="[data-click=grade]")
    browser(wait=f"{DONE} && {SAID}.startsWith('0 of 10 points')")
    assert "Your score and your hints are not kept in this browser" in browser.text("#notes")
    first, second = "buildTree, hint 1 of 3", "buildTree, hint 2 of 3"
    for hint in (first, second):
        browser(click="#hints button")
        browser(wait=f"document.querySelector('#hints').innerText.includes('{hint}')")
