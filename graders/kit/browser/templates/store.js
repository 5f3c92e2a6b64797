// What the browser keeps of a student's work on this site: the text of each exercise, and what was remembered of runs.

const SITE = new URL(".", location.href).pathname; // several sites may share a host

const unkept = new Map(); // what no storage takes: it stays as long as the page does

const key = (exercise, what) => `gametree ${SITE} ${exercise} ${what}`;

/** Return what is kept, undefined if nothing is, or nothing can be. */
export function kept(exercise, what) {
  const name = key(exercise, what);
  if (unkept.has(name)) return unkept.get(name);
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined; // keep says so as soon as there is something to keep
  }
}

/** Keep a text; return why it can't be kept, "" if it is. */
export function keep(exercise, what, text) {
  const name = key(exercise, what);
  unkept.delete(name);
  try {
    localStorage.setItem(name, text);
    return "";
  } catch (error) {
    unkept.set(name, text);
    return error.name === "QuotaExceededError" ? "its storage is full" : "it refuses to store anything";
  }
}

/** Call a function with the text whenever another tab keeps one. */
export function whenKept(exercise, what, then) {
  addEventListener("storage", (event) => {
    if (event.key === key(exercise, what) && event.newValue !== null) then(event.newValue);
  });
}

/** Return [score, max_score] of the last run of an exercise, undefined if there was none. */
export function scoreOf(exercise) {
  try {
    const { score, max_score } = JSON.parse(kept(exercise, "memory") ?? "{}");
    return Number.isInteger(score) ? [score, max_score] : undefined;
  } catch {
    return undefined; // a person has edited it
  }
}

/** Keep the points of a report, and the best ones so far; return why they can't be kept, "" if they are. */
export function keepGrade(exercise, { score, max_score, submission: { sha256 } }) {
  const before = gradeOf(exercise);
  const best = before?.max_score === max_score ? Math.max(before.best, score) : score;
  return keep(exercise, "grade", JSON.stringify({ score, max_score, sha256, best }));
}

/** Return {score, max_score, best, sha256} of the last run of an exercise, undefined if there was none. */
export function gradeOf(exercise) {
  try {
    const grade = JSON.parse(kept(exercise, "grade") ?? "{}");
    if (Number.isInteger(grade.score) && Number.isInteger(grade.best)) return grade;
  } catch {
    // a person has edited it
  }
  const [score, max_score] = scoreOf(exercise) ?? []; // of a visit before best points were kept
  return score === undefined ? undefined : { score, max_score, best: score };
}

/** Hand a file to the page of another exercise, to which this tab goes next; return whether that can be. */
export function handOver(exercise, name, text) {
  try {
    sessionStorage.setItem(key(exercise, "opened"), JSON.stringify({ name, text }));
    return true;
  } catch {
    return false;
  }
}

/** Return {name, text} of a file that another page has handed over, once; undefined if none has. */
export function handedOver(exercise) {
  try {
    const file = sessionStorage.getItem(key(exercise, "opened"));
    sessionStorage.removeItem(key(exercise, "opened"));
    return file === null ? undefined : JSON.parse(file);
  } catch {
    return undefined;
  }
}
