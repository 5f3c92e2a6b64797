// Where the student's workers begin: an empty frame with a Content-Security-Policy, which a worker that is made of a blob
// inherits from it. So the policy holds on any server, and where no service worker could add a header.

// No script may be made of text or be loaded, and nothing may be fetched. WebAssembly may be compiled, which Python is.
const POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'none'; worker-src blob:";

/** Return a function that begins a worker in such a frame. script: its address; it imports nothing */
export async function room(script) {
  const fetched = fetch(script);
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "Where your code runs";
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  await new Promise((resolve) => {
    frame.onload = resolve;
    document.body.append(frame);
  });
  const response = await fetched;
  if (!response.ok) throw new Error(`student.js is not there (${response.status}): reload the page`);
  const text = await response.text();
  const inside = frame.contentWindow;
  const address = inside.URL.createObjectURL(new inside.Blob([text], { type: "text/javascript" }));
  return () => new inside.Worker(address, { type: "module" });
}
