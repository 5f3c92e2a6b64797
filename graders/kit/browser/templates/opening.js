// Files that are opened or dropped: what is in them, and of which exercise they are.

const LARGEST = 1_000_000; // bytes
const HALF = 0.5; // of an exercise's names: a text that defines as many is of that exercise

/** Return the text of a file as editors have written it; throw an error that says why it is none. */
export async function read(chosen, file) {
  if (!chosen.name.endsWith(".py")) throw new Error(`${chosen.name} is no .py file: choose ${file}.`);
  if (chosen.size > LARGEST) throw new Error(`${chosen.name} is larger than 1 MB: that is no hand-written solution.`);
  const bytes = await chosen.arrayBuffer(), head = new Uint8Array(bytes.slice(0, 2)).join();
  const encodings = { "255,254": ["utf-16le"], "254,255": ["utf-16be"] }[head] ?? ["utf-8", "gb18030"];
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      continue; // the next one
    }
  }
  throw new Error(`${chosen.name} is not readable text: save it as a plain Python file in the encoding UTF-8.`);
}

/**
 * Return the exercise that a file is of: what it defines decides, or else its name; the page's own in doubt.
 *
 * names: for each exercise those that its stubs define; here: the exercise of the page
 * graders/kit/catalog.py looks at the name first, since nobody can be asked there. Here a person is.
 */
export function exerciseOf(file, text, names, here) {
  const defined = definitions(text), exercises = Object.keys(names);
  const shares = exercises.map((exercise) => {
    const known = names[exercise].filter((name) => defined.has(name));
    return known.length / names[exercise].length;
  });
  const most = Math.max(...shares);
  if (most >= HALF) {
    const alike = exercises.filter((_, number) => shares[number] === most);
    if (alike.includes(here)) return here;
    if (alike.length === 1) return alike[0];
  }
  const stem = file.replace(/\.py$/, "").toLowerCase();
  if (exercises.includes(stem)) return stem;
  const named = exercises.filter((exercise) => stem.includes(exercise));
  return named.length === 1 ? named[0] : here;
}

function definitions(text) {
  return new Set([...text.matchAll(/(?:^|[\r\n])[ \t]*(?:class|def)[ \t]+(\w+)/g)].map(([, name]) => name));
}

/** Call a function with the files that are dropped anywhere, and where: a browser would leave the page for them. */
export function whenDropped(then) {
  const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault(), true);
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    then([...event.dataTransfer.files], event.target);
  }, true);
}

/** Say in a dialog of which exercise a file is; there: whether that has a text, undefined if it has no page here. */
export function describe(dialog, other, here, there) {
  const [text, go] = [dialog.querySelector("p"), dialog.querySelector("[value=go]")];
  dialog.querySelector("h2").textContent = `This is ${other}${other.endsWith("s") ? "'" : "'s"} file`;
  const said = [`This is the page of ${here}.`];
  if (there === undefined) said.push(`There is no page of ${other} on this site.`);
  else said.push(`Your text of ${here} stays as it is if you go to the page of ${other}.`);
  if (there) said.push(`The text of ${other} that you have there is replaced: Undo (Ctrl-Z) brings it back`);
  if (there) said.push("as long as that page is open.");
  text.textContent = said.join(" ");
  go.textContent = there ? `Replace my ${other} by it` : `Go to ${other} with it`;
  go.hidden = there === undefined;
}
