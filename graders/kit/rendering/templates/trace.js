// Steps through a search. Its data are in data-trace of each <details class="trace">; kit/trace/drawing.py makes them.
// tree.js, which comes before, lets people move about in its tree.
(() => {
  const LEVEL = 78; // pixels from one ply of the tree to the next
  const GAP = 16; // pixels between neighbouring leaves
  const LETTER = 7.4; // pixels, about a character of a label
  const HALF = 12; // pixels, half the height of a node
  const LONGEST = 600; // characters of a tree in words
  const PACE = 700; // milliseconds for a step while it plays
  const SVG = "http://www.w3.org/2000/svg";
  const SVG_TAGS = ["svg", "g", "path", "line", "text", "title", "desc"];
  const [YOURS, TEXTBOOKS] = [0, 1]; // the runs
  const [CALL, WINDOW, RETURN, READ] = ["c", "w", "r", "l"]; // the kinds of events
  const LEGEND =
    "□ leaf: dashed: not read · solid: read · ⬡: read although it was already decided · double: where your search and the textbook's first differ";

  function make(parent, tag, attributes = {}, text = "") {
    const element = SVG_TAGS.includes(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
    setAttributes(element, attributes);
    element.textContent = text;
    return parent.appendChild(element);
  }
  function setAttributes(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  }

  // Values, as people read them.

  function bound(value) {
    if (value === null) return "?";
    if (value === "inf") return "∞";
    if (value === "-inf") return "−∞";
    return String(value).replace("-", "−");
  }
  function returned(value) {
    if (value === true) return "True";
    if (value === false) return "False";
    if (value === null) return "None";
    return bound(value);
  }
  function number(value) {
    if (value === null) return NaN; // which is no less, and no more, than any other
    return Number(String(value).replace("inf", "Infinity"));
  }
  const hasWindow = ({ alpha, beta }) => alpha !== null || beta !== null;
  const windowOf = ({ alpha, beta }) => `(${bound(alpha)}, ${bound(beta)})`;
  const isClosed = ({ alpha, beta }) => number(alpha) >= number(beta);

  function boardText(board, width) {
    const rows = board.replaceAll("_", "·").match(new RegExp(`.{${width}}`, "g")) ?? [];
    return rows.map((row) => [...row].join(" ")).join("\n");
  }

  // The tree.

  /** Return nodes that know their children, and how much room they need. */
  function nodesOf(rows) {
    const nodes = rows.map(([above, label, side, value, board], index) => {
      const isLeaf = side === "" && value !== null;
      const blank = side ? 1 : 0;
      const half = Math.max(16, ((label.length + side.length + blank) * LETTER) / 2 + 8);
      return { index, label, side, value, board, isLeaf, half, name: label || side, parent: above, children: [], depth: 0, x: 0, y: 0 };
    });
    for (const node of nodes) {
      node.parent = nodes[node.parent]; // undefined for the root, whose number is -1
      node.parent?.children.push(node);
    }
    return nodes;
  }

  /** Return nodes in preorder, each with its depth. Without recursion: a tree may be deep. */
  function inPreorder(nodes) {
    const order = [];
    const waiting = nodes.slice(0, 1);
    while (waiting.length) {
      const node = waiting.pop();
      node.depth = node.parent ? node.parent.depth + 1 : 0;
      order.push(node);
      waiting.push(...[...node.children].reverse());
    }
    return order;
  }

  /** Place nodes, leaves side by side and others above the middle of their children; return the size of the drawing. */
  function layOut(nodes) {
    const order = inPreorder(nodes);
    let right = 0;
    for (const node of order.filter(({ children }) => !children.length)) {
      let room = Math.max(node.half, node.isLeaf ? 20 : 46);
      for (let above = node.parent; above?.children.length === 1; above = above.parent) room = Math.max(room, above.half, 46);
      node.x = right + room;
      right += 2 * room + GAP;
    }
    for (const node of [...order].reverse()) {
      const { children } = node;
      if (children.length) node.x = (children[0].x + children.at(-1).x) / 2;
      node.y = 26 + node.depth * LEVEL;
    }
    // A parent of an only child may need more room than that: the whole is moved to the right.
    const shift = Math.max(0, ...order.map((node) => node.half + 30 - node.x));
    for (const node of order) node.x += shift;
    return {
      width: Math.max(0, ...order.map((node) => node.x + node.half + 34)),
      height: 70 + LEVEL * Math.max(0, ...order.map((node) => node.depth)),
    };
  }

  /** Return the outline of a node: shapes tell leaves apart for whoever sees no colours. */
  function outline(shape, w) {
    const h = HALF;
    if (shape === "late") return `M${-w + 7},${-h}H${w - 7}L${w},0L${w - 7},${h}H${-w + 7}L${-w},0Z`;
    if (shape === "leaf") return `M${-w},${-h}H${w}V${h}H${-w}Z`;
    return `M${-w + h},${-h}H${w - h}A${h},${h} 0 0 1 ${w - h},${h}H${-w + h}A${h},${h} 0 0 1 ${-w + h},${-h}Z`;
  }

  /** Return what is known of each node after some events: all anew, since a few thousand take a millisecond. */
  function knownAfter(events, nodes) {
    const known = nodes.map(() => ({ calls: 0, open: 0, isRead: false, value: null, window: "", isClosed: false }));
    for (const event of events) {
      const state = known[event.node];
      if (event.kind === READ) {
        state.isRead = true;
        continue;
      }
      if (event.kind === CALL) {
        state.calls += 1;
        state.open += 1;
      }
      if (event.kind === RETURN) {
        state.open -= 1;
        state.value = event.more;
      }
      if (hasWindow(event)) {
        state.window = windowOf(event);
        state.isClosed = isClosed(event);
      }
    }
    return known;
  }

  function start(details) {
    const data = JSON.parse(details.dataset.trace);
    const alone = "alone" in details.dataset;
    const nodes = nodesOf(data.nodes);
    const runs = data.runs.map((rows) => rows.map(([kind, node, line, alpha, beta, more]) => ({ kind, node, line, alpha, beta, more })));
    const needless = new Set(data.needless);
    const picked = new Set(); // the leaves that a prediction names
    let run = YOURS, step = 0, timer = 0, predicting = false;

    // The controls.
    const box = make(details, "div", { class: "stage", tabindex: "0", role: "group", "aria-label": "your search, step by step" });
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
    const other = runs[TEXTBOOKS].length ? button("", "your search, or the textbook's (t)", () => turn()) : null;
    const guess = data.prunes ? button("", "predict which leaves are read (p)", () => predict()) : null;
    const says = make(box, "p", { class: "says", "aria-live": "polite" });

    // The drawing: each node remembers its elements.
    const both = make(box, "div", { class: "both" });
    const scroller = make(both, "div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "the tree of your search" });
    const svg = make(scroller, "svg", { class: "search" });
    make(svg, "title", {}, `Tree of the search, ${nodes.length} nodes`);
    const inWordsNow = make(svg, "desc");
    const order = inPreorder(nodes);
    const { width, height } = layOut(nodes);
    setAttributes(svg, { viewBox: `0 0 ${width} ${height}` });
    const bringIntoSight = window.gametreeView(scroller, svg, nodes[0]);
    for (const node of nodes) {
      const { parent, x, y } = node;
      if (parent) node.edge = make(svg, "line", { x1: parent.x, y1: parent.y + HALF, x2: x, y2: y - HALF });
    }
    for (const node of nodes) {
      node.group = make(svg, "g", { transform: `translate(${node.x},${node.y})` });
      node.shape = make(node.group, "path");
      make(node.group, "text", {}, `${node.label} ${node.side}`.trim());
      node.window = make(node.group, "text", { class: "note", y: -22 });
      node.note = make(node.group, "text", { class: "value", y: 23 });
      node.group.addEventListener("click", () => clicked(node));
      node.group.addEventListener("keydown", (event) => {
        if (!predicting || ![" ", "Enter"].includes(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        clicked(node);
      });
    }

    // What stands beside and below it.
    const beside = make(both, "div", { class: "beside" });
    const board = data.width ? make(beside, "pre", { class: "board", tabindex: "0", role: "group", "aria-label": "the board of this node" }) : null;
    const listing = make(beside, "pre", { class: "code", tabindex: "0", role: "group", "aria-label": "your code" });
    const lines = new Map(); // by their number
    let last;
    for (const [line, shown, text] of data.code) {
      if (line > last + 1) make(listing, "i", {}, "   ⋮\n");
      const row = make(listing, "span");
      make(row, "i", {}, `${String(shown).padStart(4)} `);
      row.append(`${text}\n`);
      lines.set(line, row);
      last = line;
    }
    for (const sentence of data.told) make(box, "p", {}, sentence);
    if (data.prunes) make(box, "p", { class: "legend" }, LEGEND);

    function show() {
      const event = runs[run][step - 1]; // undefined at the beginning
      const here = nodes[event ? event.node : 0];
      const known = knownAfter(runs[run].slice(0, step), nodes);
      for (const node of nodes) paint(node, known[node.index], event && node === here);
      svg.setAttribute("role", predicting ? "group" : "img"); // a picture, in which leaves are checkboxes for a while
      inWordsNow.textContent = treeInWords(known);
      bringIntoSight(here);
      slider.max = runs[run].length;
      slider.value = step;
      count.textContent = `${step} of ${runs[run].length}`;
      if (other) other.textContent = run === TEXTBOOKS ? "your search" : "textbook's";
      if (guess) guess.textContent = predicting ? "show what is read" : "predict";
      says.textContent = sentence(event);
      if (predicting) says.textContent = `Click the leaves that you think will be read: ${picked.size} so far. Then show what is read.`;
      showLine(event);
      if (board) board.textContent = boardText(here.board, data.width);
    }

    /** Say what is drawn, for whoever can't see it: what is below each node, and what is known of it by now. */
    function treeInWords(known) {
      const about = ({ index, name, isLeaf, value }) => {
        if (isLeaf) return `${name} ${known[index].isRead ? bound(value) : "not read"}`;
        return known[index].value === null ? name : `${name} = ${returned(known[index].value)}`;
      };
      let said = `${about(nodes[0])}.`;
      for (const node of order) {
        if (!node.children.length) continue;
        const sentence = ` Below ${node.name}: ${node.children.map(about).join(", ")}.`;
        if (said.length + sentence.length > LONGEST) return `${said} The rest is left out here.`;
        said += sentence;
      }
      return said;
    }

    /** Draw what is known of a node, if that has changed. */
    function paint(node, state, isHere) {
      const { index, isLeaf } = node;
      const isSeen = state.calls > 0 || state.isRead;
      const isLate = isSeen && run === YOURS && needless.has(index);
      const classes = [isLeaf ? "leaf" : "inner"];
      if (state.isRead) classes.push("read");
      if (state.calls) classes.push("seen");
      if (isLate) classes.push("late");
      if (state.open > 0) classes.push("open");
      if (isHere) classes.push("here");
      if (data.differs.includes(index) && !predicting) classes.push("differs");
      if (picked.has(index)) classes.push("picked");
      let value = "";
      if (isLeaf) value = bound(node.value);
      else if (state.value !== null) value = `= ${returned(state.value)}`;
      const key = [...classes, state.window, state.isClosed, value, predicting].join("|");
      if (node.painted === key) return;
      node.painted = key;

      node.group.setAttribute("class", classes.join(" "));
      node.shape.setAttribute("d", outline(isLate ? "late" : classes[0], node.half));
      node.window.textContent = isLeaf ? "" : state.window;
      node.window.setAttribute("class", state.isClosed ? "note closed" : "note");
      node.note.textContent = value;
      node.edge?.setAttribute("class", isSeen ? "seen" : "");
      const choice = { tabindex: "0", role: "checkbox", "aria-checked": picked.has(index), "aria-label": node.name };
      if (predicting && isLeaf) setAttributes(node.group, choice);
      else for (const name of Object.keys(choice)) node.group.removeAttribute(name);
    }

    /** Mark the line of the student's code that runs. */
    function showLine(event) {
      listing.hidden = run === TEXTBOOKS;
      for (const line of lines.values()) line.classList.remove("now");
      if (!event || run === TEXTBOOKS) return;
      const line = lines.get(event.line);
      if (!line) return;
      line.classList.add("now");
      listing.scrollTop = line.offsetTop - listing.clientHeight / 2;
    }

    function sentence(event) {
      if (!event) {
        const whose = run === TEXTBOOKS ? "The textbook's search" : data.title;
        return `${whose}: ${runs[run].length} steps. Right arrow: the first one.`;
      }
      const whose = run === TEXTBOOKS ? "Textbook: " : "";
      const isDifferent = event.kind === READ && data.differs.includes(event.node);
      return `${whose}${inWords(event)}.${isDifferent ? " Here the two searches first differ." : ""}`;
    }

    function inWords(event) {
      const { name, value } = nodes[event.node];
      const window = windowOf(event);
      if (event.kind === CALL) {
        const call = `${data.functions[event.more] || "look"}: ${name}`;
        return hasWindow(event) ? `${call} in the window ${window}` : call;
      }
      if (event.kind === WINDOW) {
        return `the window of ${name} is ${window} now${isClosed(event) ? ": the rest can't matter" : ""}`;
      }
      if (event.kind === RETURN) return `${name} returns ${returned(event.more)}`;
      if (value === null) return `a game is played from ${name}`;
      const isLate = run === YOURS && needless.has(event.node);
      return `${name} is read: ${bound(value)}${isLate ? ", although it was already decided" : ""}`;
    }

    function go(to) {
      predicting = false;
      step = Math.max(0, Math.min(runs[run].length, to));
      if (step === runs[run].length) stop();
      show();
    }
    function stop() {
      clearInterval(timer);
      timer = 0;
      player.textContent = "▶";
    }
    function play() {
      if (timer) return stop();
      if (step === runs[run].length) step = 0;
      player.textContent = "⏸";
      timer = setInterval(() => (box.isConnected ? go(step + 1) : stop()), PACE);
    }

    /** Turn to where the other search has read as many leaves. */
    function turn() {
      const events = runs[run];
      const reads = events.slice(0, step).filter(({ kind }) => kind === READ).length;
      stop();
      run = run === YOURS ? TEXTBOOKS : YOURS;
      if (step === events.length) go(runs[run].length);
      else if (reads) go(stepAfterReads(reads));
      else go(Math.min(step, 1));
    }
    function stepAfterReads(wanted) {
      let reads = 0;
      for (const [place, event] of runs[run].entries()) {
        if (event.kind === READ) reads += 1;
        if (reads === wanted) return place + 1;
      }
      return runs[run].length;
    }

    /** Let leaves be picked; the next time, say which of them are read. */
    function predict() {
      stop();
      if (!predicting) {
        run = YOURS;
        step = 0;
        picked.clear();
        predicting = true;
        return show();
      }
      go(runs[run].length);
      const leaves = nodes.filter(({ isLeaf }) => isLeaf);
      const [yours, textbooks] = runs.map((events) => {
        const read = new Set(events.filter(({ kind }) => kind === READ).map(({ node }) => node));
        const names = [...read].map((index) => nodes[index].name).join(" ") || "none";
        const right = leaves.filter(({ index }) => picked.has(index) === read.has(index)).length;
        return { names, right };
      });
      says.textContent = `The textbook's search reads ${textbooks.names}: you were right about ${textbooks.right} of ${leaves.length} leaves. Yours reads ${yours.names}: right about ${yours.right}.`;
    }

    /** Pick a leaf, or go to the next event at a node; after the last one to the first. */
    function clicked({ index, isLeaf }) {
      if (predicting) {
        if (isLeaf && !picked.delete(index)) picked.add(index);
        return show();
      }
      const next = runs[run].findIndex(({ node }, place) => place >= step && node === index);
      const first = runs[run].findIndex(({ node }) => node === index);
      if (next >= 0) go(next + 1);
      else if (first >= 0) go(first + 1);
    }

    const keys = {
      ArrowRight: () => go(step + 1),
      ArrowLeft: () => go(step - 1),
      Home: () => go(0),
      End: () => go(runs[run].length),
      " ": play,
      t: () => other && turn(),
      p: () => guess && predict(),
    };
    (alone ? document : box).addEventListener("keydown", (event) => {
      if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === " " && event.target.tagName === "BUTTON") return; // presses it
      event.preventDefault();
      keys[event.key]();
    });
    if ("predict" in details.dataset && guess) predict();
    else show();
    if (alone) return;
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
  }

  window.gametreeSteps = () => {
    window.gametreeTrees();
    for (const details of document.querySelectorAll("details.trace:not([data-on])")) {
      details.dataset.on = "";
      details.querySelector(".without")?.remove();
      const open = () => {
        if (details.open && !details.querySelector(".stage")) start(details);
      };
      details.addEventListener("toggle", open);
      open();
    }
  };
  window.gametreeSteps();
})();
