// Starts Python in a worker: from a snapshot of its memory, which an earlier visit has made, or from the beginning.

import createPyodideModule from "./pyodide/pyodide.asm.js";
import { loadPyodide } from "./pyodide/pyodide.js";

const PAGE = 65536; // bytes of WebAssembly's memory
const CACHE = "gametree-snapshots";
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

/**
 * Return Pyodide, and why it was not started from a snapshot, "" if it was.
 *
 * wasm: the compiled module, which all workers share; stdlib: the address of Python's library
 * snapshot: of memory, perhaps shared; env: environment variables; make: whether a snapshot is to be made
 */
export async function startPython({ wasm, stdlib, snapshot, env, make }) {
  const options = { createPyodideModule, indexURL: new URL("./pyodide/", import.meta.url).href, stdLibURL: stdlib, env, lockFileContents: NO_PACKAGES };
  const plainFetch = self.fetch;
  // The module is here: it is not fetched once more, and its memory has to hold the snapshot.
  self.fetch = (what, ...how) => String(what).endsWith(".wasm") ? Promise.resolve(new Response()) : plainFetch(what, ...how);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(wasm, imports);
    const memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
    const lack = (snapshot?.length ?? 0) - memory.buffer.byteLength;
    if (lack > 0) memory.grow(Math.ceil(lack / PAGE));
    return { instance, module: wasm };
  };
  try {
    return await loadPyodide(snapshot ? { ...options, _loadSnapshot: snapshot.buffer instanceof SharedArrayBuffer ? new Snapshot(snapshot.buffer) : snapshot } : { ...options, _makeSnapshot: make });
  } finally {
    self.fetch = plainFetch;
  }
}

/** The bytes of a snapshot in memory that workers share: Pyodide decodes a part of it, for which it must not be shared. */
class Snapshot extends Uint8Array {
  static get [Symbol.species]() {
    return Uint8Array;
  }
  subarray(begin, end) {
    return end === undefined ? super.subarray(begin) : this.slice(begin, end);
  }
  slice(begin, end) {
    const copy = new Uint8Array(end - begin);
    copy.set(new Uint8Array(this.buffer, begin, end - begin));
    return copy;
  }
}

/** Return a snapshot that was kept, in memory that can be shared; undefined if there is none. */
export async function keptSnapshot(name, shared = true) {
  const response = await (await caches.open(CACHE)).match(name);
  if (!response) return undefined;
  if (!shared) return new Uint8Array(await response.arrayBuffer());
  const bytes = new Uint8Array(new SharedArrayBuffer(Number(response.headers.get("x-size"))));
  const reader = response.body.getReader();
  let at = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, at);
    at += part.value.length;
  }
  if (at !== bytes.length) throw new Error("a snapshot is cut off");
  return bytes;
}

/** Keep a snapshot for later visits, and none of an older version. */
export async function keepSnapshot(name, bytes) {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (!request.url.includes(name.split("?")[0])) await cache.delete(request);
  }
  await cache.put(name, new Response(bytes, { headers: { "x-size": String(bytes.length) } }));
}
