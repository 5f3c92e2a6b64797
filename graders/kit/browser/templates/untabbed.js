// Tabs that indent a line become spaces: Python takes no mixture of both, and nobody sees which is which.

import { pythonLanguage } from "@codemirror/lang-python";

const WIDTH = 4; // spaces

/** Return Python's text without tabs before a line's first letter, unless they are in a string that is used. */
export function untabbed(text) {
  if (!/^ *\t/m.test(text)) return text;
  const strings = [];
  pythonLanguage.parser.parse(text).iterate({
    enter({ name, from, to, node }) {
      if (name.endsWith("String") && node.parent.name !== "ExpressionStatement") strings.push([from, to]); // no docstring
    },
  });
  const isInString = (place) => strings.some(([from, to]) => from < place && place < to);
  return text.replace(/^[ \t]+/gm, (indent, place) => (indent.includes("\t") && !isInString(place) ? spaces(indent) : indent));
}

function spaces(indent) {
  let width = 0;
  for (const blank of indent) width += blank === "\t" ? WIDTH - (width % WIDTH) : 1;
  return " ".repeat(width);
}
