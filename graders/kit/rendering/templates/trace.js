// Steps through a search. Its data are in data-trace of each <details class="trace">; kit/trace/drawing.py makes them.
(() => {
  const LEVEL = 78, GAP = 16, LETTER = 7.4, NS = "http://www.w3.org/2000/svg";
  const KINDS = { c: "call", w: "window", r: "return", l: "read" };

  const make = (parent, tag, attributes = {}, text = "") => {
    const svg = ["svg", "g", "path", "line", "text", "rect"].includes(tag);
    const element = svg ? document.createElementNS(NS, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return parent.appendChild(element);
  };
  const bound = (value) => (value === null ? "?" : value === "inf" ? "∞" : value === "-inf" ? "−∞" : String(value).replace("-", "−"));
  const said = (value) => (value === true ? "True" : value === false ? "False" : value === null ? "None" : bound(value));

  const number = (value) => (value === null ? NaN : Number(String(value).replace("inf", "Infinity")));
  const closed = (alpha, beta) => number(alpha) >= number(beta);

  // The outline of a node: shapes tell leaves apart for whoever sees no colours.
  const outline = (shape, w, h) =>
    shape === "late" ? `M${-w + 7},${-h}H${w - 7}L${w},0L${w - 7},${h}H${-w + 7}L${-w},0Z`
    : shape === "leaf" ? `M${-w},${-h}H${w}V${h}H${-w}Z`
    : `M${-w + h},${-h}H${w - h}A${h},${h} 0 0 1 ${w - h},${h}H${-w + h}A${h},${h} 0 0 1 ${-w + h},${-h}Z`;

  function start(details) {
    const { title, width, nodes, functions, code, told, prunes, runs, differs, needless } = JSON.parse(details.dataset.trace);
    const alone = "alone" in details.dataset;
    const box = make(details, "div", { class: "stage", tabindex: "0", "aria-label": "your search, step by step" });
    const below = nodes.map(() => []);
    nodes.forEach(([above], i) => above >= 0 && below[above].push(i));
    const isLeaf = nodes.map((node) => node[2] === "" && node[3] !== null);
    const late = new Set(needless);
    const name = (i) => nodes[i][1] || nodes[i][2];
    const reads = runs.map((run) => [...new Set(run.filter((e) => e[0] === "l").map((e) => e[1]))]);
    let run = 0, step = 0, timer = 0, predicting = false;
    const picked = new Set();

    // The controls.
    const bar = make(box, "div", { class: "controls" });
    const button = (label, meaning, act) => {
      const one = make(bar, "button", { type: "button", title: meaning, "aria-label": meaning }, label);
      one.addEventListener("click", act);
      return one;
    };
    button("|◀", "to the beginning (Home)", () => go(0));
    button("◀", "a step back (left arrow)", () => go(step - 1));
    const player = button("▶", "play (space)", () => play());
    button("▶|", "a step on (right arrow)", () => go(step + 1));
    button("▶▶|", "to the end (End)", () => go(runs[run].length));
    const slider = make(bar, "input", { type: "range", min: 0, "aria-label": "step" });
    slider.addEventListener("input", () => go(Number(slider.value)));
    const count = make(bar, "span", { class: "count" });
    const other = !runs[1].length ? null : button("", "your search, or the textbook's (t)", () => turn());
    const guess = prunes ? button("", "predict which leaves are read (p)", () => predict()) : null;
    const says = make(box, "p", { class: "says", "aria-live": "polite" });

    // The tree.
    const both = make(box, "div", { class: "both" });
    const scroller = make(both, "div", { class: "scroll" }), svg = make(scroller, "svg", { class: "search" });
    const place = nodes.map(() => [0, 0]);
    const half = nodes.map(([, label, side]) => Math.max(16, ((label + side).length + (side ? 1 : 0)) * LETTER / 2 + 8));
    let right = 0, deepest = 0;
    const depths = [];
    const order = [], todo = nodes.length ? [[0, 0]] : [];
    while (todo.length) { // in preorder, without recursion: a tree may be deep
      const [i, depth] = todo.pop();
      order.push(i);
      depths[i] = depth;
      deepest = Math.max(deepest, depth);
      for (const child of [...below[i]].reverse()) todo.push([child, depth + 1]);
    }
    for (const i of [...order].filter((i) => !below[i].length)) {
      let room = Math.max(half[i], isLeaf[i] ? 20 : 46);
      for (let above = nodes[i][0]; above >= 0 && below[above].length === 1; above = nodes[above][0]) room = Math.max(room, half[above], 46);
      place[i][0] = right + room;
      right += 2 * room + GAP;
    }
    for (const i of [...order].reverse()) {
      if (below[i].length) place[i][0] = (place[below[i][0]][0] + place[below[i].at(-1)][0]) / 2;
      place[i][1] = 26 + depths[i] * LEVEL;
    }
    // A parent of an only child may need more room than that: the whole is moved to the right.
    const shift = Math.max(0, ...order.map((i) => half[i] + 30 - place[i][0]));
    for (const i of order) place[i][0] += shift;
    const wide = Math.max(0, ...order.map((i) => place[i][0] + half[i] + 34)), high = 70 + deepest * LEVEL;
    for (const [name, value] of Object.entries({ width: wide, height: high, viewBox: `0 0 ${wide} ${high}` })) svg.setAttribute(name, value);
    const edges = nodes.map(([above], i) => above < 0 ? null : make(svg, "line", { x1: place[above][0], y1: place[above][1] + 12, x2: place[i][0], y2: place[i][1] - 12 }));
    const drawn = nodes.map(([, label, side, value], i) => {
      const group = make(svg, "g", { transform: `translate(${place[i][0]},${place[i][1]})` });
      const shape = make(group, "path", {});
      make(group, "text", {}, `${label} ${side}`.trim());
      const window = make(group, "text", { class: "note", y: -22 });
      const note = make(group, "text", { class: "value", y: 23 }, isLeaf[i] ? bound(value) : "");
      group.addEventListener("click", () => clicked(i));
      group.addEventListener("keydown", (event) => {
        if (!predicting || ![" ", "Enter"].includes(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        clicked(i);
      });
      return { group, shape, window, note, was: "" };
    });

    const beside = make(both, "div", { class: "beside" });
    const board = width ? make(beside, "pre", { class: "board", "aria-label": "the board of this node" }) : null;
    const listing = make(beside, "pre", { class: "code", "aria-label": "your code" });
    const rows = new Map();
    code.forEach(([number, shown, text], n) => {
      if (n && number > code[n - 1][0] + 1) make(listing, "i", {}, "   ⋮\n");
      const row = make(listing, "span", {});
      make(row, "i", {}, String(shown).padStart(4) + " ");
      row.append(text + "\n");
      rows.set(number, row);
    });
    for (const sentence of told) make(box, "p", {}, sentence);
    if (prunes) make(box, "p", { class: "legend" }, "□ leaf: dashed: not read · solid: read · ⬡: read although it was already decided · double: where your search and the textbook's first differ");

    // What is known after so many steps, from the beginning each time: a few thousand steps take a millisecond.
    function known() {
      const nodesNow = nodes.map(() => ({ called: 0, read: false, window: "", value: undefined, open: 0 }));
      for (const [kind, i, , alpha, beta, more] of runs[run].slice(0, step)) {
        const node = nodesNow[i];
        if (kind === "c") { node.called += 1; node.open += 1; }
        if (kind === "r") { node.open -= 1; node.value = more; }
        if (kind === "l") node.read = true;
        else if (alpha !== null || beta !== null) {
          node.window = `(${bound(alpha)}, ${bound(beta)})`;
          node.closed = closed(alpha, beta);
        }
      }
      return nodesNow;
    }

    function show() {
      const now = known(), event = step ? runs[run][step - 1] : null, here = event ? event[1] : 0;
      now.forEach((state, i) => {
        const { group, shape, window, note } = drawn[i];
        const wasted = (state.read || state.called) && run === 0 && late.has(i);
        const classes = [isLeaf[i] ? "leaf" : "inner", state.read ? "read" : "", state.called ? "seen" : "", wasted ? "late" : "", state.open > 0 ? "open" : "",
          i === here && event ? "here" : "", differs.includes(i) && !predicting ? "differs" : "", picked.has(i) ? "picked" : ""].join(" ");
        const value = isLeaf[i] ? bound(nodes[i][3]) : state.value === undefined || state.value === null ? "" : `= ${said(state.value)}`;
        const key = `${classes}|${state.window}|${state.closed}|${value}|${predicting}`;
        if (drawn[i].was === key) return;
        drawn[i].was = key;
        group.setAttribute("class", classes);
        shape.setAttribute("d", outline(wasted ? "late" : isLeaf[i] ? "leaf" : "inner", half[i], 12));
        window.textContent = isLeaf[i] ? "" : state.window;
        window.setAttribute("class", state.closed ? "note closed" : "note");
        note.textContent = value;
        const choice = predicting && isLeaf[i] ? { tabindex: "0", role: "checkbox", "aria-checked": String(picked.has(i)), "aria-label": name(i) } : {};
        for (const attribute of ["tabindex", "role", "aria-checked", "aria-label"])
          attribute in choice ? group.setAttribute(attribute, choice[attribute]) : group.removeAttribute(attribute);
        if (edges[i]) edges[i].setAttribute("class", state.called || state.read ? "seen" : "");
      });
      const [x, y] = place[here], { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller;
      if (x < scrollLeft + 60 || x > scrollLeft + clientWidth - 60) scroller.scrollLeft = x - clientWidth / 2;
      if (y < scrollTop + 40 || y > scrollTop + clientHeight - 40) scroller.scrollTop = y - clientHeight / 2;
      slider.max = runs[run].length;
      slider.value = step;
      count.textContent = `${step} of ${runs[run].length}`;
      if (other) other.textContent = run ? "your search" : "textbook's";
      if (guess) guess.textContent = predicting ? "show what is read" : "predict";
      says.textContent = predicting ? `Click the leaves that you think will be read: ${picked.size} so far. Then show what is read.` : sentence(event);
      listing.hidden = run === 1;
      for (const row of rows.values()) row.classList.remove("now");
      const row = event && run === 0 ? rows.get(event[2]) : null;
      if (row) {
        row.classList.add("now");
        listing.scrollTop = row.offsetTop - listing.clientHeight / 2;
      }
      if (board) board.textContent = nodes[here][4].replaceAll("_", "·").match(new RegExp(`.{${width}}`, "g"))?.map((r) => [...r].join(" ")).join("\n") ?? "";
    }

    function sentence(event) {
      const whose = run ? "The textbook's search" : title;
      if (!event) return `${whose}: ${runs[run].length} steps. Right arrow: the first one.`;
      const [kind, i, , alpha, beta, more] = event, window = `(${bound(alpha)}, ${bound(beta)})`;
      const known = alpha !== null || beta !== null;
      const what = { c: `${functions[more] || "look"}: ${name(i)}${known ? ` in the window ${window}` : ""}`, w: `the window of ${name(i)} is ${window} now${closed(alpha, beta) ? ": the rest can't matter" : ""}`,
        r: `${name(i)} returns ${said(more)}`, l: nodes[i][3] === null ? `a game is played from ${name(i)}` : `${name(i)} is read: ${bound(nodes[i][3])}${run === 0 && late.has(i) ? ", although it was already decided" : ""}` }[kind];
      const marked = kind === "l" && differs.includes(i) ? " Here the two searches first differ." : "";
      return `${run ? "Textbook: " : ""}${what}.${marked}`;
    }

    function go(to) {
      predicting = false;
      step = Math.max(0, Math.min(runs[run].length, to));
      if (step === runs[run].length) stop();
      show();
    }
    function stop() { clearInterval(timer); timer = 0; player.textContent = "▶"; }
    function play() {
      if (timer) return stop();
      if (step === runs[run].length) step = 0;
      player.textContent = "⏸";
      timer = setInterval(() => (box.isConnected ? go(step + 1) : stop()), 700);
    }
    function turn() { // to where the other search has read as many leaves
      const read = runs[run].slice(0, step).filter((e) => e[0] === "l").length, ended = step === runs[run].length;
      stop();
      run = 1 - run;
      let left = read, to = 0;
      while (left && to < runs[run].length) if (runs[run][to++][0] === "l") left -= 1;
      go(ended ? runs[run].length : read ? to : step ? 1 : 0);
    }
    function predict() {
      stop();
      if (!predicting) {
        run = step = 0;
        picked.clear();
        predicting = true;
        return show();
      }
      go(runs[0].length);
      const right = (leaves) => isLeaf.filter((leaf, i) => leaf && picked.has(i) === leaves.includes(i)).length;
      const list = (leaves) => leaves.map(name).join(" ") || "none";
      const all = isLeaf.filter(Boolean).length;
      says.textContent = `The textbook's search reads ${list(reads[1])}: you were right about ${right(reads[1])} of ${all} leaves. Yours reads ${list(reads[0])}: right about ${right(reads[0])}.`;
    }
    function clicked(i) {
      if (predicting) {
        if (isLeaf[i]) picked.has(i) ? picked.delete(i) : picked.add(i);
        return show();
      }
      const next = runs[run].findIndex((e, n) => n >= step && e[1] === i), first = runs[run].findIndex((e) => e[1] === i);
      if (first >= 0) go((next >= 0 ? next : first) + 1);
    }

    const keys = { ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), Home: () => go(0), End: () => go(runs[run].length), " ": play, t: () => other && turn(), p: () => guess && predict() };
    (alone ? document : box).addEventListener("keydown", (event) => {
      if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === " " && event.target.tagName === "BUTTON") return; // presses it
      event.preventDefault();
      keys[event.key]();
    });
    "predict" in details.dataset && guess ? predict() : show();
    if (alone) return;
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
  }

  window.gametreeSteps = () => {
    for (const details of document.querySelectorAll("details.trace:not([data-on])")) {
      details.dataset.on = "";
      details.querySelector(".without")?.remove();
      const open = () => details.open && !details.querySelector(".stage") && start(details);
      details.addEventListener("toggle", open);
      open();
    }
  };
  window.gametreeSteps();
})();
