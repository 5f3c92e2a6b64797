"""What a student's file can reach in a browser: its own worker, and nothing that outlives it."""

import json
import re
from pathlib import Path

import pytest

from graders.kit.browser import assets
from graders.kit.catalog import Exercise
from tests.browser.conftest import DONE, PLACE, READY, SAID, Server
from tests.browser.test_verdicts import GRADED
from tests.driving import Browser

PROBES = Path(__file__).with_name("probes.js")
# Has the page fetch the student's worker with something more at its end, and hear what that tells.
APPENDED = """
const plainFetch = window.fetch;
window.fetch = async (what, ...how) => {
    const response = await plainFetch(what, ...how);
    return String(what).endsWith("student.js") ? new Response(await response.text() + %s) : response;
};
window.probes = new BroadcastChannel("probes"); // kept: what nothing refers to may be collected
window.probes.onmessage = ({ data }) => {
    if (data.at) window.probedAt = data.at;
    else window.probed = data;
};
"""
STORED = """(async () => {
    const found = { cookies: document.cookie, session: Object.keys(sessionStorage) };
    found.keys = Object.keys(localStorage).filter((key) => !key.startsWith("gametree "));
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
# What a student's file may do: look for JavaScript wherever Python knows some, and use it. It prints what got through,
# and is right otherwise: a check that is lost would be asked again, in processes that do all this once more.
THEFT = """
import gc, time
def is_javascript(one):  # JsProxy, JsArray, JsDomElement ...
    return type(one).__name__.startswith("Js") and type(one).__module__ == "pyodide.ffi" and hasattr(type(one), "js_id")
gc.unfreeze()
met, todo, proxies = set(), gc.get_objects(), []
while todo:  # all that anything refers to
    one = todo.pop()
    if id(one) in met:
        continue
    met.add(id(one))
    todo += gc.get_referents(one)
    if is_javascript(one):
        proxies.append(one)
WANTED = ("eval", "caches", "indexedDB", "fetch", "Worker", "postMessage", "importScripts", "Atomics", "storage")
through, end = [], time.monotonic() + 0.25  # a thousand looks at the clock
met, todo = set(), [*proxies]
while todo and time.monotonic() < end:  # all that JavaScript's objects have, and what it is made by
    one = todo.pop(0)
    names = {*WANTED, "constructor", "__proto__"}
    try:
        number = one.js_id
        names |= {*dir(one)}
    except Exception:
        number = id(one)  # an object that says nothing of itself
    if number in met:
        continue
    met.add(number)
    for name in names:
        try:
            value = getattr(one, name, None)
        except Exception:
            continue
        if is_javascript(value):
            todo.append(value)
            if name in WANTED:
                through.append(f"{name} of {number}")
def attempt(name, what):
    try:
        came_to = what()
    except BaseException:
        return
    through.append(f"{name}: {came_to}")
for one in proxies:
    attempt("constructor", lambda: one.constructor.constructor("return 1")())
    attempt("constructor of a method", lambda: one.toString.constructor("return 1")())
    attempt("package", lambda: one.loadPackage("x.whl") and 1 / 0)
    attempt("the module js", lambda: one.runPython("import js; js.Atomics"))
for name in ("js", "pyodide_js"):
    attempt(name, lambda: __import__(name))
