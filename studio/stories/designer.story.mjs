// Stories of a designer: what changes when a card or a rule is changed, and how a design is kept and given to others.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { answerAfter, downloaded, isAccessible, isClean, open, picture } from "./studio.mjs";

let studio;
before(async () => (studio = await open()));
after(() => studio.close());

/** The number before `±` in a cell, and the number behind it. */
function estimate(text) {
  const [, value, half] = /([+−]?[\d.]+)%? ± ([\d.]+)/.exec(text);
  return { value: Number(value.replace("−", "-")), half: Number(half) };
}

/** Adds "or a total of 9 or more" to the card `pair-bomb`. */
async function goesOffOnNine(page) {
  await page.getByRole("button", { name: /^pair-bomb/ }).click();
  await page.getByRole("button", { name: "Add a part" }).click();
  await page.getByLabel("Part 2: total", { exact: true }).fill("9");
}

test("a designer makes `pair-bomb` go off on 9 too, and sees that `odds` gains half a percentage point", async () => {
  const { page, complaints } = await studio.visit();
  await answerAfter(page, "2,001 games");
  await goesOffOnNine(page);
  assert.match(await page.getByRole("button", { name: /^pair-bomb/ }).innerText(), /changed[\s\S]*a pair or a total of 9 or more/);

  const card = page.getByRole("region", { name: "How hard the cards are" });
  await card.getByText(/^pair-bomb, with 3 dice/).waitFor();
  const said = await card.getByText(/^pair-bomb, with 3 dice/).innerText();
  assert.match(said, /expected total 7\.92 → 5\.36/);

  const answer = await answerAfter(page, "200,001 games");
  const [, gain, half] = /odds gains ([\d.]+) ± ([\d.]+) percentage points/.exec(answer);
  // A million games of the program say 0.446 ± 0.043 (README).
  assert.ok(Math.abs(Number(gain) - 0.446) < 0.2, answer);
  assert.ok(Number(half) <= 0.12, answer);
  assert.match(answer, /chaser loses/);
  await page.getByRole("button", { name: "Play more games" }).waitFor({ timeout: 240_000 });
  await isAccessible(page, "a changed deck with its results");
  await picture(page, "designer-nine");
  isClean(complaints);
});

test("a designer moves a slider, and sees how length and fairness change, with intervals that narrow", async () => {
  const { page, complaints } = await studio.visit();
  await page.getByLabel("Game", { exact: true }).selectOption("POT");
  await page.getByLabel("Coins that end the game", { exact: true }).waitFor();
  await answerAfter(page, "2,001 games");
  const slider = page.getByLabel("Coins that end the game, slider");
  await slider.focus();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press("ArrowLeft");
  assert.equal(await page.getByLabel("Coins that end the game", { exact: true }).inputValue(), "20");

  await answerAfter(page, "200,001 games");
  const length = page.getByRole("region", { name: "How long games are" });
  const turns = await length.getByRole("row", { name: /^turns/ }).innerText();
  const [, change] = /([+−][\d.]+ ± [\d.]+)\s*falls/.exec(turns);
  // 40,002 games of the program with the same designs say −8.79 ± 0.12 turns.
  assert.ok(Math.abs(estimate(change).value + 8.79) < 0.25, turns);

  const fairness = page.getByRole("region", { name: "How fair the seats are" });
  assert.match(await fairness.innerText(), /The best seat is seat 1/);
  assert.match(await fairness.getByRole("row", { name: /^seat 1/ }).innerText(), /±[\s\S]*(rises|falls|not settled)/);

  const rows = page.getByRole("region", { name: "The change as games are played" }).getByRole("row");
  const halves = [];
  for (const row of (await rows.all()).slice(1)) halves.push(estimate((await row.getByRole("cell").first().innerText()).trim()).half);
  assert.equal(halves.length, 3);
  assert.ok(halves[0] > 2 * halves[1] && halves[1] > 2 * halves[2], `${halves}`);
  await page.getByRole("button", { name: "Play more games" }).waitFor({ timeout: 240_000 });
  await picture(page, "designer-pot");
  isClean(complaints);
});

test("a link restores the design in another browser, and a damaged link says so", async () => {
  const { page, context, complaints } = await studio.visit();
  await answerAfter(page, "2,001 games");
  await goesOffOnNine(page);
  await page.getByLabel("Rerolls in a turn", { exact: true }).fill("3");
  await page.getByRole("button", { name: "Share link" }).click();
  const link = await page.getByLabel(/link/).inputValue();
  isClean(complaints);
  await context.close();

  const other = await studio.visit({ hash: new URL(link).hash });
  await other.page.getByText("This is the design from the link").waitFor();
  await other.page.getByRole("button", { name: /^pair-bomb/ }).filter({ hasText: "a pair or a total of 9 or more" }).waitFor();
  assert.equal(await other.page.getByLabel("Rerolls in a turn", { exact: true }).inputValue(), "3");
  await answerAfter(other.page, "2,001 games");
  isClean(other.complaints);

  const damaged = await studio.visit({ hash: new URL(link).hash.slice(0, -40) });
  await damaged.page.getByRole("alert").getByText("This link is damaged").waitFor();
  await answerAfter(damaged.page, "2,001 games");
  await picture(damaged.page, "designer-damaged-link");
  isClean(damaged.complaints);
});

