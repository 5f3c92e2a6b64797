// The console: the student's file is run as it is, in the student's worker, and then there is a prompt.
// At the other ends of two pipes is console.py, beside a stranger's code: whatever comes is text, and is bounded.

const LOOK = 15; // milliseconds between two looks at what has come
const PART = 1 << 13; // bytes that are read at a look: so many that are no messages take some milliseconds
const PATIENCE = 1000; // milliseconds in which code that is interrupted has to take notice
const MOST = 70_000; // characters of one answer: console.py sends fewer
const MOST_LINES = 2_100; // of it
const KEPT = 400_000; // characters that can be scrolled back to
const LONGEST = 1_000_000; // bytes of a message
const INTERRUPT = 2; // the signal SIGINT, which raises KeyboardInterrupt
const BRACE = 123; // {, with which each message begins
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const ENDED = "Your file was needed for something else, a grading, a recording or a game: that has ended what was here. Press Run.";
const STOPPED = "Stopped. Your code took no notice of that, so it was ended with all that it had. Press Run.";
const CRASHED = "Python has crashed. Press Run.";
const EXITED = (code) => `Python has ended, with exit code ${code}. Press Run.`;

/** Return a text in which control characters can be seen, and do nothing. */
const visible = (text) => text.replaceAll("\r\n", "\n").replace(CONTROLS, (one) => String.fromCodePoint(0x2400 + (one.codePointAt() & 0x3f)));

export class Console {
  #state = "none"; // or "running"; or "prompt" or "input", while a line is waited for
  #lines = []; // that were typed
  #at = 0; // of those, the one that is shown
  #received = new Uint8Array(0); // of the next message
  #run; // the pipes of what runs
  #turn = 0; // counts what was sent
  #size = 0; // characters of the answer so far
  #height = 0; // lines of it
  #kept = 0; // characters in the log

