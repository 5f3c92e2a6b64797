// A game against the student's own code: a board of buttons, and what is said below it.

export class Play {
  #on = false;

  /** place: its panel; text: returns the student's; ask: asks Python's side */
  constructor(site, place, text, ask) {
    if (!place) return;
    Object.assign(this, { site, place, text, ask });
    this.board = place.querySelector(".board-buttons");
    this.says = place.querySelector(".says");
    for (const button of place.querySelectorAll("[data-first]")) button.onclick = () => this.#begin(button.dataset.first);
  }

  /** End the game: the student's worker is needed for something else. */
  end() {
    if (!this.#on) return;
    this.#on = false;
    this.#paint(this.board, (button) => (button.disabled = true));
    this.says.textContent = "The game has ended. Begin another one.";
  }

  async #begin(first) {
    const { site, place } = this;
    if (!this.#on || this.playing !== this.text()) {
      const options = {};
      for (const field of place.querySelectorAll("input[type=number]")) options[field.name] = field.valueAsNumber;
      this.playing = this.text();
      this.#on = Boolean(await this.ask("play", { exercise: site.name, source: this.playing, options }, "The game begins."));
      if (!this.#on || first !== "computer") return;
    }
    if (!(await this.ask("begin", { first }, "The game begins."))) this.end();
  }

  async #click(number) {
    if (!this.#on) return;
    const thinks = this.place.querySelector("[name=thinks]").checked;
    if (await this.ask("click", { number, thinks }, "The computer is thinking.")) this.board.children[this.focused]?.focus();
    else this.end(); // it was stopped, or can't go on
  }

  /** Show what Python's side tells while it plays. */
  told({ rows, texts, result, thinking, trained, rounds }) {
    if (trained !== undefined) {
      this.says.textContent = `It trains: ${trained.toLocaleString("en")} of ${rounds.toLocaleString("en")} rounds are done.`;
      return;
    }
    const cells = rows.flat();
    this.board.style.gridTemplateColumns = `repeat(${rows[0].length}, minmax(2.4rem, 4.5rem))`;
    while (this.board.children.length > cells.length) this.board.lastChild.remove();
    while (this.board.children.length < cells.length) {
      const number = this.board.children.length, button = this.board.appendChild(document.createElement("button"));
      button.onclick = () => this.#click(number);
      button.onfocus = () => (this.focused = number);
    }
    this.#paint(this.board, (button, number) => {
      const [label, owner, marked] = cells[number];
      button.textContent = label;
      button.disabled = false;
      button.className = ["", "theirs", "mine"][Number(owner)] + (marked ? " marked" : "") + (label.length > 2 ? " long" : "");
      button.setAttribute("aria-label", owner ? `${label}, ${owner === 2 ? "yours" : "the computer's"}` : label);
    });
    this.says.textContent = [...texts, thinking && !result ? "The computer is thinking." : result].join("\n");
  }

  #paint(board, paint) {
    [...board.children].forEach(paint);
  }
}
