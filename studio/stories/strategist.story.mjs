// Stories of a strategist: a strategy is written, mended, and raced; a game is watched step by step, and one is played.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { downloaded, isAccessible, isClean, open, picture } from "./studio.mjs";

let studio;
before(async () => (studio = await open()));
after(() => studio.close());

/** Opens the tab with a game. */
async function at(game) {
  const { page, context, complaints } = await studio.visit({ hash: "#strategist" });
  await page.getByLabel("Game", { exact: true }).selectOption(game);
  await page.getByRole("button", { name: "Replace what is written" }).waitFor();
  return { page, context, complaints };
}

/** Replaces the text of the editor by typing. */
async function write(page, text) {
  await page.getByRole("textbox", { name: /^Strategy for/ }).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

/** The state of the check, once it says so. */
function said(page, words) {
  return page.locator(".check-state", { hasText: words }).waitFor({ timeout: 60_000 });
}

const WRONG = `name = "pacer"
about = "holds later against a player who is ahead"
game = "pig"
hold = 21

[[rule]]
when = "behnd > 20"
hold = 30
`;

test("a strategist writes a wrong file, sees the message at its place, completes a word, mends it, and races it", async () => {
  const { page, complaints } = await at("Pig");
  await said(page, "No problems.");
  await write(page, WRONG);
  await said(page, "1 problem:");
  const problem = page.getByRole("button", { name: /Line 7, column 9/ });
  assert.match(await problem.innerText(), /unknown word 'behnd'[\s\S]*did you mean 'behind'\?/);
  assert.equal(await page.locator(".cm-lintRange-error").innerText(), "behnd");
  await picture(page, "strategist-wrong");

  // The list leads to the place, where the word is written anew from its beginning.
  await problem.click();
  await page.keyboard.type("beh");
  const completion = page.getByRole("option", { name: "behind" });
  await completion.waitFor();
  await page.getByText("how much higher the best score of another player is than the own one").waitFor();
  await picture(page, "strategist-completion");
  await completion.click();
  await said(page, "No problems.");
  assert.equal((await downloaded(page, "Download pacer.toml")).text, WRONG.replace("behnd", "behind"));

  await page.getByLabel("Opponent 1").selectOption("random");
  await page.getByRole("button", { name: "Race", exact: true }).click();
  const verdict = page.locator(".verdict");
  await verdict.getByText("pacer is better than random.").waitFor({ timeout: 120_000 });
  assert.match(await page.getByText(/^The win share of pacer minus that of random is/).innerText(), /is \+\d+(\.\d+)? ± \d\.\d+ percentage points \(95% interval; [\d,]+ games each\)\./);
  await page.getByRole("rowheader", { name: "20,000" }).waitFor({ timeout: 120_000 });
  const halves = await page.locator(".bars td", { hasText: "±" }).allInnerTexts();
  const [first, second] = halves.map((text) => Number(/± ([\d.]+)/.exec(text)[1]));
  assert.ok(second < first, `the intervals do not narrow: ${halves}`);
  await picture(page, "strategist-race");
  await isAccessible(page, "a race");
  isClean(complaints);
});

test("a race whose interval contains 0 is not settled", async () => {
  const { page, complaints } = await at("Pig");
  await said(page, "No problems.");
  await page.getByLabel("Opponent 1").selectOption("hold");
  await page.getByRole("button", { name: "Race", exact: true }).click();
  await page.locator(".verdict").getByText("Not settled: my-hold and hold may be equally good.").waitFor({ timeout: 120_000 });
  // The verdict is about the text that raced.
  const older = page.getByText("This race is about the text that was written when it began.");
  assert.equal(await older.count(), 0);
  await write(page, WRONG.replace("behnd", "behind"));
  await older.waitFor();
  isClean(complaints);
});

test("three strategies race at one table, and the race can be stopped", async () => {
  const { page, complaints } = await at("Pig");
  await said(page, "No problems.");
  await page.getByRole("button", { name: "Add an opponent" }).click();
  await page.getByLabel("Opponent 1").selectOption("race");
  await page.getByLabel("Opponent 2").selectOption("random");
  await page.getByRole("button", { name: "Race", exact: true }).click();
  await page.locator(".verdict").waitFor({ timeout: 120_000 });
  for (const name of ["my-hold", "race", "random"]) await page.getByRole("rowheader", { name, exact: true }).waitFor();
  const stop = page.getByRole("button", { name: "Stop" });
  if (await stop.isVisible()) {
    await stop.click();
    await page.getByText("Stopped. What was played before stands.").waitFor();
  }
  isClean(complaints);
});

test("the rules of a game can be read beside it", async () => {
  for (const [game, sentence] of [["Pig", "100 points"], ["POT", "Pass the Pot"], ["Gang of Dice", "Knizia"], ["Battle Dice", "Russian roulette"], ["Farkle", "farkle"]]) {
    const { page, context, complaints } = await at(game);
    await page.getByText(`How ${game} is played`).click();
    const rules = page.locator("details.rules");
    await rules.getByText(sentence).first().waitFor();
    assert.equal(await rules.locator("a").count(), 0, "no link leads out of the studio");
    await picture(page, `rules-${game.toLowerCase().replaceAll(" ", "-")}`);
    await isAccessible(page, `the rules of ${game}`);
    isClean(complaints);
    await context.close();
  }
});

test("a strategist goes through a game with the keyboard, and sees what decisions cost", async () => {
  const { page, complaints } = await at("Gang of Dice");
  await page.getByRole("button", { name: "Watch a game" }).click();
  await page.getByRole("button", { name: "Tell the game" }).focus();
  await page.keyboard.press("Enter");
  const place = page.getByText(/^Line \d+ of \d+\./);
  await place.waitFor({ timeout: 120_000 });
  assert.match(await place.innerText(), /^Line 1 of/);
  await page.getByRole("button", { name: "Next", exact: true }).focus();
  for (let press = 0; press < 7; press += 1) await page.keyboard.press("ArrowRight");
  assert.match(await place.innerText(), /^Line 8 of/);
  await page.keyboard.press("ArrowLeft");
  assert.match(await place.innerText(), /^Line 7 of/);
  assert.ok((await page.getByRole("img", { name: /^a die: |^dice: / }).count()) > 0, "no dice are drawn");

  await page.getByRole("button", { name: "Next costly decision" }).focus();
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".story li[aria-current]").innerText(), /^costs 0\.\d+ of 0\.\d+/);
  await picture(page, "strategist-watch");
  await page.keyboard.press("End");
  assert.match(await page.locator(".story li[aria-current]").innerText(), /wins|victory/);
  await page.keyboard.press("Home");
  assert.match(await place.innerText(), /^Line 1 of/);
  await isAccessible(page, "a watched game");
  isClean(complaints);
});