  /**
   * place: its panel
   * start: lets a worker run console.py, see startConsole in kit.js
   * on: {changed(), say(sentence)}; changed is called whenever it begins or ends to run
   */
  constructor(place, start, on) {
    Object.assign(this, { start, on });
    this.log = place.querySelector("[role=log]");
    this.form = place.querySelector("form");
    this.line = place.querySelector("input");
    this.label = place.querySelector("label");
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.#typed();
    };
    this.line.onkeydown = (event) => this.#key(event);
  }

  /** Whether something runs, or waits for a line that input() asks for. */
  get runs() {
    return this.#state === "running" || this.#state === "input";
  }

  /** Run a file, called by a name, and perhaps a statement after it, and then show a prompt. */
  async run(source, file, then = "") {
    const message = { run: source, file, then };
    this.log.replaceChildren();
    this.#kept = 0;
    if (this.#state === "prompt") {
      this.#send(message);
      return;
    }
    this.#leave();
    const run = await this.start(() => this.#end(this.#run, ENDED));
    if (!run) {
      this.on.say("One thing at a time: wait, or press Stop.");
      return;
    }
    this.#run = run;
    this.#received = new Uint8Array(0);
    this.#send(message);
    this.#look(run);
  }

  /** Stop what runs, or waits; what takes no notice is ended. */
  stop() {
    if (this.#state === "input" || this.#state === "prompt") this.#send({ stop: true });
    else if (this.#state === "running") this.#interrupt(this.#run, this.#turn);
  }

  #interrupt(run, turn) {
    Atomics.store(run.interrupts, 0, INTERRUPT);
    setTimeout(() => {
      if (this.#state === "running" && this.#turn === turn) this.#end(run, STOPPED);
    }, PATIENCE);
  }

  #leave() {
    const run = this.#run;
    this.#run = undefined;
    run?.end();
    this.#now("none");
  }

  #end(run, why) {
    if (!run || run !== this.#run) return;
    this.#show(why && `\n${why}\n`, "note");
    this.#leave();
  }

  #send(message) {
    this.#size = this.#height = 0;
    this.#turn += 1;
    this.#run.questions.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`), 0);
    this.#now("running");
  }

  /** Show what has come, now and then, until this run has ended. */
  #look(run) {
    if (run !== this.#run) return;
    const part = new Uint8Array(PART);
    const count = run.answers.read(part, 0);
    if (count) this.#receive(part.subarray(0, count));
    else if (run.answers.closed) return this.#end(run, run.answers.status < 0 ? CRASHED : EXITED(run.answers.status));
    setTimeout(() => this.#look(run), count ? 0 : LOOK);
    return undefined;
  }

  #receive(part) {
    let text = "";
    const bytes = new Uint8Array(this.#received.length + part.length);
    bytes.set(this.#received);
    bytes.set(part, this.#received.length);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      const message = read(bytes.subarray(from, end));
      from = end + 1;
      if (message.ask) {
        this.#show(text);
        text = "";
        this.#ask(message);
      } else {
        text += message.out;
      }
    }
    this.#show(text);
    this.#received = bytes.length - from > LONGEST ? new Uint8Array(0) : bytes.slice(from);
  }

  #ask({ ask, prompt }) {
    this.label.textContent = prompt || "input:";
    this.line.setAttribute("aria-label", ask === "input" ? "What input() asks for" : "A statement for Python");
    this.#now(ask);
    const active = document.activeElement;
    if (ask === "input" && !active.closest("#editor")) this.line.focus(); // nothing goes on without it
  }

  #show(text, kind = "") {
    if (!kind) text = this.#fitting(text);
    if (!text) return;
    const atEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 30;
    const piece = document.createElement("span");
    piece.className = kind;
    piece.textContent = visible(text);
    this.log.append(piece);
    this.#kept += piece.textContent.length;
    while (this.#kept > KEPT) {
      this.#kept -= this.log.firstChild.textContent.length;
      this.log.firstChild.remove();
    }
    if (atEnd) this.log.scrollTop = this.log.scrollHeight;
  }

  /** Return as much of what is printed as there is room for; what is cut went around console.py, which would have said so. */
  #fitting(text) {
    const lines = text.slice(0, Math.max(MOST - this.#size, 0)).split("\n", Math.max(MOST_LINES - this.#height, 0));
    this.#size += text.length;
    this.#height += text.split("\n").length - 1;
    return lines.join("\n");
  }

  #typed() {
    if (this.#state !== "prompt" && this.#state !== "input") return;
    const line = this.line.value;
    this.#show(`${this.#state === "prompt" ? `${this.label.textContent.trimEnd()} ` : ""}${line}\n`, "typed");
    if (line) this.#lines.push(line);
    this.#at = this.#lines.length;
    this.line.value = "";
    this.#send({ line });
  }

  #key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) {
      this.#at = Math.min(Math.max(this.#at + step, 0), this.#lines.length);
      this.line.value = this.#lines[this.#at] ?? "";
      event.preventDefault();
    } else if (event.key === "c" && event.ctrlKey && this.line.selectionStart === this.line.selectionEnd) {
      this.stop();
    }
  }

  #now(state) {
    this.#state = state;
    const waits = state === "prompt" || state === "input";
    this.form.classList.toggle("waits", waits);
    this.line.readOnly = !waits; // not disabled, since it would lose the focus
    if (!waits) this.label.textContent = "";
    this.on.changed();
  }
}

/** Return the message in a line, which anybody may have written: what is none is text that was printed past console.py. */
function read(bytes) {
  const text = new TextDecoder().decode(bytes);
  if (bytes[0] !== BRACE) return { out: `${text}\n` }; // quickly, since it may be a flood
  try {
    const { out, ask, prompt } = JSON.parse(text);
    if (ask === "prompt" || ask === "input") return { ask, prompt: visible(String(prompt ?? "")).slice(0, 80) };
    if (typeof out === "string") return { out };
  } catch {
    // It is shown as it is.
  }
  return { out: `${text}\n` };
}
