// Stories of an author: a game is written, mended, played at once, solved, and two strategies for it race.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { downloaded, isAccessible, isClean, open, picture } from "./studio.mjs";

let studio;
before(async () => (studio = await open()));
after(() => studio.close());

const DRAGON = `game = "dragon"
title = "Dragon"
players = "2-4"

[press]
dice = 2
bust = "count(1) > 0"
worth = "2 * sum if alike == size else sum"
gaol = 60
`;

const ROBBER = `name = "robber"
about = "runs with 20 gold"
game = "dragon"
decide = "roll"

[[rule]]
when = "total >= 20"
decide = "bank"
`;

async function write(page, editor, text) {
  await page.getByRole("textbox", { name: editor }).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

/** The part of the page about the file of the game, or about a strategy for it. */
function part(page, name) {
  return page.getByRole("region", { name, exact: true });
}

function said(section, words) {
  return section.locator(".check-state", { hasText: words }).waitFor({ timeout: 60_000 });
}

/** The author's tab with Dragon, as the tutorial has it. */
async function withDragon() {
  const { page, complaints } = await studio.visit({ hash: "#author" });
  const file = part(page, "Your game");
  await said(file, "No problems.");
  await write(page, /^Game file/, DRAGON.replace("gaol", "goal"));
  await said(file, "No problems.");
  await page.getByText("This is played with the last file that had no mistakes.").waitFor({ state: "detached", timeout: 60_000 });
  return { page, complaints };
}

test("an author writes a game with a mistake, sees it while typing, and mends it with a completed word", async () => {
  const { page, complaints } = await studio.visit({ hash: "#author" });
  const file = part(page, "Your game");
  await said(file, "No problems.");
  await write(page, /^Game file/, DRAGON);
  await said(file, "1 problem:");
  const problem = file.getByRole("button", { name: /Line 9, column 1/ });
  assert.match(await problem.innerText(), /unknown key 'gaol'[\s\S]*did you mean 'goal'\?/);
  assert.equal(await file.locator(".cm-lintRange-error").innerText(), "gaol");
  await picture(page, "author-wrong");

  await problem.click();
  await page.keyboard.type("go");
  await page.getByRole("option", { name: "goal" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type("al");
  await said(file, "No problems.");
  assert.equal((await downloaded(page, "Download dragon.toml")).text, DRAGON.replace("gaol", "goal"));
  // The tutorial has the same ranges, and the same number of positions.
  assert.match(await file.getByRole("row", { name: /^score/ }).innerText(), /score\s+0\s+83/);
  await file.getByText("All 3,136 positions with 2 players were checked").waitFor();
  await isAccessible(page, "the file of a game");
  isClean(complaints);
});

test("an author plays the game at once: for its numbers, and as a player", async () => {
  const { page, complaints } = await withDragon();
  const numbers = part(page, "Numbers");
  await numbers.getByRole("button", { name: "Play many games" }).click();
  await numbers.getByText(/^A game has [\d.]+ ± [\d.]+ turns on average\. Seat 1 wins most: [\d.]+% ± [\d.]+\. [\d,]+ games\.$/).waitFor({ timeout: 120_000 });
  await picture(page, "author-numbers");
  const stop = numbers.getByRole("button", { name: "Stop" });
  if (await stop.isVisible()) await stop.click();

  await page.getByRole("button", { name: "Play it yourself" }).click();
  const game = part(page, "Play it yourself");
  await game.getByLabel("Seed").fill("3");
  await game.getByRole("button", { name: "Begin", exact: true }).click();
  const bank = game.getByRole("button", { name: "bank", exact: true });
  await bank.waitFor({ timeout: 60_000 });
  await bank.click();
  await game.getByText(/“bank” (cost|was)/).waitFor({ timeout: 60_000 });
  await picture(page, "author-play");
  isClean(complaints);
});

test("an author writes a strategy for the game, and races it against another", async () => {
  const { page, complaints } = await withDragon();
  await page.getByRole("button", { name: "Strategies", exact: true }).click();
  const strategy = part(page, "A strategy for it");
  await said(strategy, "No problems.");
  await write(page, /^Strategy for your game/, ROBBER);
  await said(strategy, "No problems.");
  const race = part(page, "Race");
  await race.getByLabel("Opponent 1").selectOption("random");
  await race.getByRole("button", { name: "Race", exact: true }).click();
  await race.locator(".verdict", { hasText: "robber is better than random." }).waitFor({ timeout: 120_000 });
  await picture(page, "author-race");
  await isAccessible(page, "a strategy for an own game");
  isClean(complaints);
});

test("an author has the game solved", async () => {
  const { page, complaints } = await withDragon();
  await page.getByRole("button", { name: "Best play" }).click();
  const best = part(page, "Best play");
  await best.getByRole("button", { name: "Solve the game" }).click();
  await best.getByText("The game is solved.").waitFor({ timeout: 120_000 });
  // The tutorial has the same number.
  assert.match(await best.locator("pre").innerText(), /0\.543534264/);
  await picture(page, "author-best-play");
  isClean(complaints);
});
