// The start page: my score beside each exercise.

import { keepSite } from "./isolated.js";
import { kept, scoreOf } from "./store.js";

function show() {
  for (const row of document.querySelectorAll("[data-exercise]")) {
    const score = scoreOf(row.dataset.exercise), begun = kept(row.dataset.exercise, "text") !== undefined;
    const place = row.querySelector(".mine");
    place.textContent = score ? `${score[0]}/${score[1]}` : begun ? "begun" : "";
    place.classList.toggle("full", Boolean(score) && score[0] === score[1]);
  }
}

show();
addEventListener("pageshow", show);
addEventListener("storage", show);
keepSite(); // so that the next page is isolated from the beginning; what is refused is said there
