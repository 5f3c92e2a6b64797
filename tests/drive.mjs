// Opens pages in a real browser, does the same on each, and prints what was found there, a list for each, as JSON.
// node drive.mjs chrome|firefox PROGRAM STEPS URL ...; GAMETREE_BROWSERS is a folder with puppeteer-core.
// STEPS: a JSON list of expressions, whose worth is found, and of {"press": KEY, "times": N}.
import { createRequire } from "node:module";

const [kind, program, steps, ...urls] = process.argv.slice(2);
const puppeteer = createRequire(`${process.env.GAMETREE_BROWSERS}/`)("puppeteer-core");
const args = kind === "chrome" ? ["--no-sandbox", "--disable-quic", "--disable-background-networking"] : [];
const browser = await puppeteer.launch({ browser: kind, executablePath: program, headless: true, args });
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 400, height: 800 });
  const found = [];
  for (const url of urls) {
    await page.goto(url);
    const here = [];
    for (const step of JSON.parse(steps)) {
      if (typeof step === "string") here.push(await page.evaluate(step));
      else for (let n = 0; n < (step.times ?? 1); n += 1) await page.keyboard.press(step.press);
    }
    found.push(here);
  }
  console.log(JSON.stringify(found));
} finally {
  await browser.close();
}