test("the decisions of a watched game have advice, in every game that has values", async () => {
  // The second decision of the game of Gang of Dice is to reroll all dice, which are called by what they show.
  for (const [game, players, seed] of [["Pig", "2", "1"], ["POT", "2", "1"], ["Gang of Dice", "4", "9"]]) {
    const { page, context, complaints } = await at(game);
    await page.getByRole("button", { name: "Watch a game" }).click();
    const part = page.getByRole("region", { name: "Watch a game" });
    await part.getByLabel("Players", { exact: true }).selectOption(players);
    await part.getByLabel("Seed", { exact: true }).fill(seed);
    await part.getByRole("button", { name: "Tell the game" }).click();
    await part.getByText(/^Line 1 of \d+\./).waitFor({ timeout: 120_000 });
    const seen = [];
    for (let step = 0; step < 3; step += 1) {
      await part.getByRole("button", { name: "Advice on the next decision" }).click();
      await part.getByText(/^The options are priced/).waitFor({ state: "detached", timeout: 120_000 });
      const costs = await part.locator(".costs").innerText();
      assert.match(costs, /\(seat \d\): “.+” (cost|was the best choice)/, game);
      await part.getByRole("region", { name: "Advice" }).getByRole("rowheader").first().waitFor();
      seen.push(Number(/Line (\d+)/.exec(await part.getByText(/^Line \d+ of/).innerText())[1]));
    }
    // It goes on from decision to decision, and a turn of Pig has its decisions in one line.
    if (game === "Pig") assert.deepEqual(seen, [3, 3, 3]);
    else assert.ok(seen.every((line, step) => step === 0 || line > seen[step - 1]), `${game}: ${seen}`);
    await picture(page, `strategist-advised-${game.toLowerCase().replaceAll(" ", "-")}`);
    await isAccessible(page, `${game}, advised`);
    isClean(complaints);
    await context.close();
  }
  // Farkle is solved for minutes first, and that can be stopped.
  const { page, complaints } = await at("Farkle");
  await page.getByRole("button", { name: "Watch a game" }).click();
  const part = page.getByRole("region", { name: "Watch a game" });
  await part.getByRole("button", { name: "Tell the game" }).click();
  await part.getByText(/^Line 1 of \d+\./).waitFor({ timeout: 120_000 });
  await part.getByRole("button", { name: "Advice on the next decision" }).click();
  await part.getByRole("button", { name: "Stop", exact: true }).click();
  await part.getByText(/^The options are priced/).waitFor({ state: "detached" });
  assert.ok(await part.getByRole("button", { name: "Advice on the next decision" }).isEnabled());
  isClean(complaints);
});

