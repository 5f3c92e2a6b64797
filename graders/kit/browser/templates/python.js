// Starts Python in a worker: from a snapshot of its memory, which an earlier visit has made, or from the beginning.

import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";

const PAGE = 65536; // bytes of WebAssembly's memory
const PART = 1024; // words of memory, of 4 bytes, that a process has or has not
const PIECE = 1 << 20; // bytes that are read at once
const TRIES = 10;
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

/** Return what Python is made of, see supply.js, which is asked for it over a port. */
export function suppliesOf(port) {
  return new Promise((resolve, reject) => {
    let tries = 0;
    const ask = () => {
      if ((tries += 1) > TRIES) reject(new Error("a worker was not given Python: reload the page"));
      else port.postMessage("please");
    };
    port.onmessage = ({ data }) => {
      port.close();
      resolve(data);
    };
    port.onmessageerror = ask; // Firefox loses a module now and then, above all one that was sent before it was asked for
    ask();
  });
}

/**
 * Return Pyodide.
 *
 * wasm: the compiled module, which all workers share; stdlib: Python's library, a blob
 * snapshot: a blob, or undefined, and then one can be made; env: environment variables
 * In Python the module js, which is the worker's global object elsewhere, is empty: nobody here needs it.
 */
export async function startPython({ wasm, stdlib, snapshot, env }) {
  const nowhere = `${self.origin}/`; // all is here already, and nothing is fetched
  const options = { createPyodideModule, jsglobals: {}, indexURL: nowhere, stdLibURL: `${nowhere}python_stdlib.zip`, env, lockFileContents: NO_PACKAGES };
  const plainFetch = self.fetch, bytes = snapshot && (await bytesOf(snapshot));
  self.fetch = async (what) => new Response(String(what).endsWith(".zip") ? stdlib : null);
  // The module's memory has to hold the snapshot.
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(wasm, imports);
    const memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
    const lack = (bytes?.length ?? 0) - memory.buffer.byteLength;
    if (lack > 0) memory.grow(Math.ceil(lack / PAGE));
    if (bytes) bytes.memory = memory;
    return { instance, module: wasm };
  };
  try {
    return await loadPyodide(bytes ? { ...options, _loadSnapshot: bytes } : { ...options, _makeSnapshot: true });
  } finally {
    self.fetch = plainFetch;
    bytes?.buffer.transfer(0); // Python has copied it: give it back now, and not when it happens to be collected
  }
}

/** A snapshot of which Pyodide copies nothing: what is empty in it, a third, stays memory that no process has. */
class Snapshot extends Uint8Array {
  static get [Symbol.species]() {
    return Uint8Array;
  }
  subarray(begin, end) {
    if (end !== undefined) return super.subarray(begin, end);
    const from = new Int32Array(this.buffer, begin), into = new Int32Array(this.memory.buffer); // all that is left
    for (let at = 0; at < from.length; at += PART) {
      if (!isEmpty(from, at) || !isEmpty(into, at)) into.set(from.subarray(at, at + PART), at);
    }
    return new Uint8Array(0);
  }
}

function isEmpty(words, begin) {
  for (let at = begin; at < begin + PART; at += 1) if (words[at]) return false;
  return true;
}

/** Return what can be kept of a memory: a blob, which the browser holds elsewhere than in the page's process. */
export function snapshotOf(python) {
  const made = python.makeMemorySnapshot(), blob = new Blob([made]);
  made.buffer.transfer(0);
  return blob;
}

/** Return what is in a blob, in memory that can be given back at once; arrayBuffer's can't in Chromium. */
async function bytesOf(blob) {
  let reader;
  try {
    reader = blob.stream().getReader({ mode: "byob" });
  } catch {
    return new Snapshot(await blob.arrayBuffer()); // this browser has no such readers: it needs more memory
  }
  const bytes = new Snapshot(blob.size);
  let at = 0, part = await reader.read(new Uint8Array(PIECE));
  for (; !part.done; part = await reader.read(new Uint8Array(part.value.buffer))) {
    bytes.set(part.value, at);
    at += part.value.length;
  }
  return bytes;
}
