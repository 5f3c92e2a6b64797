// The page's side of grading. It owns the workers, which can't end each other: the grader's, which has the kit, and
// the student's, of which the next is started when one has ended, as an endless loop does with its worker.

import { Pipe, newPipe } from "./pipe.js";
import { room } from "./room.js";
import { keepSnapshot, keptSnapshot } from "./snapshots.js";

const here = (name) => new URL(name, import.meta.url).href;
const STOP = 0;
const PAUSE = 500; // milliseconds until the next student's worker is started where none is asked for: the report is drawn
const CONSOLE = { "/kit/console.py": "console.py", "/kit/oldest.py": "oldest.py" }; // what its worker gets: files of the site
const MEMORY = 1 << 30; // bytes that a console may have
const NOT_LOADED = "a worker can't be loaded: reload the page";

export class Kit {
  #grader; #student; #spare; #pipes = []; #answered; #supply; #startInRoom; #snapshot; #later; #console; #endConsole;
  #shared = new SharedArrayBuffer(4);

  /**
   * site: its version, and the sizes of what is fetched
   * on: {progress(done, all), told(message), note(sentence), failed(sentence)}, called as things come
   */
  constructor(site, on) {
    this.site = site;
    this.on = on;
    this.ready = this.#begin();
  }

  /** Have all fetched that Python is made of, and start both workers. */
  #begin() {
    const supply = (this.#supply = new Worker(here("supply.js"), { type: "module" }));
    const supplied = new Promise((resolve, reject) => {
      supply.onerror = (event) => reject(new Error(event.message ?? NOT_LOADED));
      supply.onmessage = ({ data }) => {
        if (data.progress) this.on.progress(...data.progress);
        else if (data.failed) reject(new Error(data.failed));
        else resolve();
      };
      supply.postMessage({ sizes: this.site.sizes });
    });
    this.#console = filesOf(CONSOLE);
    return Promise.all([supplied, this.#startGrader(), this.#furnish().then(() => this.#startSpare()), this.#console]);
  }

  /** Make the room in which the student's workers begin, and look for the snapshot that they begin with. */
  async #furnish() {
    this.#startInRoom = await room(here("student.js"));
    try {
      this.#snapshot = await keptSnapshot(this.#snapshotName);
    } catch (error) {
      this.#notKept(String(error));
    }
  }

  get #snapshotName() {
    return `${this.site.app}?student`;
  }

