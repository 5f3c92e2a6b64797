// The page of an exercise: the statement beside the editor, and in its place the report, a console, the steps or a game.

import { Console } from "./console.js";
import { Editor } from "./editor.js";
import { Friend } from "./friend.js";
import { aboutHandIn, digestOf } from "./handing.js";
import { isolate } from "./isolated.js";
import { Kit } from "./kit.js";
import { Loading } from "./loading.js";
import { describe, exerciseOf, read, whenDropped } from "./opening.js";
import { Play } from "./play.js";
import { gradeOf, handOver, handedOver, keep, keepGrade, kept, scoreOf, whenKept } from "./store.js";
import { Tabs } from "./tabs.js";
import { untabbed } from "./untabbed.js";

const site = JSON.parse(document.querySelector("#site").textContent);
const stubs = JSON.parse(document.querySelector("#stubs").textContent);
const [$, all] = [(selector) => document.querySelector(selector), (selector) => document.querySelectorAll(selector)];
const SAVE_AFTER = 300; // milliseconds without a change
const NO_TABS = "Your file had tabs: they are 4 spaces now.";
const MARKS = { waiting: "·", passed: "✓" };

const tabs = new Tabs($("[role=tablist]"));
const file = `${site.name}.py`;
let saving, unsaved, kit, graded, focused;

// The text.

const editor = new Editor($("#editor"), file, kept(site.name, "text") ?? stubs, (text) => {
  clearTimeout(saving);
  unsaved = text;
  saving = setTimeout(save, SAVE_AFTER);
  if (graded) say("Your file has changed since it was graded.");
});

function save() {
  clearTimeout(saving);
  if (unsaved === undefined) return;
  const why = keep(site.name, "text", unsaved);
  unsaved = undefined;
  note("storage", why && `Your text is not kept in this browser, since ${why}: download your file before you leave.`);
}

addEventListener("unload", () => {}); // so that no browser keeps the page for its back button, with all its memory
addEventListener("pagehide", () => {
  save();
  kit?.end();
});
addEventListener("pageshow", (event) => event.persisted && location.reload()); // somebody went back to it
addEventListener("beforeunload", (event) => {
  save();
  if ($("#notes [data-kind=storage]:not([hidden])")) event.preventDefault(); // the browser asks whether to leave
});
whenKept(site.name, "text", (text) => {
  if (unsaved !== undefined) return; // what is typed here is kept in a moment, and comes there
  editor.text = text;
  unsaved = undefined;
});
whenKept(site.name, "memory", showScore);

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// What is said.

const say = (text) => ($("#status").textContent = text);

/** Show a sentence until another one of its kind, or "", takes its place. */
function note(kind, text) {
  const place = $("#notes");
  let line = place.querySelector(`[data-kind=${kind}]`);
  if (!line) {
    line = place.appendChild(document.createElement("p"));
    line.dataset.kind = kind;
  }
  line.textContent = text;
  line.hidden = !text;
}

function showScore() {
  const score = scoreOf(site.name);
  $("#score").textContent = score ? `${score[0]}/${score[1]}` : "";
  $("#score").title = "your last run";
}

function working(on) {
  if (on) focused = document.activeElement;
  document.body.classList.toggle("working", on);
  for (const button of all("[data-asks]")) button.disabled = on || !kit;
  showStop();
  if (!on && document.activeElement === document.body) focused?.focus(); // a button that is disabled loses it
}

function showStop() {
  $("#stop").disabled = !document.body.classList.contains("working") && !shell.runs;
}

/** Return what Python's side answers; undefined if it is nothing, and the reason is said then. */
async function ask(what, values, doing) {
  working(true);
  say(doing);
  save();
  const answer = await kit.ask(what, values);
  working(false);
  if (answer.stopped) say("Stopped.");
  else if (answer.problem) say(answer.problem);
  else if (answer.fault) {
    say("The grader failed, you lose nothing by it: reload the page, and tell your instructor if it happens again.");
    console.error(answer.fault);
  } else {
    say("");
    return answer;
  }
  return undefined;
}

// Grading.

async function grade() {
  if (!kit || kit.busy) return;
  const text = editor.text;
  note("opened", "");
  play.end("your file is graded");
  const answer = await ask("grade", { exercise: site.name, source: text, memory: kept(site.name, "memory") ?? "" }, "Your file is graded.");
  if (!answer) return;
  graded = answer.report;
  document.dispatchEvent(new CustomEvent("graded", { detail: graded })); // for whoever embeds or tests the page
  const why = [keep(site.name, "memory", answer.memory), keepGrade(site.name, graded)].find(Boolean);
  note("score", why && `Your score and your hints are not kept in this browser, since ${why}.`);
  showScore();
  $("#report").innerHTML = answer.html;
  window.gametreeSteps?.();
  offerToTry();
  linkLines();
  editor.mark(answer.lines);
  showHints();
  const next = $("#report .next")?.textContent ?? "";
  say(`${answer.score} of ${answer.max_score} points. ${next}`);
  for (const place of all(".after")) place.hidden = answer.score < answer.max_score;
}