print(f"{len(proxies)} proxies, {len(met)} objects, through: {through}")
"""
# What alone.js leaves, apart from the language.
OF_THE_BROWSER = {
    "TextDecoder",
    "TextEncoder",
    "clearTimeout",
    "console",
    "crypto",
    "navigator",
    "performance",
    "self",
}
OF_THE_BROWSER |= {"setTimeout", "Function"}  # the latter makes nothing of a text
SNAPSHOTS = """caches.keys().then((names) => caches.open(names.find((name) => name.startsWith("gametree-snapshots"))))
    .then(async (cache) => Promise.all((await cache.matchAll()).map(async (one) => (await one.blob()).size)))"""
PAGES = 3  # on which the probes are tried, until one worker has come to their end
ALL_TRIED = """new Promise((done) => {
    setInterval(() => window.probed && done(true), 50);
    setTimeout(() => done(false), 40_000);
})"""
# By then the messages that were forged have come, too.
FORGED_COME = "new Promise((done) => setTimeout(done, 1500))"
# The report on a file; null if there comes none.
REPORT = """Promise.race([(%s)(%s, "minmax.py"), new Promise((done) => setInterval(
    () => /^Python can't/.test(document.querySelector("#status").innerText) && done(null), 100))])"""
NOTES = "[...document.querySelectorAll('#notes p:not([hidden])')].map((one) => one.textContent)"


def language() -> list[str]:
    """Return what alone.js holds to be JavaScript's own."""
    text = (assets.SCRIPTS / "alone.js").read_text("utf-8")
    return re.findall(r'"(\w+)"', text.partition("LANGUAGE = new Set([")[2].partition("];")[0])


def append(browser: Browser, root: Path, script: str) -> None:
    """Have pages that are opened from now on run a script more in the student's worker."""
    (app,) = (path.name for path in (root / PLACE).glob("app-*"))
    script = script.replace("PLACE", f"/{PLACE}").replace("APP_FOLDER", app)
    script = script.replace("ALLOWED_NAMES", json.dumps([*language(), *OF_THE_BROWSER]))
    browser(before=APPENDED % json.dumps(script))


def open_page(browser: Browser, server: Server) -> None:
    browser(open=server.address("minmax.html"))
    browser(wait=READY)


def try_probes(browser: Browser, server: Server, root: Path) -> None:
    """Open a page whose student's worker tries all probes, and wait until it has.

    In Firefox on a busy machine about one in twenty workers never returns from `new Worker`, which
    is refused to it. Then all is tried again on a fresh page.
    """
    append(browser, root, PROBES.read_text("utf-8"))
    for _ in range(PAGES):
        open_page(browser, server)
        if browser(value=ALL_TRIED):
            return
    pytest.fail(f"the worker hangs each time, last in: {browser(value='window.probedAt')}")


def test_what_gets_at_any_javascript_stays_in_the_worker(
    browser: Browser, server: Server, root: Path
) -> None:
    assert not {*language()} & {"eval", "Function", "caches", "fetch", "Worker"}
    try_probes(browser, server, root)
    browser(value=FORGED_COME)
    found = browser(value="window.probed")
    assert len(found) > 60
    said = "Policy", "establish a connection"  # by Firefox, of what it refuses
    assert [
        error for error in browser(errors=True) if not any(text in error for text in said)
    ] == []
    assert f"/{PLACE}" not in server.asked  # no probe came as far as that
    assert {name: came_to for name, came_to in found.items() if came_to != "refused"} == {}
    assert browser(value=NOTES) == []
    stored = browser(value=STORED)
    others = {
        name: value for name, value in stored.items() if name not in ("caches", "workers") and value
    }
    assert others == {}
    assert stored["workers"] == [server.address("service-worker.js")]
    assert {name.split()[0] for name in stored["caches"]} == {"gametree", "gametree-snapshots"}
    assert min(browser(value=SNAPSHOTS)) > 1_000_000  # none is the one that was forged
    browser(wait=DONE)


@pytest.mark.by_turns
@pytest.mark.whole
def test_what_a_file_finds_by_the_collector_lets_it_out_of_nothing(
    browser: Browser, server: Server
) -> None:
    open_page(browser, server)
    browser(wait=f"{STORED}.then((found) => Object.keys(found.caches).length > 5)")
    before = browser(value=STORED)
    reference = Exercise("minmax").reference.read_text("utf-8").partition("\nif __name__ ==")[0]
    report = browser(value=REPORT % (GRADED, json.dumps(reference + THEFT)))
    found = r"[1-9]\d* proxies, \d\d+ objects, through: \[\]"
    *_, told = report["printed"].splitlines()
    assert re.fullmatch(found, told), told
    browser(reload=True)
    browser(wait=READY)
    assert browser(value=NOTES) == []
    after = browser(value=STORED)
    assert {**after, "caches": {}} == {**before, "caches": {}}
    assert {
        name: digest
        for name, digest in after["caches"].items()
        if before["caches"].get(name, digest) != digest
    } == {}


@pytest.mark.by_turns
@pytest.mark.whole
def test_a_file_that_was_changed_in_the_cache_is_fetched_anew_and_said(
    browser: Browser, server: Server
) -> None:
    """As if a script of a stranger's had got at the cache all the same."""
    open_page(browser, server)
    browser(
        wait=f"{STORED}.then((found) => Object.keys(found.caches).some((name) => name.endsWith('/minmax.html')))"
    )
    changed = """(async () => {
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) {
                if (!/exercise\\.js$|minmax\\.html$/.test(request.url)) continue;
                const text = await (await cache.match(request)).text();
                const headers = { "content-type": request.url.endsWith("js") ? "text/javascript" : "text/html" };
                const more = request.url.endsWith("js") ? ";window.struck = 1;" : "<script>window.struck = 1</script>";
                await cache.put(request, new Response(text + more, { headers }));
            }
        }
    })()"""
    browser(value=changed)
    browser(reload=True)
    browser(wait=READY)
    browser(
        wait=f"{NOTES}.some((note) => /Something had changed .*exercise.js.* The site's own was fetched/.test(note))"
    )
    assert browser(value="window.struck ?? 0") == 0
    browser(reload=True)
    browser(wait=READY)
    assert browser(value="window.struck ?? 0") == 0
    assert browser(value=NOTES) == []


@pytest.mark.by_turns
@pytest.mark.parametrize("after", [0, pytest.param(6, marks=pytest.mark.whole)])
def test_pipes_that_the_student_has_spoilt_cost_the_checks_and_no_more(
    after: int, browser: Browser, server: Server, root: Path
) -> None:
    """Both pipes are in memory that the student's worker can write to as it likes.

    Args:
        after: How many calls later the pipes are spoilt; the file is loaded then.
    """
    spoil = """
        const plain = Atomics.notify;
        let calls = 0;
        Atomics.notify = (head, ...how) => {
            if ((calls += 1) > %d) head.set([0x7fffffff, 5, 0, 3]);
            return plain(head, ...how);
        };
    """
    append(browser, root, spoil % after)
    open_page(browser, server)
    browser(value=REPORT % (GRADED, json.dumps(Exercise("minmax").reference.read_text("utf-8"))))
    said = (
        "0 of 10 points."
        if after
        else "Python can't be started once more: reload the page. Your text is kept."
    )
    assert browser(value=SAID).startswith(said)
    assert browser(value=NOTES) == []
