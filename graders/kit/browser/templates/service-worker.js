// Keeps the site in the browser, so that it starts fast and offline, and gives its pages the headers without which
// workers can't share memory. In the line above are the version of the site and its files.

const CACHE = `gametree ${registration.scope} ${SITE.version}`;
const PATIENCE = 4000; // milliseconds, after which a page comes from the cache although a network is there
const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => event.waitUntil((async () => {
  const ours = (await caches.keys()).filter((name) => name.startsWith(`gametree ${registration.scope} `));
  const older = ours.filter((name) => name !== CACHE).slice(0, -1); // pages of the last version may be open still
  await Promise.all(older.map((name) => caches.delete(name)));
  await clients.claim();
})()));

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const name = registration.scope + (url.pathname.slice(new URL(registration.scope).pathname.length) || "index.html");
  event.respondWith(name.startsWith(`${registration.scope}app-`) ? fromCache(name, request) : fromNetwork(name, request));
});

// A page asks for all that is not kept yet: then every exercise is there offline.
addEventListener("message", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  for (const file of SITE.files) {
    const name = registration.scope + file;
    if (!(await cache.match(name))) await cache.add(name);
  }
})().catch((error) => event.source.postMessage({ notKept: String(error) }))));

/** What never changes, since its folder is named after what is in it. */
async function fromCache(name, request) {
  const there = await caches.match(name).catch(() => undefined); // in any version: storage may be refused
  return isolated(there ?? keep(name, await fetch(request)));
}

/** A page, which its owner may have changed since. */
async function fromNetwork(name, request) {
  const fetched = fetch(request).then((response) => keep(name, response));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    return isolated((await Promise.race([fetched, late])) ?? (await kept(name)) ?? (await fetched));
  } catch (error) {
    const response = await kept(name);
    if (response) return isolated(response);
    throw error;
  }
}

const kept = (name) => caches.open(CACHE).then((cache) => cache.match(name)).catch(() => undefined); // storage is refused

function keep(name, response) {
  if (response.status === 200) {
    const copy = response.clone();
    caches.open(CACHE).then((cache) => cache.put(name, copy)).catch(() => {}); // a full disk: the page is told by the rest
  }
  return response;
}

function isolated(response) {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
