// What the browser keeps of a student's work on this site: the text of each exercise, and what was remembered of runs.

const SITE = new URL(".", location.href).pathname; // several sites may share a host

const key = (exercise, what) => `gametree ${SITE} ${exercise} ${what}`;

/** Return what is kept, undefined if nothing is, or nothing can be. */
export function kept(exercise, what) {
  try {
    return localStorage.getItem(key(exercise, what)) ?? undefined;
  } catch {
    return undefined; // keep says so as soon as there is something to keep
  }
}

/** Keep a text; return why it can't be kept, "" if it is. */
export function keep(exercise, what, text) {
  try {
    localStorage.setItem(key(exercise, what), text);
    return "";
  } catch (error) {
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
