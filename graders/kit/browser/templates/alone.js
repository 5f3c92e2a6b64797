// Takes from the student's worker what reaches beyond it. What stays is listed, and all else goes: what a browser has
// next year is not there either.

const LANGUAGE = [
  "AggregateError", "Array", "ArrayBuffer", "AsyncDisposableStack", "Atomics", "BigInt", "BigInt64Array", "BigUint64Array",
  "Boolean", "DataView", "Date", "DisposableStack", "Error", "EvalError", "FinalizationRegistry", "Float16Array",
  "Float32Array", "Float64Array", "Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "Iterator", "JSON", "Map",
  "Math", "NaN", "Number", "Object", "Promise", "Proxy", "RangeError", "ReferenceError", "Reflect", "RegExp", "Set",
  "SharedArrayBuffer", "String", "SuppressedError", "Symbol", "SyntaxError", "TypeError", "URIError", "Uint16Array",
  "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet", "WebAssembly", "decodeURI",
  "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "globalThis", "isFinite", "isNaN", "parseFloat",
  "parseInt", "undefined", "unescape",
];
// Python's clock, its random numbers, its texts, and what it complains with. Timers take no text: the policy forbids it.
const OF_THE_BROWSER = ["TextDecoder", "TextEncoder", "clearTimeout", "console", "crypto", "performance", "self", "setTimeout"];
const STAYS = new Set([...LANGUAGE, ...OF_THE_BROWSER]);

/** Leave nothing else on the worker's global object, nor on what it inherits from; it can't be brought back. */
export function leaveOnlyTheLanguage() {
  const { hardwareConcurrency, language, languages, platform, userAgent } = navigator;
  const described = Object.freeze({ hardwareConcurrency, language, languages, platform, userAgent }); // Python asks
  const names = new Set(Object.getOwnPropertyNames(globalThis));
  for (let one = Object.getPrototypeOf(globalThis); one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    for (const name of Object.getOwnPropertyNames(one)) {
      names.add(name);
      delete one[name];
    }
  }
  for (const name of names) {
    if (!STAYS.has(name)) close(name, name === "navigator" ? described : undefined);
  }
}

/** Put a value for ever in place of what the worker has under a name. */
function close(name, value) {
  Object.defineProperty(globalThis, name, { value, writable: false, enumerable: false, configurable: false });
}
