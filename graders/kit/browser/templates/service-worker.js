// Keeps the site in the browser, so that it starts fast and offline, and gives its pages the headers without which
// workers can't share memory. In the line above are the version of the site, and its files with the SHA-256 of each:
// what is kept is served only if it is what the site was made of, whoever may have written there.

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
  await Promise.all(ours.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
})()));

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const file = url.pathname.slice(new URL(registration.scope).pathname.length) || "index.html";
  event.respondWith(file.startsWith("app-") ? fromCache(file, request) : fromNetwork(file, request));
});

// A page that is ready asks for all that is not kept yet: then every exercise is there offline. It is told what was
// changed here since it was kept.
addEventListener("message", (event) => event.waitUntil((async () => {
  for (const file of Object.keys(SITE.files)) {
    if (!verified.has(file) && !(await kept(file))) {
      const response = await fetch(address(file), { cache: "no-cache" });
      if (!(await keep(file, response))) throw new Error(`the server has another ${file}, status ${response.status}`);
    }
  }
})()
  .catch((error) => event.source.postMessage({ notKept: String(error) }))
  .then(() => changed.size && event.source.postMessage({ changed: [...changed] }))
  .then(() => changed.clear())));

const verified = new Set(); // files that were kept as they should be when this worker looked last
const changed = new Set(); // files that were not

const address = (file) => registration.scope + file;

/** What never changes, since its folder is named after what is in it. */
async function fromCache(file, request) {
  const there = await kept(file);
  if (there) return isolated(there);
  const response = await fetch(request, changed.has(file) ? { cache: "reload" } : {});
  keep(file, response.clone()).catch(() => {}); // a full disk: the page is told by the rest
  return isolated(response);
}

/** A page, which its owner may have changed since. */
async function fromNetwork(file, request) {
  const fetched = fetch(request).then((response) => {
    keep(file, response.clone()).catch(() => {});
    return response;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    return isolated((await Promise.race([fetched, late])) ?? (await kept(file)) ?? (await fetched));
  } catch (error) {
    const response = await kept(file);
    if (response) return isolated(response);
    throw error;
  }
}

/** Return a file that was kept, undefined if there is none; one that was changed meanwhile is thrown away. */
async function kept(file) {
  verified.delete(file);
  let cache, response;
  try {
    cache = await caches.open(CACHE);
    response = await cache.match(address(file));
  } catch {
    return undefined; // storage is refused
  }
  if (!response) return undefined;
  const data = await response.arrayBuffer();
  if (await isOfTheSite(file, data)) {
    verified.add(file);
    return new Response(data, { headers: response.headers });
  }
  changed.add(file);
  await cache.delete(address(file));
  return undefined;
}

async function isOfTheSite(file, data) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  const text = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return text === SITE.files[file];
}

/** Keep a file and return true, if it is one that the site was made of: a page may be of a newer site. Throws if the disk is full. */
async function keep(file, response) {
  if (response.status !== 200) return false;
  const data = await response.arrayBuffer();
  if (!(await isOfTheSite(file, data))) return false;
  const cache = await caches.open(CACHE);
  await cache.put(address(file), new Response(data, { headers: response.headers }));
  return true;
}

function isolated(response) {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
