// Fetches what Python is made of, once, and gives it to each worker that starts. It is a worker itself, since whoever
// has a compiled module keeps 50 MB of the page's process until its memory is collected; a worker can be ended.

const here = (name) => new URL(name, import.meta.url).href;
let supplies;

/**
 * Return {wasm, stdlib, kit}: the compiled module, and as blobs Python's library and the kit.
 *
 * sizes: by name [bytes of the file, bytes of it compressed]
 */
async function fetchAll(sizes) {
  const [done, all] = [{}, {}]; // bytes of each file, as the server sends them
  for (const [name, [, compressed]] of Object.entries(sizes)) [done[name], all[name]] = [0, compressed];
  const tell = () => postMessage({ progress: [sumOf(done), sumOf(all)] });
  const fetched = async (name) => {
    const response = await fetch(here(name));
    if (!response.ok) throw new Error(`${name} is not there (${response.status}): reload the page`);
    const [size, compressed] = sizes[name];
    let come = 0;
    all[name] = sentOf(response.headers, size, compressed);
    const count = new TransformStream({
      transform(part, control) {
        come += part.length;
        done[name] = all[name] * Math.min(1, come / size);
        tell();
        control.enqueue(part);
      },
      flush() {
        done[name] = all[name];
        tell();
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

/** Return how many bytes a server sends of a file: a browser hands over what it was before it was compressed. */
function sentOf(headers, size, compressed) {
  if ((headers.get("content-encoding") ?? "identity") === "identity") return size;
  return Number(headers.get("content-length")) || compressed; // a server that compresses as it sends tells no length
}

const sumOf = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

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
