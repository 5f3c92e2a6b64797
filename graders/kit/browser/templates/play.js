// A game against the student's own code: a board of buttons, and what is said below it.

import { draw } from "./board.js";

const SLOW = 5; // seconds after which it is said why a move takes so long
const TICK = 250; // milliseconds
const HEIGHT = 55; // per cent of the window's that a board may take

export class Play {
  #on = false; // whether Python's side has a game
  #over = false; // whether that game has ended
  #stuck = false; // whether the computer can't go on
  #asked; // a promise while something is asked of Python's side; nothing that is clicked meanwhile counts
  #stopped = false; // whether the person pressed Stop meanwhile
  #clock = 0;

  /** place: its panel; text: returns the student's; ask: asks Python's side */
  constructor(site, place, text, ask) {
    if (!place) return;
    Object.assign(this, { site, place, text, ask });
    this.board = place.querySelector(".board-buttons");
    this.board.onkeydown = (event) => this.#moveFocus(event);
    this.says = place.querySelector(".says");
    this.thinking = place.querySelector(".thinking");
    this.slow = place.querySelector(".slow");
    this.smaller = place.querySelector("[data-smaller]");
    this.smaller.onclick = () => this.#beginSmaller();
    for (const button of place.querySelectorAll("[data-first]")) button.onclick = () => this.#begin(button.dataset.first);
    document.querySelector("#stop").addEventListener("click", () => (this.#stopped = true));
  }

  /** End the game: the student's worker is needed for something else. why: the rest of a sentence */
  end(why) {
    if (!this.#on) return;
    this.#on = false;
    this.#letClick();
    if (!this.#over) this.#say(`The game has ended, since ${why}. Nothing else is lost: begin a new game.`);
  }

  get #waits() {
    return this.#asked !== undefined || document.body.classList.contains("working");
  }

  /** Ask Python's side; where it has no answer the game is over, and the board stays as it was. */
  async #ask(what, values) {
    this.#stopped = false;
    this.#asked = this.ask(what, values, "");
    this.#letClick();
    const answer = await this.#asked;
    this.#asked = undefined;
    this.#showClock("");
    if (!answer) {
      this.#on = true; // a game that could not begin has ended as well
      this.#over = this.#stuck = false;
      this.end(this.#stopped ? "you stopped it" : "it can't go on for the reason that stands above your file");
    }
    this.#letClick();
    return answer;
  }

  /** Begin a game. first: who starts, "you" or "computer"; made: how many moves are made already, by chance */
  async #begin(first, made = 0) {
    if (this.#waits) return;
    this.slow.textContent = "";
    this.smaller.hidden = true;
    const options = {}, source = this.text();
    for (const field of this.place.querySelectorAll("input[type=number]")) options[field.name] = field.valueAsNumber;
    const playing = JSON.stringify([source, options]);
    if (!this.#on || this.#stuck || this.playing !== playing) {
      if (!(await this.#ask("play", { exercise: this.site.name, source, options }))) return;
      this.#on = true;
      this.playing = playing;
      if (this.#stuck || (first !== "computer" && !made)) return this.#letClick();
    }
    await this.#ask("begin", { first, made });
  }

  /** Begin where some moves are made already; what the computer thinks about now is stopped. */
  async #beginSmaller() {
    if (this.#asked) {
      document.querySelector("#stop").click();
      await this.#asked;
    }
    this.#begin("you", this.site.ahead);
  }

  #click(number) {
    if (this.#waits || !this.#on || this.#over || this.#stuck) return;
    this.slow.textContent = "";
    this.smaller.hidden = true;
    this.#ask("click", { number, thinks: this.place.querySelector("[name=thinks]").checked });
  }

  /** Show what Python's side tells while it plays. */
  told({ rows, texts, turn, over, stuck, thinking, trained, rounds }) {
    if (trained !== undefined) {
      this.#say("It trains before it plays.");
      return this.#showClock(`${trained.toLocaleString("en")} of ${rounds.toLocaleString("en")} rounds are done`);
    }
    [this.#over, this.#stuck] = [over, stuck];
    this.columns = rows[0].length;
    const cells = draw(this.board, rows, (number) => {
      const button = document.createElement("button");
      button.onclick = () => this.#click(number);
      return button;
    }, HEIGHT);
    for (const [number, [, , , name]] of cells.entries()) this.board.children[number].setAttribute("aria-label", name);
    this.#letClick();
    this.#say([turn, ...texts].join("\n"));
    if (thinking) this.#startClock();
    else this.#showClock("");
  }

  /** Say something once: a live region that is written anew is read out anew. */
  #say(text) {
    if (this.says.textContent !== text) this.says.textContent = text;
  }

  /** Tell whether squares can be clicked. They keep the focus where they can't, as a button that is disabled does not. */
  #letClick() {
    const no = this.#waits || !this.#on || this.#over || this.#stuck;
    for (const button of this.board.children) button.setAttribute("aria-disabled", no);
  }

  /** Show that something takes its time, and how far it is; nothing for "". */
  #showClock(text) {
    clearInterval(this.#clock);
    this.thinking.hidden = !text;
    this.thinking.querySelector("span").textContent = text;
    if (this.slow.textContent) this.#sayWhySlow("took", "");
  }

  /** Show how long the computer thinks, which is nothing to be read out each second. */
  #startClock() {
    const began = performance.now();
    this.#showClock("0 s");
    this.#clock = setInterval(() => {
      const passed = Math.floor((performance.now() - began) / 1000);
      this.thinking.querySelector("span").textContent = `${passed} s`;
      if (passed >= SLOW && !this.slow.textContent) this.#sayWhySlow("takes", " Wait, or press Stop.");
    }, TICK);
  }

  #sayWhySlow(takes, doNow) {
    const { slow, ahead } = this.site;
    this.slow.textContent = `This move ${takes} more than ${SLOW} s, since ${slow}${doNow}`;
    this.smaller.hidden = !ahead;
  }

  /** Move between squares by the arrow keys, beside Tab. */
  #moveFocus(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.columns, ArrowUp: -this.columns }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.board.children[[...this.board.children].indexOf(document.activeElement) + by]?.focus();
  }
}
