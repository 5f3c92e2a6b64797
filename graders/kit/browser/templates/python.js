// Starts Python in a worker: from a snapshot of its memory, which an earlier visit has made, or from the beginning.

import createPyodideModule from "./pyodide/pyodide.asm.js";
import { loadPyodide } from "./pyodide/pyodide.js";

const PAGE = 65536; // bytes of WebAssembly's memory
const CACHE = `gametree-snapshots ${new URL("../", import.meta.url).href}`; // of this site: there may be others at its host
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

/**
 * Return Pyodide.
 *
 * wasm: the compiled module, which all workers share; stdlib: the address of Python's library
 * snapshot: a blob, or undefined, and then one can be made; env: environment variables
 */
export async function startPython({ wasm, stdlib, snapshot, env }) {
  const options = { createPyodideModule, indexURL: new URL("./pyodide/", import.meta.url).href, stdLibURL: stdlib, env, lockFileContents: NO_PACKAGES };
  const plainFetch = self.fetch, bytes = snapshot && new Uint8Array(await snapshot.arrayBuffer());
  // The module is here: it is not fetched once more, and its memory has to hold the snapshot.
  self.fetch = (what, ...how) => String(what).endsWith(".wasm") ? Promise.resolve(new Response()) : plainFetch(what, ...how);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(wasm, imports);
    const memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
    const lack = (bytes?.length ?? 0) - memory.buffer.byteLength;
    if (lack > 0) memory.grow(Math.ceil(lack / PAGE));
    return { instance, module: wasm };
  };
  try {
    return await loadPyodide(bytes ? { ...options, _loadSnapshot: bytes } : { ...options, _makeSnapshot: true });
  } finally {
    self.fetch = plainFetch;
    bytes?.buffer.transfer(0); // Python has copied it: give it back now, and not when it happens to be collected
  }
}

/** Return what can be kept of a memory: a blob, which the browser holds elsewhere than in the page's process. */
export function snapshotOf(python) {
  const made = python.makeMemorySnapshot(), blob = new Blob([made]);
  made.buffer.transfer(0);
  return blob;
}

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
