"""What a student's file can reach in a browser: its own worker, and nothing that outlives it."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graders.kit.browser import assets
from graders.kit.catalog import Exercise
from tests.browser.conftest import DONE, PLACE, READY, Server
from tests.browser.test_verdicts import GRADED
from tests.driving import Browser

HERE = Path(__file__).parent
# Has the page fetch the student's worker with something more at its end, and hear what that tells.
APPENDED = """
const plainFetch = window.fetch;
window.fetch = async (what, ...how) => {
    const response = await plainFetch(what, ...how);
    return String(what).endsWith("student.js") ? new Response(await response.text() + %s) : response;
};
window.probed = new Promise((done) => { new BroadcastChannel("probes").onmessage = ({ data }) => done(data); });
"""
STORED = """(async () => {
    const found = { keys: Object.keys(localStorage).filter((key) => !key.startsWith("gametree ")), cookies: document.cookie };
    found.session = Object.keys(sessionStorage);
    found.databases = (await indexedDB.databases()).map((one) => one.name);
    found.files = await Array.fromAsync((await navigator.storage.getDirectory()).keys());
    found.workers = (await navigator.serviceWorker.getRegistrations()).map((one) => one.active.scriptURL);
    found.caches = {};
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const data = await (await cache.match(request)).arrayBuffer();
            const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
            found.caches[`${name} ${request.url}`] = digest.toHex?.() ?? [...digest].join();
        }
    }
    return found;
})()"""
OF_THE_BROWSER = {"TextDecoder", "TextEncoder", "clearTimeout", "console", "crypto", "navigator", "performance", "self"}
OF_THE_BROWSER |= {"setTimeout"}
NOTES = "[...document.querySelectorAll('#notes p:not([hidden])')].map((one) => one.textContent)"


def language() -> list[str]:
    """Return what alone.js holds to be JavaScript's own."""
    text = (assets.SCRIPTS / "alone.js").read_text("utf-8")
    return re.findall(r'"(\w+)"', text.partition("LANGUAGE = new Set([")[2].partition("];")[0])


def with_probes(browser: Browser, server: Server, root: Path, script: str) -> None:
    """Open a page whose student's worker has a script more."""
    (app,) = (path.name for path in (root / PLACE).glob("app-*"))
    script = script.replace("PLACE", f"/{PLACE}").replace("APP_FOLDER", app)
    script = script.replace("ALLOWED_NAMES", json.dumps([*language(), *OF_THE_BROWSER]))
    browser(before=APPENDED % json.dumps(script))
    browser(open=server.address("minmax.html"))
    browser(wait=READY)


def test_what_gets_at_any_javascript_stays_in_the_worker(browser: Browser, server: Server, root: Path) -> None:
    assert not {*language()} & {"eval", "Function", "caches", "fetch", "Worker"}
    with_probes(browser, server, root, (HERE / "probes.js").read_text("utf-8"))
    found = browser(value="window.probed")
    assert len(found) > 60
    assert {name: came_to for name, came_to in found.items() if came_to != "refused"} == {}
    assert browser(value=NOTES) == []
    stored = browser(value=STORED)
    others = {name: value for name, value in stored.items() if name not in ("caches", "workers") and value}
    assert others == {}
    assert stored["workers"] == [server.address("service-worker.js")]
    assert {name.split()[0] for name in stored["caches"]} == {"gametree", "gametree-snapshots"}
