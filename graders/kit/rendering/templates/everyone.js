// Filters and sorts the table of everyone. What is chosen stands behind # in the address: who gets it sees the same.
(() => {
  const OPENS = "everyone"; // what an address begins with behind #, by which the table is open
  const place = document.getElementById("everyone"), form = place.querySelector("form"), fields = form.elements;
  const outcomes = [...fields.is.options].map((option) => option.value).filter(Boolean); // in the order of a column
  const count = place.querySelector("[role=status]"), body = place.querySelector("tbody");
  const heads = [...place.querySelectorAll("thead th")];
  const collator = new Intl.Collator("en", { numeric: true });
  let sorted = { name: "student", isDown: false };

  /** Return a text as it is looked for: no matter which letters are capitals or have accents. */
  const plain = (text) => text.normalize("NFD").replace(/\p{Mark}/gu, "").toLowerCase();

  /** Return what is known of the student in a row: texts, the mark or null, and outcomes by check. */
  function read(row, index) {
    const student = { row, index, outcomes: {}, texts: {} };
    heads.forEach((head, number) => {
      const cell = row.cells[number], name = head.dataset.name;
      if (name.startsWith("=")) student.outcomes[name] = outcomes.find((outcome) => cell.classList.contains(outcome));
      else student.texts[name] = cell.textContent;
    });
    const mark = parseFloat(student.texts.mark);
    student.mark = Number.isNaN(mark) ? null : mark;
    delete student.texts.mark;
    student.all = plain(Object.values(student.texts).join(" "));
    return student;
  }

  const students = [...body.rows].map(read);

  /** Tell whether a check went as is asked for; where nothing was graded, no check did. */
  function went(outcome, wanted) {
    if (wanted) return outcome === wanted;
    return outcome !== undefined && outcome !== "passed";
  }

  /** Tell whether a student is shown. wanted: what the form says, by the names of its fields; words: its text's. */
  function isShown(student, wanted, words) {
    if (!words.every((word) => student.all.includes(word))) return false;
    for (const name of ["status", "cause", "person"]) {
      if (wanted[name] && student.texts[name] !== wanted[name]) return false;
    }
    if (wanted.from && (student.mark === null || student.mark < Number(wanted.from))) return false;
    if (wanted.to && (student.mark === null || student.mark > Number(wanted.to))) return false;
    if (!wanted.check) return true;
    if (wanted.check !== "*") return went(student.outcomes[wanted.check], wanted.is);
    return Object.values(student.outcomes).some((outcome) => went(outcome, wanted.is));
  }

  /** Return what a column is sorted by: null for what comes last either way. */
  function key(student, name) {
    if (name === "mark") return student.mark;
    if (!name.startsWith("=")) return student.texts[name] || null;
    const outcome = student.outcomes[name];
    return outcome === undefined ? null : outcomes.indexOf(outcome);
  }
  function compared(one, other) {
    const [a, b] = [key(one, sorted.name), key(other, sorted.name)];
    if (a === null || b === null) return (a === null) - (b === null) || one.index - other.index;
    const order = typeof a === "string" ? collator.compare(a, b) : a - b;
    return (sorted.isDown ? -order : order) || one.index - other.index;
  }

  /** Show the students that are asked for. */
  function filter() {
    fields.is.disabled = !fields.check.value;
    const wanted = Object.fromEntries([...fields].map((field) => [field.name, field.value]));
    const words = plain(wanted.text).split(/\s+/);
    let shown = 0;
    for (const student of students) {
      student.row.hidden = !isShown(student, wanted, words);
      if (!student.row.hidden) shown += 1;
    }
    count.textContent = `${shown} of ${students.length} students`;
  }

  /** Put all students in the order that is asked for. */
  function sort() {
    for (const head of heads) {
      if (head.dataset.name !== sorted.name) head.removeAttribute("aria-sort");
      else head.setAttribute("aria-sort", sorted.isDown ? "descending" : "ascending");
    }
    body.replaceChildren(); // all at once: one by one, 3,000 rows take Chromium five seconds to leave
    body.append(...students.sort(compared).map((student) => student.row));
  }

  /** Write into the address what is chosen, or that the table is closed. */
  function remember() {
    const words = new URLSearchParams();
    for (const field of fields) {
      if (field.name && field.value && !field.disabled) words.set(field.name, field.value);
    }
    if (sorted.name !== "student" || sorted.isDown) words.set("sort", sorted.name);
    if (sorted.isDown) words.set("down", "1");
    const chosen = String(words) ? `#${OPENS}?${words}` : `#${OPENS}`;
    history.replaceState(null, "", place.open ? chosen : location.pathname + location.search);
  }

  /** Choose what the address says. What it names and is not there is left out. */
  function recall() {
    const [opens, rest = ""] = location.hash.slice(1).split("?");
    if (opens !== OPENS) return;
    const words = new URLSearchParams(rest);
    for (const field of fields) {
      if (!field.name) continue;
      field.value = words.get(field.name) ?? "";
      if (field.selectedIndex === -1) field.value = "";
    }
    const name = words.get("sort");
    const isThere = heads.some((head) => head.dataset.name === name);
    sorted = { name: isThere ? name : "student", isDown: words.has("down") };
    if (place.open) return;
    place.open = true;
    place.scrollIntoView();
  }

  for (const head of heads) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const { name } = head.dataset;
      sorted = { name, isDown: name === sorted.name && !sorted.isDown };
      sort();
      remember();
    });
  }
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    filter();
    remember();
  });
  form.addEventListener("reset", () => setTimeout(() => { // only then its fields are empty
    sorted = { name: "student", isDown: false };
    sort();
    filter();
    remember();
  }));
  place.addEventListener("toggle", remember);
  addEventListener("hashchange", () => {
    recall();
    sort();
    filter();
  });
  recall();
  sort();
  filter();
})();
