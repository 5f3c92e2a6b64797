// Moves about in a tree that is larger than its place: it opens at its root, and can be fitted, zoomed and dragged.
(() => {
  const FACTOR = 1.25; // by which a button or a key zooms
  const [SMALLEST, LARGEST] = [0.1, 3];
  const STRIDE = 80; // pixels that an arrow key moves
  const SLIP = 4; // pixels that a pointer may move in a click
  const [ASIDE, ABOVE] = [60, 40]; // pixels around a node that is in sight
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /**
   * Let people move about in a drawing.
   *
   * scroller: the element that scrolls; svg: the drawing in it, with a viewBox
   * root: {x, y}, where the drawing opens
   * Returns a function that brings such a place into sight.
   */
  window.gametreeView = (scroller, svg, root) => {
    const { width, height } = svg.viewBox.baseVal;
    const full = parseFloat(getComputedStyle(svg).fontSize) / 16; // as large as the letters around it
    let scale = full, isOpen = false, from = null, isDragged = false;

    const view = document.createElement("div"), bar = document.createElement("div");
    view.className = "view";
    bar.className = "zoom";
    scroller.replaceWith(view);
    view.append(bar, scroller);
    const button = (label, meaning, act) => {
      const one = bar.appendChild(document.createElement("button"));
      one.type = "button";
      one.textContent = label;
      one.title = meaning;
      one.setAttribute("aria-label", meaning);
      one.addEventListener("click", act);
    };
    button("fit", "fit the whole tree (0)", () => fit());
    button("−", "zoom out (−)", () => zoom(scale / FACTOR));
    button("+", "zoom in (+)", () => zoom(scale * FACTOR));
    button("root", "back to the root, at full size (r)", () => open());
    scroller.setAttribute("role", "group");
    scroller.setAttribute("aria-label", "the tree: Shift with an arrow key moves it, + and − zoom, 0 fits it");

    /** Return how high the drawing may be without being scrolled. */
    function room() {
      return parseFloat(getComputedStyle(scroller).maxHeight) || Infinity; // "none" is no number
    }
    function resize(to) {
      scale = to;
      svg.setAttribute("width", width * scale);
      svg.setAttribute("height", height * scale);
      look();
    }
    /** Zoom, so that the place in the middle, or at the pointer, stays where it is. */
    function zoom(to, x = scroller.clientWidth / 2, y = scroller.clientHeight / 2) {
      const place = { x: (scroller.scrollLeft + x) / scale, y: (scroller.scrollTop + y) / scale };
      const least = Math.min(scale, SMALLEST); // a fitted tree may be smaller
      resize(Math.max(least, Math.min(LARGEST, to)));
      scroller.scrollLeft = place.x * scale - x;
      scroller.scrollTop = place.y * scale - y;
    }
    function fit() {
      resize(Math.min(full, scroller.clientWidth / width, room() / height));
    }
    function open() {
      resize(full);
      scroller.scrollLeft = root.x * full - scroller.clientWidth / 2;
      scroller.scrollTop = 0;
    }
    /** Show the buttons only where there is something to move. */
    function look() {
      const isLarge = width * full > scroller.clientWidth + 1 || height * full > room() + 1;
      bar.hidden = !isLarge && scale === full;
      scroller.classList.toggle("moves", !bar.hidden);
      if (bar.hidden) scroller.removeAttribute("tabindex");
      else scroller.tabIndex = 0;
    }
    // What is in a tab or in details that are closed has no width until it is opened.
    new ResizeObserver(() => {
      if (!scroller.clientWidth) return;
      look();
      if (!isOpen) open();
      isOpen = true;
    }).observe(scroller);

    view.addEventListener("keydown", (event) => {
      const arrow = event.shiftKey && ARROWS[event.key], larger = () => zoom(scale * FACTOR);
      const acts = { "+": larger, "=": larger, "-": () => zoom(scale / FACTOR), 0: fit, r: open };
      if (bar.hidden || event.ctrlKey || event.altKey || event.metaKey || !(arrow || event.key in acts)) return;
      event.preventDefault();
      event.stopPropagation(); // arrow keys mean something else around it
      if (arrow) scroller.scrollBy(arrow[0] * STRIDE, arrow[1] * STRIDE);
      else acts[event.key]();
    });
    scroller.addEventListener("wheel", (event) => {
      if (bar.hidden || !event.ctrlKey) return; // a wheel alone scrolls; two fingers on a touchpad come with Ctrl
      event.preventDefault();
      const { left, top } = scroller.getBoundingClientRect();
      zoom(event.deltaY < 0 ? scale * FACTOR : scale / FACTOR, event.clientX - left, event.clientY - top);
    }, { passive: false });

    // A finger scrolls without help; a mouse drags.
    scroller.addEventListener("pointerdown", (event) => {
      isDragged = false;
      if (bar.hidden || event.button || event.pointerType === "touch" || !svg.contains(event.target)) return;
      from = { x: event.clientX + scroller.scrollLeft, y: event.clientY + scroller.scrollTop };
    });
    scroller.addEventListener("pointermove", (event) => {
      if (!from) return;
      const left = from.x - event.clientX, top = from.y - event.clientY;
      if (!isDragged) {
        if (Math.hypot(left - scroller.scrollLeft, top - scroller.scrollTop) < SLIP) return;
        isDragged = true;
        scroller.setPointerCapture(event.pointerId);
      }
      [scroller.scrollLeft, scroller.scrollTop] = [left, top];
    });
    for (const end of ["pointerup", "pointercancel"]) scroller.addEventListener(end, () => (from = null));
    scroller.addEventListener("click", (event) => isDragged && event.stopPropagation(), true); // no node was clicked

    return ({ x, y }) => {
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller;
      const [left, top] = [x * scale, y * scale];
      const [aside, above] = [left - scrollLeft, top - scrollTop];
      if (aside < ASIDE || aside > clientWidth - ASIDE) scroller.scrollLeft = left - clientWidth / 2;
      if (above < ABOVE || above > clientHeight - ABOVE) scroller.scrollTop = top - clientHeight / 2;
    };
  };

  /** Let people move about in all trees of reports that are on the page now. */
  window.gametreeTrees = () => {
    for (const svg of document.querySelectorAll(".gametree .scroll:not(.view > *) > svg.tree")) {
      const box = svg.querySelector("rect"); // the root's, which is drawn first
      const x = Number(box.getAttribute("x")) + Number(box.getAttribute("width")) / 2;
      window.gametreeView(svg.parentElement, svg, { x, y: 0 });
    }
  };
  window.gametreeTrees();
})();
