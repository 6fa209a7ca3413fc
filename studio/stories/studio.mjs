// What all stories share: the built folder behind a server for static files, a browser, and what must never happen on a page.
//
// STUDIO_URL tells stories of a studio that is served already, such as a published one. CHROMIUM names another browser.

import { chromium } from "playwright-core";
import axe from "axe-core";
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const DIST = join(HERE, "..", "dist");
const SHOTS = join(HERE, "shots");
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
};

/** Serves the built folder on a free port. */
function served() {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)).replace(/\/$/, "/index.html");
    const file = join(DIST, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, "localhost", () => resolve({ url: `http://localhost:${server.address().port}/`, close: () => server.close() })));
}

/** The studio and a browser; `close` ends both. */
export async function open() {
  const server = process.env.STUDIO_URL ? { url: process.env.STUDIO_URL, close() {} } : await served();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  return {
    url: server.url,
    /** A fresh browser profile with a page, and the complaints that it made. */
    async visit({ hash = "", ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
      const page = await context.newPage();
      const complaints = watched(page, server.url);
      await page.goto(server.url + hash);
      return { page, context, complaints };
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** What a page does that it must not: errors, violations of its policy, and requests to others. */
function watched(page, home) {
  const complaints = [];
  // Of a file that is no page, such as the licences, a browser asks the server for a picture that it may lack.
  const isPicture = (message) => message.location().url.endsWith("/favicon.ico");
  page.on("console", (message) => message.type() === "error" && !isPicture(message) && complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error}`));
  page.context().on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(home) && !/^(blob|data):/.test(url)) complaints.push(`request: ${url}`);
  });
  return complaints;
}

/** Fails if the page did what it must not. */
export function isClean(complaints) {
  assert.deepEqual(complaints, []);
}

/** Fails if axe finds a violation. */
export async function isAccessible(page, what) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 200)} (${node.failureSummary})`).join(" | ")}`);
  assert.deepEqual(told, [], what);
}

/** Keeps a picture of the page for people. */
export async function picture(page, name) {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
}

/** The designer's answer for the present design, once at least so many games of each design are played, such as "2,001 games". */
export async function answerAfter(page, games, timeout = 120_000) {
  const least = Number(games.replace(/\D/g, ""));
  // The answer for the design before goes with the frame in which the design changes.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const reached = (wanted) => {
    const played = /([\d,]+) games/.exec(document.querySelector(".answer")?.textContent ?? "");
    return played !== null && Number(played[1].replaceAll(",", "")) >= wanted;
  };
  await page.waitForFunction(reached, least, { timeout });
  return page.locator(".answer").innerText();
}

/** The text of a file that a button downloads. */
export async function downloaded(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}
