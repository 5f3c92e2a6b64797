// The trusted side: a worker whose interpreter has the kit. While its Python runs no message reaches it, so it shares
// memory with the page, which tells it there to stop.

import { Pipe, newPipe } from "./pipe.js";
import { snapshotOf, startPython, suppliesOf } from "./python.js";
import { keepSnapshot, keptSnapshot } from "./snapshots.js";

const CHUNK = new Uint8Array(1 << 16);
const PATIENCE = 60_000; // milliseconds in which the student's worker has to read what it is sent
let answer, stop;
let started = 0; // counts the students' workers

// What isolation/browser.py needs of the page, which alone starts and ends workers.
const pipes = {
  /** Have a student's worker start; return what one speaks to it by. */
  start(files, memory) {
    const number = (started += 1), [out, back] = [newPipe(), newPipe()], shared = new SharedArrayBuffer(1);
    const [questions, answers, interrupts] = [new Pipe(out), new Pipe(back), new Uint8Array(shared)];
    const run = { questions: out, answers: back, interrupts: shared, files: JSON.parse(files), program: "/kit/begin.py", memory };
    postMessage({ start: run, number });
    return {
      send(data) {
        const buffer = data.getBuffer("u8");
        questions.write(buffer.data, PATIENCE);
        buffer.release();
      },
      read: (milliseconds) => CHUNK.slice(0, answers.read(CHUNK, milliseconds)),
      interrupt: (signal) => Atomics.store(interrupts, 0, signal), // Python looks there now and then, see setInterruptBuffer
      status: () => answers.status,
      stopped: () => Atomics.load(stop, 0) !== 0,
      kill() {
        questions.close();
        postMessage({ kill: number });
      },
    };
  },
};

async function begin({ supply, version, shared }) {
  stop = new Int32Array(shared);
  const name = `${version}?grader`;
  let snapshot, why = "";
  try {
    snapshot = await keptSnapshot(name);
  } catch (error) {
    why = String(error);
  }
  const { wasm, stdlib, kit } = await suppliesOf(supply);
  const py = await startPython({ wasm, stdlib, snapshot, env: { HOME: "/tmp" } });
  py.unpackArchive(await kit.arrayBuffer(), "zip", { extractDir: "/kit" });
  if (!snapshot) {
    py.runPython("import sys; sys.path.insert(0, '/kit'); import graders.kit.browser.grader");
    py.runPython("graders.kit.browser.grader.prepare(); del graders");
    keepSnapshot(name, snapshotOf(py)).catch((error) => postMessage({ notKept: String(error) }));
  }
  py.registerJsModule("gametree_page", { pipes });
  const desk = py.pyimport("graders.kit.browser.grader").Desk((told) => postMessage({ told }));
  answer = (request) => desk.answer(request);
  postMessage({ ready: true, fromSnapshot: Boolean(snapshot), why });
}

onmessage = ({ data }) => {
  if (data.begin) begin(data.begin).catch((error) => postMessage({ failed: String(error) }));
  else postMessage({ answer: answer(data.request) });
};
