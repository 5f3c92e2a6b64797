// Takes from the student's worker what reaches beyond it. What stays is listed, and all else goes: what a browser has
// next year is not there either.

const LANGUAGE = new Set([
  "AggregateError", "Array", "ArrayBuffer", "AsyncDisposableStack", "Atomics", "BigInt", "BigInt64Array", "BigUint64Array",
  "Boolean", "DataView", "Date", "DisposableStack", "Error", "EvalError", "FinalizationRegistry", "Float16Array",
  "Float32Array", "Float64Array", "Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "Iterator", "JSON", "Map",
  "Math", "NaN", "Number", "Object", "Promise", "Proxy", "RangeError", "ReferenceError", "Reflect", "RegExp", "Set",
  "SharedArrayBuffer", "String", "SuppressedError", "Symbol", "SyntaxError", "TypeError", "URIError", "Uint16Array",
  "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet", "WebAssembly", "decodeURI",
  "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "globalThis", "isFinite", "isNaN", "parseFloat",
  "parseInt", "undefined", "unescape",
]);
// Python's clock, its random numbers, its texts, and what it complains with. Timers take no text: the policy forbids it.
const OF_THE_BROWSER = ["TextDecoder", "TextEncoder", "clearTimeout", "console", "crypto", "performance", "self", "setTimeout"];

const FUNCTIONS = [() => {}, async () => {}, function* () {}, async function* () {}];

/** Leave nothing else on the worker's global object, and nothing at all on what it inherits from, for ever. */
export function leaveOnlyTheLanguage() {
  const { hardwareConcurrency, language, languages, platform, userAgent } = navigator;
  const noFunction = () => {
    throw new EvalError("no code is made of text here");
  };
  noFunction.prototype = Function.prototype; // Python asks whether something is a function
  const stays = {
    __proto__: null, // nothing that each object has
    Function: noFunction,
    navigator: Object.freeze({ hardwareConcurrency, language, languages, platform, userAgent }), // Python asks
  };
  for (const name of OF_THE_BROWSER) stays[name] = globalThis[name];

  const names = new Set(Object.getOwnPropertyNames(globalThis));
  for (let one = Object.getPrototypeOf(globalThis); one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    for (const name of Object.getOwnPropertyNames(one)) {
      names.add(name);
      const gone = Reflect.deleteProperty(one, name);
      if (!gone && typeof one[name] !== "number") throw new Error(`${name} can't be taken away`);
    }
  }
  for (const name of names) {
    if (!LANGUAGE.has(name)) put(globalThis, name, stays[name]);
  }
  for (const one of FUNCTIONS) put(Object.getPrototypeOf(one), "constructor", noFunction);
}

/** Put a value for ever in place of what an object has under a name. */
function put(object, name, value) {
  Object.defineProperty(object, name, { value, writable: false, enumerable: false, configurable: false });
}
