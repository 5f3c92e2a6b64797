// The start page: my last score beside each exercise, and my best.

import { keepSite } from "./isolated.js";
import { gradeOf, kept } from "./store.js";

function show() {
  for (const row of document.querySelectorAll("[data-exercise]")) {
    const grade = gradeOf(row.dataset.exercise), begun = kept(row.dataset.exercise, "text") !== undefined;
    const place = row.querySelector(".mine");
    place.textContent = grade ? scores(grade) : begun ? "begun" : "";
    place.classList.toggle("full", grade !== undefined && grade.best === grade.max_score);
  }
}

/** The best score is named if it is another one than the last. */
function scores({ score, max_score, best }) {
  return best === score ? `${score}/${max_score}` : `last ${score}/${max_score}, best ${best}/${max_score}`;
}

show();
addEventListener("pageshow", show);
addEventListener("storage", show);
keepSite(); // so that the next page is isolated from the beginning; what is refused is said there