function told(message) {
  if (message.checks) {
    tabs.show("report");
    $("#report").innerHTML = "<ol class=running></ol>";
    for (const place of all(".hints")) place.remove();
    for (const [name, title] of message.checks) {
      const line = $(".running").appendChild(document.createElement("li"));
      line.innerHTML = "<b></b> <span></span> <small></small>";
      [line.children[0].textContent, line.children[1].textContent] = [MARKS.waiting, name];
      line.children[2].textContent = title;
    }
    $(".running li").classList.add("now");
  } else if (message.outcome) {
    const line = $(".running li.now"), lines = [...all(".running li")], number = lines.indexOf(line) + 1;
    line.className = message.outcome;
    line.children[0].textContent = MARKS[message.outcome] ?? "✗";
    if (message.said) line.children[2].textContent = message.said;
    lines[number]?.classList.add("now");
    say(`${number} of ${lines.length} checks are done.`);
  } else if (message.games || message.game) {
    friend.told(message);
  } else {
    play.told(message);
  }
}

// Running.

const shell = new Console($("#run-panel"), (ended) => kit.startConsole(ended), { changed: () => showStop(), say });

function run(then = "") {
  if (!kit || kit.busy) return;
  play.end("your file is run");
  save();
  say("");
  tabs.show("run");
  shell.run(editor.text, file, then);
}

/** Give each statement that shows a mistake a button that runs it, and one that copies it. */
function offerToTry() {
  for (const code of all("#report .try code")) {
    const [runs, copies] = [document.createElement("button"), document.createElement("button")];
    [runs.textContent, copies.textContent] = ["Run it", "Copy it"];
    runs.dataset.asks = "";
    runs.onclick = () => run(code.textContent);
    copies.onclick = async () => {
      await navigator.clipboard.writeText(code.textContent);
      say("It is copied.");
    };
    code.after(" ", runs, " ", copies);
  }
}

/** Let the numbers of lines in the report lead to these lines. */
function linkLines() {
  for (const number of all("#report pre i")) {
    const link = document.createElement("a");
    link.textContent = number.textContent.trim();
    link.href = "#editor";
    link.setAttribute("aria-label", `line ${link.textContent} in the editor`);
    link.onclick = (event) => {
      event.preventDefault();
      editor.goTo(Number(link.textContent));
    };
    const width = number.textContent.length - link.textContent.length;
    number.replaceChildren(" ".repeat(width), link);
  }
}

/** Return a paragraph of a text in which code stands between backticks. */
function withCode(text) {
  const paragraph = document.createElement("p");
  for (const [number, piece] of text.split("`").entries()) {
    const isCode = number % 2 === 1;
    paragraph.appendChild(document.createElement(isCode ? "code" : "span")).textContent = piece;
  }
  return paragraph;
}

// Hints. Those for a function stand where the report speaks of it first; without a report, below its place.

function showHints() {
  for (const place of all(".hints")) place.remove();
  const { failed = [], hints = {}, next } = JSON.parse(kept(site.name, "memory") ?? "{}");
  const methods = failed.filter((method) => site.hints[method]);
  for (const method of methods.sort((a, b) => (b === next) - (a === next))) {
    const card = [...all("#report section:not(.passed)")].find((one) => one.dataset.check.split(":")[0] === method);
    const place = (card?.querySelector("details") ?? $("#hints")).appendChild(document.createElement("div"));
    place.className = "hints";
    const button = place.appendChild(document.createElement("button"));
    const name = () => {
      const given = Math.min(hints[method] ?? 0, site.hints[method]), left = site.hints[method] - given;
      button.textContent = left ? `A hint for ${method} (${left} left)` : `The hints for ${method} once more`;
    };
    button.dataset.asks = "";
    name();
    button.onclick = async () => {
      const answer = await ask("hint", { exercise: site.name, memory: kept(site.name, "memory") ?? "", method }, "");
      if (!answer) return;
      keep(site.name, "memory", answer.memory);
      hints[method] = JSON.parse(answer.memory).hints[method];
      const line = withCode(answer.said);
      if (![...place.querySelectorAll("p")].some((other) => other.textContent === line.textContent)) place.append(line);
      say(line.textContent);
      name();
    };
  }
}

// What is clicked.

const asked = (dialog) => new Promise((resolve) => {
  dialog.returnValue = "";
  dialog.onclose = () => resolve(dialog.returnValue);
  dialog.showModal();
});

