// A board, drawn as a grid: of buttons that are clicked, or of squares to look at.

const OWNERS = ["", "theirs", "mine"]; // classes of a cell: nobody's, the other's, the person's

/**
 * Draw a board; return its cells in a row.
 *
 * rows: of cells [label, owner, marked, name]
 * make: returns the element for a cell, which is given by its number
 * height: how much of the window's height it may take, in per cent: what is said of it is to be in sight
 */
export function draw(place, rows, make, height) {
  const cells = rows.flat(), columns = rows[0]?.length ?? 0;
  place.style.gridTemplateColumns = `repeat(${columns}, minmax(1.5rem, 4.5rem))`;
  place.style.maxWidth = `${(height * columns) / rows.length}vh`;
  while (place.children.length > cells.length) place.lastChild.remove();
  while (place.children.length < cells.length) place.append(make(place.children.length));
  for (const [number, [label, owner, marked]] of cells.entries()) {
    const cell = place.children[number];
    cell.textContent = label;
    cell.className = `${OWNERS[owner]} ${marked ? "marked" : ""} ${label.length > 2 ? "long" : ""}`;
  }
  return cells;
}
