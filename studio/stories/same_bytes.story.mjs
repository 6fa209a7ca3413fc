// The WebAssembly against the native program: every file of every experiment has the same bytes.
//
// ANALYZE names the native program.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { hold, initSync, play, say } from "../pkg/analyze_studio.js";

const PROGRAM = process.env.ANALYZE;

/** Commands of every game and of every kind of calculation. */
const COMMANDS = [
  ["run", "--game=gang --players=3 --runs=20000"],
  ["run", "--game=gang --players=4 --runs=6000 --edition=blackrock"],
  ["run", "--game=gang --players=2 --runs=2000 --bots=chaser,round-optimal:4"],
  ["run", "--game=gang --players=3 --runs=6000 --luck=cancel"],
  ["run", "--game=gang --players=2 --runs=2000 --vary=rerolls=1|2|3"],
  ["run", "--game=pot --players=3 --runs=20000"],
  ["run", "--game=battle --players=3 --runs=600"],
  ["run", "--game=pig --players=2 --runs=20000 --bots=optimal,hold"],
  ["run", "--game=farkle --players=2 --runs=2000"],
  ["run", "--game=robbers.toml --players=2 --runs=2000"],
  ["compare", "chaser bold --game=gang --players=3 --runs=20000"],
  ["cards", "--max-dice=3 --runs=60"],
  ["exact", "letters stand --game=pot"],
  ["solve", "--game=pig"],
  ["feel", "--game=gang --players=3 --runs=2000"],
  ["regret", "random --game=robbers.toml --players=2 --runs=20"],
  ["tournament", "hold race crowd keep-pace --game=pig --players=2 --runs=3000"],
  ["tune", "hold --param=at=15..25/5 --game=pig --players=2 --runs=30000"],
];

const ROBBERS = `game = "robbers"
title = "Robbers"
players = "2-4"

[press]
dice = 2
bust = "count(1) > 0"
worth = "2 * sum if alike == size else sum"
goal = 60
`;

/** The files that the native program writes, by name. */
function native(folder, experiment, words) {
  const command = experiment === "run" ? words : [experiment, ...words];
  execFileSync(PROGRAM, [...command, "--out=run", "--quiet"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const files = readdirSync(join(folder, "run")).filter((name) => !name.startsWith("."));
  const read = Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, "run", name), "utf8")]));
  rmSync(join(folder, "run"), { recursive: true });
  return read;
}

/** The result of a call, which must have one. */
function ok(json) {
  const { ok: result, refused } = JSON.parse(json);
  assert.equal(refused, undefined, refused?.text);
  return result;
}

let folder;
before(() => {
  assert.ok(PROGRAM, "ANALYZE does not name the native program");
  initSync({ module: readFileSync(new URL("../pkg/analyze_studio_bg.wasm", import.meta.url)) });
  folder = mkdtempSync(join(tmpdir(), "analyze-"));
  hold("robbers.toml", ROBBERS);
  writeFileSync(join(folder, "robbers.toml"), ROBBERS);
});

for (const [experiment, typed] of COMMANDS) {
  test(`${experiment} ${typed} has the same bytes`, () => {
    const words = typed.split(" ");
    const expected = native(folder, experiment, words);
    const found = ok(play(experiment, words)).files;
    assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort());
    for (const [name, text] of Object.entries(expected)) assert.ok(found[name] === text, `${name}: ${firstDifference(found[name], text)}`);
  });
}

test("what is said has the same bytes", () => {
  for (const words of [["strategies", "--game=battle"], ["show", "rules", "--game=gang"], ["chance", "--condition=sum>=10", "--dice=3"], ["play", "--game=gang", "--players=3", "--seed=5"]]) {
    const expected = execFileSync(PROGRAM, words, { cwd: folder, encoding: "utf8", env: { ...process.env, COLUMNS: "80" } });
    assert.equal(ok(say(words)).text, expected, words.join(" "));
  }
});

/** Where two texts begin to differ. */
function firstDifference(found, expected) {
  const [ours, theirs] = [found.split("\n"), expected.split("\n")];
  const at = theirs.findIndex((line, number) => line !== ours[number]);
  return `line ${at + 1}: ${ours[at]?.slice(0, 300)}\nnative: ${theirs[at]?.slice(0, 300)}`;
}