const clicks = {
  grade,
  run: () => run(),
  stop: () => (kit.busy ? kit.stop() : shell.stop()),
  open: () => $("#file").click(),
  download: () => download(file, editor.text),
  json: () => graded && download(`${site.name}.json`, JSON.stringify(graded, null, 1)),
  async reset() {
    if ((await asked($("#sure"))) !== "yes") return;
    editor.text = stubs;
    editor.focus();
  },
  async handIn() {
    const text = editor.text, about = aboutHandIn(stubs, text, gradeOf(site.name), await digestOf(text));
    $("#hand-in .about").innerText = about.join("\n");
    if ((await asked($("#hand-in"))) === "yes") download(site.hand_in, text);
  },
  async trace() {
    const wanted = $("#position").value.trim(), tree = /^[[(]/.test(wanted);
    const position = { tree: tree ? wanted : "", board: tree ? "" : wanted };
    play.end("your search is recorded");
    const answer = await ask("trace", { exercise: site.name, source: editor.text, ...position }, "Your search is recorded.");
    if (!answer) return;
    $("#steps-place").innerHTML = answer.html;
    for (const details of all("#steps-place details.trace")) details.open = true;
    window.gametreeSteps?.();
    say("Step with the arrow keys, or the buttons.");
  },
};
const play = new Play(site, $("#play"), () => editor.text, ask);
const friend = new Friend(site, $("#friend"), file, () => editor.text, (...asked) => {
  play.end("two files play each other");
  return ask(...asked);
});
for (const [name, clicked] of Object.entries(clicks)) {
  for (const button of all(`[data-click=${name}]`)) button.onclick = clicked;
}

// What is opened.

$("#file").onchange = async ({ target }) => {
  await openOne([...target.files]);
  target.value = "";
};
whenDropped((files, where) => (friend.holds(where) ? friend.choose(files) : openOne(files)));

async function openOne(files) {
  if (!files.length || $("dialog[open]")) return;
  if (files.length > 1) return note("opened", "These are several files: open one at a time.");
  const [{ name }] = files;
  try {
    const text = await read(files[0], file), other = exerciseOf(name, text, site.names, site.name);
    if (other === site.name || (await isWantedHere(other, name, text))) put(name, text);
  } catch (error) {
    note("opened", error.message);
  }
  editor.focus();
}

/** Ask what to do with a file of another exercise; return whether it is opened here all the same. */
async function isWantedHere(other, name, text) {
  const dialog = $("#other"), old = kept(other, "text");
  describe(dialog, other, site.name, site.pages.includes(other) ? old !== undefined && old !== text : undefined);
  const wanted = await asked(dialog);
  if (wanted === "go") {
    save();
    if (!handOver(other, name, text)) throw new Error(`${name} can't be taken there: open it on the page of ${other}.`);
    location.href = `${other}.html`;
  }
  return wanted === "here";
}

function put(name, text) {
  const before = editor.text, plain = untabbed(text);
  editor.text = plain;
  const said = [`${name} is opened.`];
  if (plain !== text) said.push(NO_TABS);
  if (plain !== before) said.push("Undo (Ctrl-Z) brings back what was here.");
  note("opened", said.join(" "));
}

addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || $("dialog[open]")) return;
  event.preventDefault();
  if (event.shiftKey) run();
  else grade();
}, true);

// Python.

async function begin() {
  const loading = new Loading($("#starting"), site.app), { why, offline } = await isolate();
  note("offline", offline);
  if (why) {
    loading.end();
    return note("python", `${why} You can write and download your file all the same.`);
  }
  const started = new Kit(site, {
    progress: (done, all) => loading.progress(done, all),
    told,
    note: (text) => note("snapshot", text),
    failed: (text) => note("python", text),
  });
  try {
    await started.ready;
  } catch (error) {
    loading.end();
    return note("python", `Python can't be started (${error.message}): look at your network, then reload the page.`);
  }
  kit = started;
  loading.end();
  loading.note(kit.started.fromSnapshot);
  document.body.dataset.ready = Math.round(performance.now());
  document.body.dataset.snapshot = kit.started.fromSnapshot;
  working(false);
  showHints();
  say("Python is ready.");
  navigator.serviceWorker?.controller?.postMessage("keep the rest");
  return undefined;
}

navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data.changed) {
    const names = data.changed.map((name) => name.split("/").pop()).join(", ");
    note("changed", `Something had changed ${names} in this browser's storage. The site's own was fetched again: tell your instructor.`);
  }
  if (data.notKept) note("offline", `This browser can't keep the whole site, so it may not work offline (${data.notKept}).`);
});
$("#editor").addEventListener("untabbed", () => note("opened", NO_TABS));
showScore();
const handed = handedOver(site.name);
if (handed) put(handed.name, handed.text);
else if (untabbed(editor.text) !== editor.text) {
  editor.text = untabbed(editor.text); // which an earlier page of this site has kept
  note("opened", NO_TABS);
}
begin();
