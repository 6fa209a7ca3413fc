// Stories that are about all tabs: narrow screens, the keyboard alone, dark colours, what axe finds, and no network.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answerAfter, isAccessible, isClean, open, picture } from "./studio.mjs";

const TABS = ["Designer", "Strategist", "Author"];

let studio;
before(async () => (studio = await open()));
after(() => studio.close());

/** Goes to a tab, and waits until it shows more than that it is loading. */
async function to(page, tab) {
  await page.getByRole("navigation").getByRole("link", { name: tab }).click();
  await page.locator("main > div:not([hidden]) h1").waitFor();
  if (tab === "Designer") await answerAfter(page, "2,001 games");
  else await page.locator("main > div:not([hidden]) select").first().waitFor();
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    test(`all tabs are accessible and fit: ${colorScheme}, ${width} pixels wide`, async () => {
      const { page, context, complaints } = await studio.visit({ colorScheme, viewport: { width, height: 850 } });
      for (const tab of TABS) {
        await to(page, tab);
        await isAccessible(page, `${tab}, ${colorScheme}, ${width}`);
        const { scrolled, shown } = await page.evaluate(() => ({ scrolled: document.documentElement.scrollWidth, shown: document.documentElement.clientWidth }));
        assert.ok(scrolled <= shown, `${tab} is ${scrolled} pixels wide on a screen of ${shown}`);
        await picture(page, `${tab.toLowerCase()}-${colorScheme}-${width}`);
      }
      isClean(complaints);
      await context.close();
    });
  }
}

test("the switch of colours overrides the system, and is remembered", async () => {
  const { page, context, complaints } = await studio.visit({ colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByLabel("Colours").selectOption("dark");
  assert.notEqual(await ground(), light);
  await page.reload();
  await page.getByLabel("Colours").waitFor();
  assert.notEqual(await ground(), light);
  isClean(complaints);
  await context.close();
});

/** Presses Tab until what has the focus is called so. */
async function tabTo(page, name) {
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press("Tab");
    const { said, isSeen } = await page.evaluate(() => {
      const focused = document.activeElement;
      const label = focused?.labels?.[0]?.textContent ?? "";
      const style = focused ? getComputedStyle(focused) : undefined;
      return { said: `${focused?.getAttribute("aria-label") ?? ""} ${label} ${focused?.textContent ?? ""}`, isSeen: style?.outlineStyle !== "none" };
    });
    assert.ok(isSeen, `the focus is not visible on: ${said}`);
    if (name.test(said)) return;
  }
  assert.fail(`the keyboard does not reach ${name}`);
}

test("a designer changes a card with the keyboard alone", async () => {
  const { page, context, complaints } = await studio.visit();
  await answerAfter(page, "2,001 games");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Skip to the content");
  await page.keyboard.press("Enter");
  await tabTo(page, /^\s*pair-bomb/);
  await page.keyboard.press("Enter");
  await tabTo(page, /Add a part/);
  await page.keyboard.press("Space");
  await tabTo(page, /When it is checked/);
  await page.keyboard.press("ArrowDown");
  await page.getByRole("button", { name: /^pair-bomb/ }).filter({ hasText: "Explosion on a pair or a total of 9 or more" }).waitFor();
  await page.getByRole("region", { name: "The change as games are played" }).waitFor({ timeout: 60_000 });
  isClean(complaints);
  await context.close();
});

test("once it was open, the studio works without a network: all tabs, a stop, and when it is opened again", async () => {
  const { page, context, complaints } = await studio.visit();
  await page.getByText("also offline").waitFor();
  await answerAfter(page, "2,001 games");
  await context.setOffline(true);
  await to(page, "Strategist");
  await to(page, "Author");
  await to(page, "Designer");
  await page.getByLabel("Rerolls in a turn", { exact: true }).fill("3");
  await answerAfter(page, "20,001 games");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await answerAfter(page, "200,001 games");
  await page.reload();
  assert.equal(await page.getByLabel("Rerolls in a turn", { exact: true }).inputValue(), "3");
  await answerAfter(page, "2,001 games");
  isClean(complaints);
  await context.close();
});

test("a program that cannot be loaded is named in each tab, and nothing that is written is lost", async () => {
  const { page, context } = await studio.visit({ hash: "#author", serviceWorkers: "block" });
  const file = page.getByRole("textbox", { name: /^Game file/ });
  await page.locator(".check-state", { hasText: "No problems." }).first().waitFor({ timeout: 60_000 });
  const written = await file.innerText();
  await context.route(/\.wasm/, (route) => route.abort());
  const errors = [];
  page.on("pageerror", (error) => errors.push(error));
  for (const [tab, said] of [["strategist", "The program could not be loaded."], ["designer", "could not be loaded."]]) {
    await page.goto(`${studio.url}?${tab}#${tab}`);
    await page.getByRole("alert").getByText(said).waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Try again" }).first().waitFor();
  }
  await page.goto(`${studio.url}?author#author`);
  await page.getByRole("button", { name: "Replace what is written" }).click();
  assert.equal(await file.innerText(), written);
  assert.deepEqual(errors, []);
  await context.close();
});

test("the licences of what is bundled are there", async () => {
  const { page, context, complaints } = await studio.visit();
  await page.getByRole("link", { name: "Licences" }).click();
  await page.getByText("The app bundles dependencies").waitFor();
  for (const name of ["preact", "smol-toml", "@codemirror/state", "@codemirror/view"]) assert.ok((await page.content()).includes(name), name);
  isClean(complaints);
  await context.close();
});
