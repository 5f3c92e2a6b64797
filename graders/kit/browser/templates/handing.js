// What is said before a file is handed in: its points, and what is still to be written.

const [BEGIN, END] = [/#\*+ Begin \*+#/, /#\*+ End \*+#/];

/** Return [names, count]: the functions that are in a text as they are in the stubs, and how many the stubs have. */
export function stillToWrite(stubs, text) {
  const [first, ...parts] = stubs.split(BEGIN), lines = codeOf(text), names = [];
  let before = first;
  for (const part of parts) {
    const [body, after] = part.split(END), name = [...before.matchAll(/\bdef (\w+)/g)].pop()?.[1];
    if (stands(codeOf(body), lines)) names.push(name);
    before = after;
  }
  return [names, parts.length];
}

/** Return lines of code without indentation; comments are left out, and so are the marks Begin and End. */
function codeOf(text) {
  return text.split(/\r\n|\r|\n/).map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
}

/** Tell whether a body stands in lines as a function's first: it may be left below what was written. */
function stands(body, lines) {
  const isAt = (at) => body.every((line, n) => lines[at + n] === line);
  return lines.some((_, at) => isAt(at) && /(:|"""|''')$/.test(lines[at - 1] ?? ""));
}

/** Return sentences. grade: the last one, see store.js, or undefined; digest: SHA-256 of the text as it is now */
export function aboutHandIn(stubs, text, grade, digest) {
  const sentences = [];
  const points = grade && `${grade.score} of ${grade.max_score} points`;
  if (!grade) sentences.push("It was not graded yet.");
  else if (grade.sha256 === digest) sentences.push(`It has ${points}.`);
  else sentences.push(`It was not graded since the last change. Before, it had ${points}.`);
  const [names, count] = stillToWrite(stubs, text);
  if (names.length) sentences.push(`Still to be written, ${names.length} of ${count} functions: ${names.join(", ")}.`);
  return sentences;
}

/** Return the SHA-256 of a text as reports have it; "" where a browser computes none, and nothing can be graded. */
export async function digestOf(text) {
  const digest = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(text));
  return digest ? [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("") : "";
}