test("a strategist plays Pig against `optimal` to the end, with advice, a move taken back, and the review", async () => {
  const { page, complaints } = await at("Pig");
  await page.getByRole("button", { name: "Play it yourself" }).click();
  const part = page.getByRole("region", { name: "Play it yourself" });
  await part.getByLabel("Seat 2").selectOption("optimal");
  await part.getByLabel("Seed").fill("7");
  await part.getByRole("button", { name: "Begin", exact: true }).click();
  const roll = part.getByRole("button", { name: "roll", exact: true });
  await roll.waitFor({ timeout: 60_000 });

  await part.getByRole("button", { name: "Advice" }).click();
  await part.getByRole("rowheader", { name: "hold", exact: true }).waitFor({ timeout: 60_000 });
  await picture(page, "strategist-advice");

  // Holding at a few points costs something, and taking it back puts the same question again.
  const question = part.locator(".question [role=status]");
  const asked = await question.innerText();
  await part.getByRole("button", { name: "hold", exact: true }).click();
  await part.getByText(/“hold” cost \d+(\.\d+)? percentage points of win share; “roll” would have been best\./).waitFor({ timeout: 60_000 });
  await part.getByRole("button", { name: "Take back" }).click();
  await part.getByText(asked, { exact: true }).waitFor();

  for (let move = 0; move < 200 && !(await part.getByRole("region", { name: "Review" }).isVisible()); move += 1) {
    const before = await part.innerText();
    const total = Number(/turn total is (\d+)/.exec(await question.innerText())?.[1] ?? 0);
    await part.getByRole("button", { name: total >= 20 ? "hold" : "roll", exact: true }).click();
    await page.waitForFunction(([text]) => document.querySelector("section[aria-label='Play it yourself']").innerText !== text && !document.querySelector(".question .busy"), [before], { timeout: 90_000 });
  }
  assert.match(await part.getByRole("region", { name: "Review" }).innerText(), /Together, they cost|It cost|of the best/);
  assert.match(await part.locator(".story li").last().innerText(), /wins\./);
  await picture(page, "strategist-review");
  await isAccessible(page, "a finished game");
  isClean(complaints);
});

test("a strategist commits dice, presses those that are rerolled, and is told what it cost", async () => {
  const { page, complaints } = await at("Gang of Dice");
  await page.getByRole("button", { name: "Play it yourself" }).click();
  const part = page.getByRole("region", { name: "Play it yourself" });
  await part.getByLabel("Players", { exact: true }).selectOption("3");
  await part.getByLabel("Say what each of my decisions cost").check();
  await part.getByLabel("Seed").fill("11");
  await part.getByRole("button", { name: "Begin", exact: true }).click();
  await part.getByLabel(/How many do you commit/).fill("3", { timeout: 60_000 });
  await part.getByRole("button", { name: "Answer" }).click();
  const dice = part.getByRole("group", { name: "Your dice; press those that you reroll" });
  await dice.waitFor({ timeout: 60_000 });
  const faces = dice.locator(".die-choice");
  assert.equal(await faces.count(), 3);
  await dice.getByRole("button", { name: "Keep all dice" }).waitFor();
  await faces.nth(1).focus();
  await page.keyboard.press("Space");
  assert.equal(await faces.nth(1).getAttribute("aria-pressed"), "true");
  await picture(page, "strategist-dice");
  await isAccessible(page, "dice to choose from");
  await part.locator(".question [role=status]", { hasText: "(2 rerolls left)" }).waitFor();
  await dice.getByRole("button", { name: "Reroll 1 die" }).click();
  await part.locator(".question [role=status]", { hasText: "(1 reroll left)" }).waitFor({ timeout: 60_000 });
  await part.locator(".costs", { hasText: "decisions have prices" }).waitFor({ timeout: 120_000 });
  isClean(complaints);
});

const SCRIPT = `const NAME = "bold";
const ABOUT = "rolls until it has 25";
const GAME = "pig";

fn roll(view) {
    view.turn_total < 25 +
}
`;

test("a strategist writes a script with a mistake of syntax, and completes a word of the view", async () => {
  const { page, complaints } = await at("Pig");
  await said(page, "No problems.");
  await write(page, SCRIPT);
  await said(page, "1 problem:");
  const problem = page.getByRole("button", { name: /Line 7, column 1/ });
  assert.match(await problem.innerText(), /Unexpected '}'/);
  await picture(page, "strategist-script");
  await problem.click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(" view.rol");
  await page.getByRole("option", { name: "rolls" }).click();
  await said(page, "No problems.");
  assert.match((await downloaded(page, "Download bold.rhai")).text, /view\.turn_total < 25 \+ view\.rolls\n/);
  isClean(complaints);
});

test("a script is written from its first character on, and the change of language can be undone", async () => {
  const { page, complaints } = await at("Pig");
  await said(page, "No problems.");
  const editor = page.getByRole("textbox", { name: /^Strategy for/ });
  const before = await editor.innerText();
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.type("// my first script, hello");
  assert.equal((await editor.innerText()).trim(), "// my first script, hello");
  await page.getByRole("button", { name: "Download mine.rhai" }).waitFor();
  for (let press = 0; press < 4 && (await editor.innerText()) !== before; press += 1) await page.keyboard.press("Control+Z");
  assert.equal(await editor.innerText(), before);
  isClean(complaints);
});

test("the keyboard leaves the editor by Escape, then Tab", async () => {
  const { page, complaints } = await at("Pig");
  await said(page, "No problems.");
  const editor = page.getByRole("textbox", { name: /^Strategy for/ });
  await editor.focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.ok(!(await editor.evaluate((element) => element.getRootNode().activeElement === element)), "the editor keeps the keyboard");
  isClean(complaints);
});
