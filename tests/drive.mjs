// Opens pages in a real browser, and prints a list of what an expression is worth on each, as JSON.
// node drive.mjs chrome|firefox PROGRAM EXPRESSION URL ...; GAMETREE_BROWSERS is a folder with puppeteer-core.
import { createRequire } from "node:module";

const [kind, program, expression, ...urls] = process.argv.slice(2);
const puppeteer = createRequire(`${process.env.GAMETREE_BROWSERS}/`)("puppeteer-core");
const args = kind === "chrome" ? ["--no-sandbox", "--disable-quic", "--disable-background-networking"] : [];
const browser = await puppeteer.launch({ browser: kind, executablePath: program, headless: true, args });
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 400, height: 800 });
  const found = [];
  for (const url of urls) {
    await page.goto(url);
    found.push(await page.evaluate(expression));
  }
  console.log(JSON.stringify(found));
} finally {
  await browser.close();
}
