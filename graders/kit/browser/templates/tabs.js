// Tabs as the ARIA Authoring Practices describe them: arrow keys move between them.

export class Tabs {
  constructor(list) {
    this.tabs = [...list.querySelectorAll("[role=tab]")];
    for (const [number, tab] of this.tabs.entries()) {
      tab.onclick = () => this.#choose(number);
      tab.onkeydown = ({ key }) => {
        const to = { ArrowRight: number + 1, ArrowLeft: number - 1, Home: 0, End: -1 }[key];
        if (to === undefined) return;
        const chosen = (to + this.tabs.length) % this.tabs.length;
        this.#choose(chosen);
        this.tabs[chosen].focus();
      };
    }
    this.#choose(0);
  }

  /** Show the panel of that name. */
  show(name) {
    this.#choose(this.tabs.findIndex((tab) => tab.getAttribute("aria-controls") === `${name}-panel`));
  }

  #choose(chosen) {
    for (const [number, tab] of this.tabs.entries()) {
      tab.setAttribute("aria-selected", number === chosen);
      tab.tabIndex = number === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = number !== chosen;
    }
  }
}
