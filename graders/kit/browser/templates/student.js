// The untrusted side: a worker whose interpreter runs begin.py or console.py, and with it one student's code, until it is
// ended. It knows nothing but what it is sent; that program speaks to the grader, or to the page, over two pipes.

import { leaveOnlyTheLanguage } from "./alone.js";
import { Pipe } from "./pipe.js";
import { snapshotOf, startPython, suppliesOf } from "./python.js";

const STACK = 128 << 10; // bytes that calls through C may use: beyond them it is a RecursionError, not a crash
const ENV = { PYTHONHASHSEED: "0", HOME: "/tmp" };
// What those and the drivers import: it is in the snapshot.
const IMPORTS = "import ast, code, collections, copy, dataclasses, functools, gc, importlib.machinery, io, itertools, json, linecache, math, os, random, struct, sys, tokenize, traceback, types, typing";
const ALONE = `
import builtins, sys, __main__
for name in ("exit", "quit", "copyright", "credits", "license", "help"):
    if hasattr(builtins, name):
        delattr(builtins, name)  # python -S has none
sys.meta_path[:] = [finder for finder in sys.meta_path if "pyodide" not in type(finder).__module__ and "pyodide" not in getattr(finder, "__module__", "")]
for name in [name for name in sys.modules if name.partition(".")[0] in ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core")]:
    del sys.modules[name]
sys.path[:] = [path for path in sys.path if path.endswith((".zip", "lib-dynload"))]
sys.maxsize = 2**63 - 1  # many take it for infinity, which has to be the same in every report
def names_of(path):
    names = {"__name__": "a program of the kit", "__file__": path}
    with open(path, encoding="utf-8") as text:
        exec(compile(text.read(), path, "exec"), names)
    return names
def start(program):
    sys.argv = [program, "/kit/driver.py"]
    __main__.__file__ = program
    names_of(program)["main"](names_of("/kit/oldest.py")["compiled"])
`;

let python;

/** Start Python, and take from the worker what reaches beyond it, before there is any code of the student's. */
async function begin({ supply, snapshot }) {
  const tell = self.postMessage.bind(self);
  try {
    const py = await startPython({ ...(await suppliesOf(supply)), snapshot, env: ENV });
    let made;
    if (!snapshot) {
      py.runPython(IMPORTS);
      made = snapshotOf(py);
    }
    leaveOnlyTheLanguage();
    tell({ ready: true, made });
    return py;
  } catch (error) {
    tell({ failed: String(error) });
    throw error;
  }
}

function run(py, { questions, answers, interrupts, files, program, memory }) {
  const input = new Pipe(questions), output = new Pipe(answers);
  py.setInterruptBuffer(new Uint8Array(interrupts));
  py.setStdin({ read: (into) => input.read(into), isatty: false });
  py.setStdout({ write: (bytes) => output.write(bytes), isatty: false });
  const complaints = [];
  py.setStderr({ write: (bytes) => complaints.push(new TextDecoder().decode(bytes)) && bytes.length, isatty: false });
  py.FS.mkdirTree("/kit");
  for (const [path, text] of Object.entries(files)) py.FS.writeFile(path, text);
  for (const path of ["/", "/home", "/kit", "/tmp", py.FS.cwd()]) py.FS.chmod(path, 0o555); // nothing is written elsewhere either
  const module = py._module;
  module._PyUnstable_ThreadState_SetStackProtection(module._PyThreadState_Get(), module._emscripten_stack_get_base() - STACK, STACK);
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65536 > memory) throw new RangeError("all memory is used");
    return grow.call(this, pages);
  };
  let status = 0;
  try {
    py.runPython(`${ALONE}start(${JSON.stringify(program)})`);
  } catch (error) {
    status = typeof error.status === "number" ? error.status : -1;
    complaints.push(String(error));
  }
  output.close(status);
}

onmessage = async ({ data }) => {
  if (data.begin) python = begin(data.begin);
  else run(await python, data.run);
};
