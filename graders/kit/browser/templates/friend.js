// The student's file against a friend's: ten games, each of which can be stepped through. What the friend's file is
// called, and what comes of it, is a stranger's text.

import { draw } from "./board.js";
import { exerciseOf, read } from "./opening.js";

const NONE = "Choose your friend's file first, or paste it.";
const HEIGHT = 45; // per cent of the window's that a board may take
const STOPPED = "The games have ended before all were played.";
const POINTS = new Map([[1, "1"], [0.5, "½"], [0, "0"], [null, "–"]]);

export class Friend {
  #name = ""; // the friend's: that of a file, "" for a text that was pasted
  #games = []; // that are played
  #count = 0; // of all games
  #score = "";
  #frames = []; // of the game that is shown
  #at = 0; // the frame that is shown
  #number = 0; // of the game that is shown

  /** place: its panel, or null; file: the name of the exercise's file; text: returns the student's; ask: asks Python's side */
  constructor(site, place, file, text, ask) {
    this.place = place;
    if (!place) return;
    Object.assign(this, { site, file, text, ask });
    const $ = (selector) => place.querySelector(selector);
    [this.chosen, this.source, this.says] = [$(".chosen"), $("textarea"), $(".says")];
    [this.list, this.replay, this.board, this.caption] = [$(".games"), $(".replay"), $(".board-buttons"), $(".caption")];
    const input = $("[type=file]");
    input.onchange = async () => {
      await this.choose([...input.files]);
      input.value = "";
    };
    $("[data-friend=choose]").onclick = () => input.click();
    $("[data-friend=play]").onclick = () => this.#play();
    this.source.oninput = () => this.#say(this.chosen, "");
    for (const button of place.querySelectorAll("[data-step]")) button.onclick = () => this.#step(button.dataset.step);
    this.next = $("[data-friend=next]");
    this.next.onclick = () => this.#show(this.#number + 1);
    this.replay.onkeydown = (event) => this.#key(event);
  }

  /** Whether an element is in the panel: what is dropped there is the friend's. */
  holds(element) {
    return Boolean(this.place?.contains(element));
  }

  /** Take a friend's file. */
  async choose(files) {
    if (files.length !== 1) return this.#say(this.chosen, files.length ? "These are several files: choose one." : "");
    try {
      const [{ name }] = files, text = await read(files[0], this.file);
      const other = exerciseOf(name, text, this.site.names, this.site.name);
      this.source.value = text;
      this.#name = name === this.file ? "" : name.replace(/\.py$/, "");
      const of = other === this.site.name ? "" : ` It looks like a file of ${other}.`;
      this.#say(this.chosen, `${name} is chosen.${of}`);
    } catch (error) {
      this.#say(this.chosen, error.message);
    }
    return undefined;
  }

  async #play() {
    const friend = this.source.value;
    if (!friend.trim()) {
      this.source.focus();
      return this.#say(this.says, NONE);
    }
    const options = {}, values = {};
    for (const field of this.place.querySelectorAll("[type=number]")) {
      (field.dataset.option ? options : values)[field.name] = field.valueAsNumber;
    }
    [this.#games, this.#count, this.#score] = [[], 0, ""];
    this.list.replaceChildren();
    this.replay.hidden = true;
    this.#say(this.says, "Both files are started.");
    this.place.classList.add("plays");
    const asked = { exercise: this.site.name, source: this.text(), friend, name: this.#name, options, ...values };
    const answer = await this.ask("friend", asked, "Your file plays against your friend's.");
    this.place.classList.remove("plays");
    if (answer) return this.#say(this.says, `All ${this.#count} games are played. ${this.#score} Choose a game to step through it.`);
    return this.#say(this.says, `${STOPPED} ${this.#score}`.trim());
  }

  /** Show what Python's side tells while it plays: how many games there are, and each that is played. */
  told({ games, game, score }) {
    if (games) this.#count = games;
    if (game) {
      this.#score = score;
      this.#add(game);
    }
    const done = this.#games.length;
    this.#say(this.says, done ? `${done} of ${this.#count} games are played. ${this.#score}` : `The first of ${this.#count} games is played.`);
  }

  #add(game) {
    const number = this.#games.push(game), before = this.#games[number - 2];
    const item = this.list.appendChild(document.createElement("li")), button = item.appendChild(document.createElement("button"));
    const parts = [["b", POINTS.get(game.points)], ["span", `Game ${number}: ${game.title}. `], ["span", game.end]];
    for (const [tag, text] of parts) button.appendChild(document.createElement(tag)).textContent = text;
    button.firstChild.setAttribute("aria-hidden", true); // the end says it
    button.setAttribute("aria-pressed", false);
    button.onclick = () => this.#show(number);
    if (!game.reason) return;
    const same = before?.reason === game.reason;
    item.appendChild(document.createElement("p")).textContent = same ? "For the same reason." : game.reason;
  }

  #show(number) {
    const game = this.#games[number - 1];
    for (const [other, { firstChild }] of [...this.list.children].entries()) firstChild.setAttribute("aria-pressed", other === number - 1);
    this.#frames = game.frames;
    this.#number = number;
    this.replay.hidden = false;
    this.replay.querySelector("h3").textContent = `Game ${number}: ${game.title}.`;
    this.next.hidden = number === this.#games.length;
    this.#go(0);
    this.replay.scrollIntoView({ block: "start" });
    this.replay.focus({ preventScroll: true });
  }

  #step(to) {
    const last = this.#frames.length - 1;
    this.#go({ first: 0, back: this.#at - 1, on: this.#at + 1, last }[to]);
  }

  /** Show a position of the game. */
  #go(to) {
    const last = this.#frames.length - 1, at = Math.max(0, Math.min(to, last));
    const { rows, says } = this.#frames[at], before = this.#frames[at - 1]?.rows.flat();
    this.#at = at;
    this.board.hidden = !rows.length;
    const cells = draw(this.board, rows, () => document.createElement("span"), HEIGHT);
    for (const [number, [label]] of cells.entries()) {
      this.board.children[number].classList.toggle("new", Boolean(before) && before[number][0] !== label);
    }
    const taken = cells.filter(([, owner]) => owner).map(([, , , name]) => name);
    this.board.setAttribute("aria-label", `The board. ${taken.length ? taken.join("; ") : "It is empty"}.`);
    for (const button of this.replay.querySelectorAll("[data-step]")) {
      const isBack = ["first", "back"].includes(button.dataset.step);
      button.setAttribute("aria-disabled", at === (isBack ? 0 : last)); // it keeps the focus
    }
    this.#say(this.caption, says);
  }

  #key(event) {
    const to = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#step(to);
  }

  /** Say something once: a live region that is written anew is read out anew. */
  #say(line, text) {
    if (line.textContent !== text) line.textContent = text;
  }
}
