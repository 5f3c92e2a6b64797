// Drives a real browser: reads steps from standard input, a JSON object a line, and answers each with a line.
// node drive.mjs chrome|firefox PROGRAM; GAMETREE_BROWSERS is a folder with puppeteer-core.
// A step has one of the keys of DO, and perhaps tab, the number of the tab that is meant: the last one if it has none.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [kind, program] = process.argv.slice(2);
const puppeteer = createRequire(`${process.env.GAMETREE_BROWSERS}/`)("puppeteer-core");
const args = kind === "chrome" ? ["--no-sandbox", "--disable-quic", "--disable-background-networking"] : [];
const options = { executablePath: program, headless: true, args, protocolTimeout: 900_000 };
const browser = await puppeteer.launch({ browser: kind, ...options });
const tabs = [], said = [];
let page;

async function another() {
  page = await browser.newPage();
  await page.setViewport({ width: 400, height: 800 });
  page.on("pageerror", (error) => said.push(String(error)));
  tabs.push(page);
}

const DO = {
  tab: () => null, // alone: go there
  async another() {
    await another();
  },
  async alone() {
    const old = tabs.splice(0);
    await another();
    for (const tab of old) await tab.close();
  },
  wide: (width) => page.setViewport({ width, height: 800 }),
  open: (url) => page.goto(url),
  // Not page.reload: after the page was isolated, in a process of its own, that finds the one from before.
  async reload() {
    await page.evaluate("window.isOld = true, location.reload()").catch(() => {});
    await DO.wait("!window.isOld && document.readyState === 'complete'", {});
  },
  before: (script) => page.evaluateOnNewDocument(script), // runs in pages that are opened from now on
  click: (selector) => page.click(selector),
  async press(keys, { times = 1 }) {
    const all = keys.split("+"), last = all.pop();
    for (const key of all) await page.keyboard.down(key);
    for (let n = 0; n < times; n += 1) await page.keyboard.press(last);
    for (const key of all.reverse()) await page.keyboard.up(key);
  },
  type: (text) => page.keyboard.type(text),
  paste: (text) => page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "clipboardData", { value: clipboardData }); // which Firefox's constructor leaves out
    document.activeElement.dispatchEvent(event);
  }, text),
  upload: async ([selector, path]) => (await page.$(selector)).uploadFile(path),
  async wait(expression, { within = 60 }) {
    const end = Date.now() + 1000 * within;
    let why = "";
    for (; Date.now() < end; await new Promise((later) => setTimeout(later, 30))) {
      try {
        if (await page.evaluate(`Promise.resolve(${expression}).then(Boolean)`)) return; // an element is nothing in BiDi
        why = "it is false";
      } catch (error) {
        why = error.message; // the page may be on its way to another one
      }
    }
    throw new Error(`not so within ${within} s: ${why}`);
  },
  value: (expression) => page.evaluate(expression),
  dark: () => page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]),
  scheme: (value) => page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]),
  shot: (path) => page.screenshot({ path }), // for a person to look at
  tree: () => page.accessibility.snapshot({ interestingOnly: true }), // what a screen reader is given; Chromium alone
  errors: () => said.splice(0),
};

const ANSWERS = ["value", "errors", "tree"];

await another();
for await (const line of createInterface({ input: process.stdin })) {
  const step = JSON.parse(line), what = Object.keys(step).find((key) => key in DO && key !== "tab") ?? "tab";
  if (step.tab !== undefined) await (page = tabs[step.tab]).bringToFront();
  try {
    const value = await DO[what](step[what], step);
    console.log(JSON.stringify({ value: ANSWERS.includes(what) ? value ?? null : null }));
  } catch (error) {
    console.log(JSON.stringify({ error: `${JSON.stringify(step).slice(0, 300)}: ${error.message}` }));
  }
}
await browser.close();
