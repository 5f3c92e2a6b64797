// Tabs that indent a line become spaces: Python takes no mixture of both, and nobody sees which is which.

import { pythonLanguage } from "@codemirror/lang-python";

const WIDTH = 4; // spaces

/** Return Python's text without tabs before a line's first letter, unless they are in a string that is used. */
export function untabbed(text) {
  if (!/^ *\t/m.test(text)) return text;
  const strings = [];
  pythonLanguage.parser.parse(text).iterate({
    enter({ name, from, to, node }) {
      const isDocstring = node.parent?.name === "ExpressionStatement";
      if (name.endsWith("String") && !isDocstring) strings.push([from, to]);
    },
  });
  const isInString = (place) => strings.some(([from, to]) => from < place && place < to);
  return text.replace(/^ *\t[ \t]*/gm, (indent, place) => (isInString(place) ? indent : spaces(indent)));
}

function spaces(indent) {
  let width = 0;
  for (const blank of indent) width += blank === "\t" ? WIDTH - (width % WIDTH) : 1;
  return " ".repeat(width);
}
