// Snapshots of Python's memory, which the browser keeps for later visits. The page and the grader keep them; the
// student's worker can't: nothing that it does outlives it.

const CACHE = `gametree-snapshots ${new URL("../", import.meta.url).href}`; // of this site: there may be others at its host

/** Return a snapshot that was kept; undefined if there is none. */
export async function keptSnapshot(name) {
  return (await (await caches.open(CACHE)).match(name))?.blob();
}

/** Keep a snapshot for later visits, and none of an older version. */
export async function keepSnapshot(name, snapshot) {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (!request.url.includes(name.split("?")[0])) await cache.delete(request);
  }
  await cache.put(name, new Response(snapshot));
}
