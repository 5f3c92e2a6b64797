// Steps through the games on the page of a contestant. kit/tournament/replay.py says what its data are.
(() => {
  const CELL = 34, LETTER = 16; // units of a drawing: a cell's width, and what is as large as a letter
  const SVG = "http://www.w3.org/2000/svg";
  const BLANK = "\u0000"; // where a number stands in a text
  const data = JSON.parse(document.getElementById("games").textContent);
  const games = new Map(data.games.map((game) => [game.number, game]));
  const dialog = document.getElementById("game");
  const [title, says, place, beside, end] = ["title", "says", "board", "beside", "end"].map((name) => document.getElementById(`game-${name}`));
  let game = data.games[0], step = 0;

  function make(parent, tag, attributes = {}, text = "") {
    const isDrawn = ["svg", "rect", "text", "title", "desc"].includes(tag);
    const element = isDrawn ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return parent.appendChild(element);
  }

  /** Return a packed text: the place of its words, then the numbers in it. */
  function unpacked([words, ...numbers]) {
    return data.texts[words].split(BLANK).map((part, index) => (index ? numbers[index - 1] : "") + part).join("");
  }

  // The board.

  /** Return the looks of all cells after so many moves. */
  function looksAfter(moves) {
    const looks = [...data.start];
    for (const changes of game.board.slice(0, moves + 1)) {
      for (let at = 0; at < changes.length; at += 2) looks[changes[at]] = changes[at + 1];
    }
    return looks;
  }
  const isNumber = (label) => /^\d+$/.test(label);
  const listed = (numbers) => numbers.join(", ");

  /** Say where everything is on a board, as kit/rendering/in_words.py does. */
  function inWords(cells) {
    const { width } = data, last = cells.slice(-width);
    const isOfColumns = cells.length > width && last.every(([label], column) => label === String(column));
    const won = [], said = [], empty = [];
    if (isOfColumns) {
      const height = cells.length / width - 1;
      for (let column = 0; column < width; column += 1) {
        const stones = [];
        for (let row = height - 1; row >= 0; row -= 1) {
          const [label, , isMarked] = cells[row * width + column];
          if (label) stones.push(label);
          if (isMarked) won.push(`column ${column} row ${height - row} from the bottom`);
        }
        if (stones.length) said.push(`column ${column} from the bottom ${stones.join(" ")}`);
        else empty.push(column);
      }
      if (empty.length) said.push(`empty columns ${listed(empty)}`);
    } else {
      const places = new Map();
      cells.forEach(([label, owner, isMarked], index) => {
        if (!owner) empty.push(index + 1);
        else places.set(label, [...(places.get(label) ?? []), index + 1]);
        if (isMarked) won.push(index + 1);
      });
      for (const label of [...places.keys()].sort().reverse()) said.push(`${label} at ${listed(places.get(label))}`);
      if (empty.length) said.push(`empty ${listed(empty)}`);
    }
    if (won.length) said.push(`marked ${listed(won)}`);
    return said.join("; ");
  }

  function drawBoard() {
    place.replaceChildren();
    if (!data.width) return;
    const cells = looksAfter(step).map((look) => data.cells[look]);
    const changed = new Set((step ? game.board[step] : []).filter((_, index) => index % 2 === 0));
    const width = data.width * CELL + 2, height = (cells.length / data.width) * CELL + 2;
    const svg = make(place, "svg", { class: "board", role: "img", viewBox: `0 0 ${width} ${height}`, width: `${width / LETTER}em`, height: `${height / LETTER}em` });
    make(svg, "title", {}, step ? `Board after move ${step}` : "Board at the beginning");
    make(svg, "desc", {}, inWords(cells));
    cells.forEach(([label, owner, isMarked], index) => {
      const x = (index % data.width) * CELL + 1, y = Math.floor(index / data.width) * CELL + 1;
      const kinds = [owner || !isNumber(label) ? "mark" : "empty"];
      if (isMarked) kinds.push("won");
      else if (changed.has(index) && owner) kinds.push("now");
      make(svg, "rect", { class: kinds.join(" "), x, y, width: CELL, height: CELL });
      make(svg, "text", { class: kinds.join(" "), x: x + CELL / 2, y: y + CELL / 2 + 1 }, label);
    });
  }

  // What is said of a position.

  /** Return who has made a move: whoever said so in its words. */
  function sentence() {
    if (!step) return game.plies ? `The beginning. ${game.plies} moves of the opening come first.` : "The beginning.";
    const parts = [`Move ${step} of ${game.moves.length}: ${unpacked(game.moves[step - 1])}.`];
    if (step <= game.plies) parts.push("It belongs to the opening.");
    for (const text of game.chance?.[step] ?? []) parts.push(unpacked(text));
    return parts.join(" ");
  }

  function drawBeside() {
    beside.replaceChildren();
    for (const text of game.lines?.[step] ?? []) make(beside, "p", {}, unpacked(text));
    const groups = game.thoughts?.[step - 1] ?? [];
    if (!groups.length) return;
    make(beside, "h3", {}, `What ${data.me} thought`);
    const list = make(beside, "ul");
    for (const [text, names] of groups) make(list, "li", {}, `it ${unpacked(text)} ${names.map((name) => data.names[name]).join(" or ")}`);
  }

  function show() {
    drawBoard();
    drawBeside();
    says.textContent = sentence();
    if (step && step - 1 === game.lost) make(says, "b", {}, " This is the losing move.");
    slider.max = game.moves.length;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `move ${step} of ${game.moves.length}`);
    count.textContent = `${step} of ${game.moves.length}`;
    toLosing.hidden = game.lost === undefined;
    end.textContent = step === game.moves.length ? game.end : "";
    if (step === game.moves.length && game.search) make(end, "a", { href: game.search }, " The search before the losing move");
  }
  function go(to) {
    step = Math.max(0, Math.min(game.moves.length, to));
    show();
  }

  // The controls.

  const bar = dialog.querySelector(".controls");
  function button(label, meaning, act) {
    const one = make(bar, "button", { type: "button", title: meaning }, label);
    if (!/\w/.test(label)) one.setAttribute("aria-label", meaning);
    one.addEventListener("click", act);
    return one;
  }
  button("|◀", "to the beginning (Home)", () => go(0));
  button("◀", "a move back (left arrow)", () => go(step - 1));
  const forward = button("▶", "a move on (right arrow)", () => go(step + 1));
  button("▶|", "to the end (End)", () => go(game.moves.length));
  const slider = make(bar, "input", { type: "range", min: 0, "aria-label": "move" });
  slider.addEventListener("input", () => go(Number(slider.value)));
  const count = make(bar, "span", { class: "count" });
  const toLosing = button("losing move", "to the losing move (l)", () => go(game.lost + 1));

  function open(number) {
    game = games.get(number);
    const [first, second] = data.sides;
    const other = game.side === first ? second : first;
    title.textContent = `Game ${number}: ${data.me} (${game.side}) against ${game.opponent} (${other})`;
    go(game.plies);
    dialog.showModal();
    forward.focus();
  }
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const acts = { ArrowLeft: () => go(step - 1), ArrowRight: () => go(step + 1), Home: () => go(0), End: () => go(game.moves.length) };
    if (event.key === "l" && game.lost !== undefined) acts.l = () => go(game.lost + 1);
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key]();
  });
  document.getElementById("game-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // beside it

  // The lists.

  for (const element of document.querySelectorAll(".scripted, [data-game]")) element.hidden = false;
  document.addEventListener("click", (event) => {
    const asked = event.target.closest("[data-game]");
    if (asked) open(Number(asked.dataset.game));
  });
  /** Unfold the games that the address names. */
  function unfold() {
    const details = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details");
    if (!details || details.open) return;
    details.open = true;
    details.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  unfold();
})();
