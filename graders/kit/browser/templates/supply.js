// Fetches what Python is made of, once, and gives it to each worker that starts. It is a worker itself, since whoever
// has a compiled module keeps 50 MB of the page's process until its memory is collected; a worker can be ended.

const here = (name) => new URL(name, import.meta.url).href;
let supplies;

/** Return {wasm, stdlib, kit}: the compiled module, and as blobs Python's library and the kit. sizes: bytes by name */
async function fetchAll(sizes) {
  const all = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let done = 0;
  const fetched = async (name) => {
    const response = await fetch(here(name));
    if (!response.ok) throw new Error(`${name} is not there (${response.status}): reload the page`);
    const count = new TransformStream({
      transform(part, control) {
        postMessage({ progress: [(done += part.length), all] });
        control.enqueue(part);
      },
    });
    return new Response(response.body.pipeThrough(count), { headers: { "content-type": "application/wasm" } });
  };
  const [wasm, stdlib, kit] = await Promise.all([
    WebAssembly.compileStreaming(fetched("pyodide/pyodide.asm.wasm")),
    fetched("pyodide/python_stdlib.zip").then((response) => response.blob()),
    fetched("kit.zip").then((response) => response.blob()),
  ]);
  return { wasm, stdlib, kit };
}

onmessage = ({ data }) => {
  if (data.sizes) {
    supplies = fetchAll(data.sizes);
    supplies.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: error.message }));
  } else {
    data.to.onmessage = async () => {
      const { wasm, stdlib, kit } = await supplies;
      data.to.postMessage(data.kit ? { wasm, stdlib, kit } : { wasm, stdlib }); // the student's worker needs no kit
    };
  }
};
