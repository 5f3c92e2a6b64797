// The page's side of grading. It owns the workers, which can't end each other: the grader's, which has the kit, and
// the student's, of which the next is started when one has ended, as an endless loop does with its worker. Where two
// students' files play each other, each has one.

import { Pipe, newPipe } from "./pipe.js";
import { room } from "./room.js";
import { keepSnapshot, keptSnapshot } from "./snapshots.js";

const here = (name) => new URL(name, import.meta.url).href;
const STOP = 0;
const PAUSE = 500; // milliseconds until the next student's worker is started where none is asked for: the report is drawn
const CONSOLE = { "/kit/console.py": "console.py", "/kit/oldest.py": "oldest.py" }; // what its worker gets: files of the site
const MEMORY = 1 << 30; // bytes that a console may have
const AT_ONCE = { friend: 2 }; // how many students' workers a question needs at a time, if not one
const NOT_LOADED = "a worker can't be loaded: reload the page";

export class Kit {
  #grader; #spare; #answered; #supply; #startInRoom; #snapshot; #later; #console;
  #running = []; // students' workers, the oldest first: {number, worker, pipes, ended}
  #most = 1; // of them
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
        this.#endStudents();
        worker.terminate();
        this.ready = this.#startGrader(); // whoever asks next waits for it
        this.#answered?.({ fault: reason });
      };
      worker.onerror = (event) => failed(event.message ?? NOT_LOADED);
      worker.onmessage = ({ data }) => {
        if (data.why) this.#notKept(data.why);
        if (data.ready) resolve(this.started = data);
        else if (data.failed) failed(data.failed);
        else if (data.start) this.#startStudent(data.start, data.number);
        else if (data.kill) this.#endStudent(this.#running.find(({ number }) => number === data.kill));
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
        const student = this.#running.find((one) => one.worker === worker);
        student?.pipes.forEach((pipe) => pipe.close(-1)); // so its check is lost
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
    const students = this.#running.splice(0).map(({ worker }) => worker);
    for (const worker of [this.#supply, this.#grader, this.#spare, ...students]) worker?.terminate();
    this.#supply = this.#startInRoom = this.#snapshot = this.#grader = this.#spare = undefined;
  }

  #notKept(reason) {
    this.on.note(`This browser can't keep what makes Python start fast: it takes longer each time (${reason}).`);
  }

  /** Let a student's worker run something; return it. number: what the grader calls it; ended: called when another needs its place */
  #startStudent(run, number, ended) {
    while (this.#running.length >= this.#most) this.#endStudent(this.#running[0]);
    clearTimeout(this.#later);
    if (!this.#spare) this.#startAnother(); // one has just ended, or failed; perhaps it goes now
    const student = { number, worker: this.#spare, pipes: [new Pipe(run.questions), new Pipe(run.answers)], ended };
    this.#spare = undefined;
    this.#running.push(student);
    student.worker.postMessage({ run });
    return student;
  }

  /** End a student's worker, and start the next: not earlier, since each takes memory. */
  #endStudent(student) {
    if (!this.#running.includes(student)) return;
    this.#running = this.#running.filter((one) => one !== student);
    student.worker.terminate();
    clearTimeout(this.#later);
    if (!this.#spare) this.#later = setTimeout(() => this.#startAnother(), PAUSE);
    student.ended?.();
  }

  #endStudents() {
    for (const student of this.#running) {
      this.#endStudent(student);
      student.pipes.forEach((pipe) => pipe.close());
    }
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
    const run = { questions, answers, interrupts, files, program: "/kit/console.py", memory: MEMORY };
    this.#most = 1;
    const student = this.#startStudent(run, undefined, ended);
    const end = () => {
      student.ended = undefined;
      this.#endStudent(student);
    };
    const [out, back] = student.pipes;
    return { questions: out, answers: back, interrupts: new Uint8Array(interrupts), end };
  }

  get busy() {
    return this.#answered !== undefined;
  }

  /** Ask the grader something, see grader.py; return its answer. There may be one question at a time. */
  async ask(what, values) {
    await this.ready;
    if (this.busy) return { problem: "One thing at a time: wait, or press Stop." };
    Atomics.store(new Int32Array(this.#shared), STOP, 0);
    this.#most = AT_ONCE[what] ?? 1;
    const answer = await new Promise((resolve) => {
      this.#answered = resolve;
      this.#grader.postMessage({ request: JSON.stringify({ ask: what, ...values }) });
    });
    this.#answered = undefined;
    return answer;
  }

  /** End what is asked now: the students' workers, and with them the wait for a reply. */
  stop() {
    Atomics.store(new Int32Array(this.#shared), STOP, 1);
    this.#endStudents();
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
