// Says how far Python is: first its bytes come, then it starts, for about as long as the last time in this browser.

import { keep, kept } from "./store.js";

const SITE = "the site"; // in place of an exercise, among what is kept
const FIRST = 8; // seconds that a first start may take, as long as nobody has measured it here
const STEP = 100; // milliseconds
const HONEST = 0.9; // of the bar: the rest is for a start that takes longer

export class Loading {
  #timer; #from;
  #share = 0; // of the bytes that have come

  /** place: an element with a bar and a text; version: of the site, since the first start of each takes longer */
  constructor(place, version) {
    [this.place, this.version] = [place, version];
    [this.bar, this.text] = [place.querySelector("progress"), place.querySelector("span")];
  }

  /** Show how many bytes of all have come; once they are there Python starts. */
  progress(done, all) {
    if (done < all) {
      // How many there are in all may turn out to be more: the bar never goes back.
      this.#share = Math.max(this.#share, done / all);
      [this.bar.value, this.bar.max] = [this.#share, 1];
      this.text.textContent = `Loading Python: ${inMegabytes(done)} of ${inMegabytes(all)} MB`;
    } else if (!this.#from) this.#start();
  }

  #start() {
    this.#from = performance.now();
    const known = this.#times, isFirst = known.version !== this.version, seconds = isFirst ? known.first : known.later;
    let more = isFirst ? ", which takes longer the first time" : "";
    if (seconds) more = `, about ${Math.max(1, Math.round(seconds))} s`;
    this.text.textContent = `Starting Python${more}`;
    this.bar.max = 1;
    const show = () => (this.bar.value = shareOf((performance.now() - this.#from) / 1000 / (seconds || FIRST)));
    show();
    this.#timer = setInterval(show, STEP);
  }

  /** Hide it all: Python has started, or can't be. */
  end() {
    clearInterval(this.#timer);
    this.place.hidden = true;
  }

  /** Remember how long it took. fromSnapshot: whether Python's memory was kept from an earlier visit */
  note(fromSnapshot) {
    const seconds = (performance.now() - this.#from) / 1000;
    if (!(seconds > 0)) return;
    const times = { ...this.#times, version: this.version, [fromSnapshot ? "later" : "first"]: seconds };
    // A browser that keeps no snapshot takes as long each time.
    if (!fromSnapshot) times.later = this.#times.version === this.version ? seconds : undefined;
    keep(SITE, "times", JSON.stringify(times));
  }

  get #times() {
    try {
      return JSON.parse(kept(SITE, "times") ?? "{}") ?? {};
    } catch {
      return {}; // a person has edited it
    }
  }
}

const inMegabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** Return how much of the bar is full; what takes longer than expected comes ever closer to its end. */
function shareOf(time) {
  return time < HONEST ? time : 1 - (1 - HONEST) * Math.exp((HONEST - time) / (1 - HONEST) / 5);
}
