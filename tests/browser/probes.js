// Appended by test_wall.py to the student's worker: what somebody may try there who has got at any of its JavaScript.
// Some tools are taken before the worker is emptied, since each way to shut it in has to hold without the others.

{
  const TOOLS = { Worker, XMLHttpRequest, WebSocket, EventSource, Blob, URL, channel: new BroadcastChannel("probes") };
  [TOOLS.fetch, TOOLS.setTimeout] = [fetch.bind(self), setTimeout.bind(self)];
  const SITE = `${self.origin}PLACE`;
  const say = self.postMessage.bind(self);
  const NAMES = [
    "caches", "indexedDB", "fetch", "XMLHttpRequest", "Worker", "SharedWorker", "WebSocket", "WebSocketStream", "EventSource",
    "BroadcastChannel", "MessageChannel", "MessagePort", "importScripts", "WebTransport", "RTCPeerConnection", "cookieStore",
    "FileReader", "FileReaderSync", "FileSystemDirectoryHandle", "StorageManager", "Notification", "Request", "Response",
    "Blob", "URL", "postMessage", "close", "onmessage", "addEventListener", "dispatchEvent", "location", "origin", "scheduler",
    "trustedTypes", "eval", "setInterval", "webkitRequestFileSystem", "queueMicrotask", "reportError",
  ];
  const within = (promise) => Promise.race([promise, new Promise((_, reject) => TOOLS.setTimeout(() => reject(new Error("nothing came")), 3000))]);
  const loaded = (worker) => within(new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = () => reject(new Error("refused"));
    worker.postMessage({ sizes: {} });
  }));
  const opened = (one) => within(new Promise((resolve, reject) => {
    one.onopen = resolve;
    one.onerror = () => reject(new Error("refused"));
  }));
  // Each gets through if it comes to something; to be refused it has to throw, or come to undefined.
  const PROBES = {
    // Code out of text.
    eval: () => (0, eval)("1"),
    Function: () => Function("return 1")(),
    "the constructor of a function": () => (() => 1).constructor("return 1")(),
    "the constructor of a method": () => [].map.constructor("return 1")(),
    "the constructor of an asynchronous function": () => (async () => 1).constructor("return 1")(),
    "the constructor of a generator": () => (function* () {}).constructor("return 1")(),
    "a timer with a text": async () => {
      TOOLS.setTimeout("globalThis.struck = 1", 0);
      await new Promise((later) => TOOLS.setTimeout(later, 30));
      return globalThis.struck;
    },
    "a module made of text": () => import("data:text/javascript,export default 1"),
    "a module made of a blob": () => import(TOOLS.URL.createObjectURL(new TOOLS.Blob(["export default 1"], { type: "text/javascript" }))),
    "a script of the site": () => import(`${SITE}service-worker.js`),
    // What was taken earlier.
    "fetch, taken earlier": () => within(TOOLS.fetch(`${SITE}index.html`)),
    "fetch of a blob, taken earlier": () => within(TOOLS.fetch(TOOLS.URL.createObjectURL(new TOOLS.Blob(["1"])))),
    "XMLHttpRequest, taken earlier": () => {
      const request = new TOOLS.XMLHttpRequest();
      request.open("GET", `${SITE}index.html`, false);
      request.send();
      return request.status;
    },
    "WebSocket, taken earlier": () => opened(new TOOLS.WebSocket(SITE.replace("http", "ws"))),
    "EventSource, taken earlier": () => opened(new TOOLS.EventSource(SITE)),
    "a worker of the site's": () => loaded(new TOOLS.Worker(APP("supply.js"), { type: "module" })),
    // Names.
    ...Object.fromEntries(NAMES.map((name) => [`the name ${name}`, () => globalThis[name]])),
    "a name brought back": () => {
      delete globalThis.caches;
      return globalThis.caches;
    },
    "a name put back": () => Object.defineProperty(globalThis, "caches", { value: 1 }),
    "storage of the navigator": () => navigator.storage,
    "locks of the navigator": () => navigator.locks,
    "service workers of the navigator": () => navigator.serviceWorker,
    "what the navigator is": () => (Object.getPrototypeOf(navigator) === Object.prototype ? undefined : 1),
    "what the global object inherits": () => {
      const found = [];
      for (let one = Object.getPrototypeOf(globalThis); one && one !== Object.prototype; one = Object.getPrototypeOf(one)) {
        found.push(...Object.getOwnPropertyNames(one).filter((name) => typeof one[name] !== "number"));
      }
      return found.length ? found.join() : undefined;
    },
    "all that is left": () => {
      const left = Object.getOwnPropertyNames(globalThis).filter((name) => globalThis[name] !== undefined).sort();
      const harmless = left.filter((name) => ALLOWED.includes(name));
      return left.length === harmless.length ? undefined : left.filter((name) => !harmless.includes(name)).join();
    },
    "a prototype that all share": () => {
      Object.prototype.failed = "polluted"; // as if each message said so
      return undefined;
    },
  };
  const ALLOWED = ALLOWED_NAMES;
  const APP = (name) => `${SITE}APP_FOLDER/${name}`;

  /** Try all; return for each what it came to, or "refused". */
  const tryAll = async () => {
    const found = {};
    for (const [name, probe] of Object.entries(PROBES)) {
      TOOLS.channel.postMessage({ at: name });
      try {
        const value = await probe();
        found[name] = value === undefined ? "refused" : String(value);
      } catch {
        found[name] = "refused";
      }
    }
    // First, and some time before the rest: that may end this worker, and with it what it has still to send.
    TOOLS.channel.postMessage(found);
    await new Promise((later) => TOOLS.setTimeout(later, 500));
    // Messages that only the site's own code sends.
    const forged = new TOOLS.Blob(["forged"]);
    for (const message of [{ failed: "forged" }, { ready: true, made: forged }, { notKept: "forged" }, { why: "forged" },
      { told: '{"checks": []}' }, { answer: '{"score": 10}' }, { start: {} }, { kill: true }]) {
      say(message);
    }
  };

  // What the worker says first is that it is ready. Then it is emptied, at once, and then this begins.
  self.postMessage = (message) => {
    say(message);
    if (message.ready) TOOLS.setTimeout(tryAll, 0);
  };
}