  /** Let a worker begin, which gets over a port what Python is made of. kit: whether it gets the kit as well */
  #supplied(worker, kit, begin) {
    const { port1, port2 } = new MessageChannel();
    this.#supply.postMessage({ to: port1, kit }, [port1]);
    worker.postMessage({ begin: { ...begin, supply: port2 } }, [port2]);
  }

  #startGrader() {
    return new Promise((resolve, reject) => {
      const worker = (this.#grader = new Worker(here("grader.js"), { type: "module" }));
      const failed = (reason) => {
        reject(new Error(reason));
        if (!this.started) return;
        this.#endStudent();
        worker.terminate();
        this.ready = this.#startGrader(); // whoever asks next waits for it
        this.#answered?.({ fault: reason });
      };
      worker.onerror = (event) => failed(event.message ?? NOT_LOADED);
      worker.onmessage = ({ data }) => {
        if (data.why) this.#notKept(data.why);
        if (data.ready) resolve(this.started = data);
        else if (data.failed) failed(data.failed);
        else if (data.start) this.#startStudent(data.start);
        else if (data.kill) this.#endStudent();
        else if (data.told) this.on.told(JSON.parse(data.told));
        else if (data.notKept) this.#notKept(data.notKept);
        else if (data.answer) this.#answered(JSON.parse(data.answer));
      };
      this.#supplied(worker, true, { shared: this.#shared, version: this.site.app });
    });
  }

  /** Start a student's worker. Until it is ready it runs the site's own code; what it says later is a stranger's. */
  #startSpare() {
    return new Promise((resolve, reject) => {
      const worker = (this.#spare = this.#startInRoom());
      const failed = (reason) => {
        if (worker === this.#spare) this.#spare = undefined;
        if (worker === this.#student) this.#pipes.forEach((pipe) => pipe.close(-1)); // so its check is lost
        reject(new Error(reason));
      };
      worker.onerror = (event) => failed(event.message ?? NOT_LOADED);
      worker.onmessage = ({ data }) => {
        if (data.failed) return failed(data.failed);
        worker.onmessage = null; // nobody listens from now on: it has two pipes to the grader, and no other way out
        if (data.made) this.#keep(data.made);
        return resolve();
      };
      this.#supplied(worker, false, { snapshot: this.#snapshot });
    });
  }

  #keep(snapshot) {
    this.#snapshot = snapshot;
    keepSnapshot(this.#snapshotName, snapshot).catch((error) => this.#notKept(String(error)));
  }

  /** End all workers: a page that was left may be kept by the browser, and with it a hundred megabytes for each. */
  end() {
    clearTimeout(this.#later);
    for (const worker of [this.#supply, this.#grader, this.#student, this.#spare]) worker?.terminate();
    this.#supply = this.#startInRoom = this.#snapshot = this.#grader = this.#student = this.#spare = undefined;
  }

  #notKept(reason) {
    this.on.note(`This browser can't keep what makes Python start fast: it takes longer each time (${reason}).`);
  }

  #startStudent(run) {
    this.#endStudent();
    clearTimeout(this.#later);
    this.#pipes = [new Pipe(run.questions), new Pipe(run.answers)];
    if (!this.#spare) this.#startAnother(); // one has just ended, or failed; perhaps it goes now
    [this.#student, this.#spare] = [this.#spare, undefined];
    this.#student.postMessage({ run });
  }

  /** End the student's worker, and start the next: not earlier, since each takes memory. */
  #endStudent() {
    if (!this.#student) return;
    const ended = this.#endConsole;
    this.#endConsole = undefined;
    this.#student.terminate();
    this.#student = undefined;
    this.#later = setTimeout(() => this.#startAnother(), PAUSE);
    ended?.();
  }

  #startAnother() {
    this.#startSpare().catch((error) => this.on.failed(error.message));
  }

  /**
   * Let the student's worker run console.py; return its pipes, see console.js, or undefined if the grader needs the worker.
   *
   * ended: called when the grader needs it later
   */
  async startConsole(ended) {
    await this.ready;
    if (this.busy) return undefined;
    const [questions, answers, interrupts] = [newPipe(), newPipe(), new SharedArrayBuffer(1)];
    const files = await this.#console;
    this.#startStudent({ questions, answers, interrupts, files, program: "/kit/console.py", memory: MEMORY });
    const worker = this.#student;
    this.#endConsole = ended;
    const end = () => {
      this.#endConsole = undefined;
      if (worker === this.#student) this.#endStudent();
    };
    return { questions: this.#pipes[0], answers: this.#pipes[1], interrupts: new Uint8Array(interrupts), end };
  }

  get busy() {
    return this.#answered !== undefined;
  }

  /** Ask the grader something, see grader.py; return its answer. There may be one question at a time. */
  async ask(what, values) {
    await this.ready;
    if (this.busy) return { problem: "One thing at a time: wait, or press Stop." };
    Atomics.store(new Int32Array(this.#shared), STOP, 0);
    const answer = await new Promise((resolve) => {
      this.#answered = resolve;
      this.#grader.postMessage({ request: JSON.stringify({ ask: what, ...values }) });
    });
    this.#answered = undefined;
    return answer;
  }

  /** End what is asked now: the student's worker, and with it the wait for its reply. */
  stop() {
    Atomics.store(new Int32Array(this.#shared), STOP, 1);
    this.#endStudent();
    this.#pipes.forEach((pipe) => pipe.close());
  }
}

/** Return the texts of files of the site, by the paths that they get. */
async function filesOf(names) {
  const texts = {};
  for (const [path, name] of Object.entries(names)) {
    const response = await fetch(here(name));
    if (!response.ok) throw new Error(`${name} is not there (${response.status}): reload the page`);
    texts[path] = await response.text();
  }
  return texts;
}