test("what a stranger's link says is shown as text, and never run", async () => {
  const design = {
    game: "gang",
    edition: "bga",
    players: 2,
    bots: ["chaser", "bold"],
    rules: {},
    deck: { removed: { light: 0, dark: 0 }, cards: [{ id: "<img src=x onerror=alert(1)>", condition: '<script>alert(1)</script>"\n', trigger: "bomb", back: "light" }] },
  };
  const packed = async (value) => {
    const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url");
  };
  const refused = await studio.visit({ hash: `#designer/1.${await packed(design)}` });
  await refused.page.getByRole("alert").getByText("a card's condition is not as it should be").waitFor();
  isClean(refused.complaints);

  design.deck.cards[0].condition = "<script>alert(1)</script>";
  const shown = await studio.visit({ hash: `#designer/1.${await packed(design)}` });
  shown.page.on("dialog", () => shown.complaints.push("dialog"));
  await shown.page.getByRole("button", { name: "<img src=x onerror=alert(1)>" }).waitFor();
  await shown.page.getByText("This design cannot be played").waitFor();
  assert.equal(await shown.page.locator("main img, main script").count(), 0);
  await picture(shown.page, "designer-hostile-link");
  isClean(shown.complaints);

  const newer = await studio.visit({ hash: "#designer/2.abc" });
  await newer.page.getByRole("alert").getByText("This link is of version 2").waitFor();
  isClean(newer.complaints);
});

test("a deck, rules and a report are downloaded, and the deck passes the check", async () => {
  const { page, complaints } = await studio.visit();
  await answerAfter(page, "2,001 games");
  await goesOffOnNine(page);
  await answerAfter(page, "20,001 games");
  const deck = await downloaded(page, "Download deck");
  assert.equal(deck.name, "my-deck.toml");
  assert.match(deck.text, /id = "pair-bomb"\ncondition = "either\(pair; sum>=9\)"/);
  assert.equal(deck.text.match(/^\[\[card\]\]$/gm).length, 18);
  const rules = await downloaded(page, "Download rules");
  assert.match(rules.text, /^rerolls = 2$/m);
  const report = await downloaded(page, "Download report");
  assert.match(report.text, /^<!doctype html>/i);
  assert.match(report.text, /my-deck/);
  isClean(complaints);
  checkedNatively({ [deck.name]: deck.text, [rules.name]: rules.text });
});

/** The check of the program for the command line, if ANALYZE names it. */
function checkedNatively(files) {
  if (!process.env.ANALYZE) return;
  const folder = mkdtempSync(join(tmpdir(), "story-"));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    const { status, stdout, stderr } = spawnSync(process.env.ANALYZE, ["check", name], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /no problems/);
  }
  rmSync(folder, { recursive: true });
}

test("cards are added, duplicated and removed, and each change can be undone", async () => {
  const { page, complaints } = await studio.visit();
  await answerAfter(page, "2,001 games");
  const cards = page.locator(".card-row");
  assert.equal(await cards.count(), 18);
  await page.getByRole("button", { name: /^sum7-bomb/ }).click();
  await page.getByRole("button", { name: "Duplicate" }).click();
  await page.getByRole("button", { name: /^sum7-bomb-2/ }).waitFor();
  await page.getByText("19 cards; 13 are played").waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("18 cards; 12 are played").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("19 cards; 13 are played").waitFor();
  await page.getByRole("button", { name: "Reset to published" }).click();
  assert.equal(await page.locator(".badge").count(), 0);
  await page.getByText("This is the published design").waitFor();
  isClean(complaints);
});

test("a design that cannot be played says why", async () => {
  const { page, complaints } = await studio.visit();
  await answerAfter(page, "2,001 games");
  await page.getByLabel("Dice of each player at the start, with 3 players", { exact: true }).fill("5000");
  await page.getByText("This design cannot be played").waitFor();
  await page.locator(".notice.bad").getByText(/pools/).waitFor();
  await picture(page, "designer-impossible");
  isClean(complaints);
});

test("another game can be chosen while something is computed", async () => {
  const { page, complaints } = await studio.visit();
  await answerAfter(page, "2,001 games");
  await page.getByLabel("Rerolls in a turn", { exact: true }).fill("6");
  await page.getByText("Now solving the cards").waitFor({ timeout: 60_000 });
  await page.getByLabel("Game", { exact: true }).selectOption("POT");
  await page.getByLabel("Coins that end the game", { exact: true }).waitFor({ timeout: 10_000 });
  await answerAfter(page, "2,001 games");
  isClean(complaints);
});

test("every game can be redesigned", async () => {
  const { page, complaints } = await studio.visit();
  for (const [game, rule, value] of [
    ["Battle Dice", "Cost of a red die", "4"],
    ["Pig", "Score that wins", "60"],
  ]) {
    await page.getByLabel("Game", { exact: true }).selectOption(game);
    const field = page.getByLabel(rule, { exact: true });
    await field.fill(value);
    await answerAfter(page, "20,001 games");
    await page.getByRole("region", { name: "How games feel" }).waitFor({ timeout: 120_000 });
    await picture(page, `designer-${game.toLowerCase().replace(" ", "-")}`);
  }
  isClean(complaints);
});
