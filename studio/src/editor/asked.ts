// The vocabularies of files, asked of the program.
//
// Owns how the program is asked: `show words` prints what formulas and scripts can ask, and `check`, given a file with a key that
// does not exist, lists the keys that do. So a new key or word of the program is completed here without a change.

import { type Engine, type Problem, RefusedError } from "../engine/contract";
import { hintsByLine, listed, type Vocabulary, type Word, type WordKind, wordsOf } from "./vocabulary";

/** A key that no file has, and that is near to none. */
const UNKNOWN = "zqzqzqzqzq";
/** The file that is checked for its hints. */
const PROBE = "probe.toml";

/** A file with unknown keys: each line, and the section whose keys its hint lists. */
type Probe = readonly (readonly [line: string, section?: string])[];

const unknown = (section: string): readonly [string, string] => [`${UNKNOWN} = "${UNKNOWN}"`, section];

const STRATEGY: Probe = [
  unknown(""),
  ['name = "probe"'],
  ["[conditions]"],
  [`asked = "${UNKNOWN}"`, "(formula)"],
  ["[[rule]]"],
  unknown("rule"),
];

/** A game is read in stages, and a stage with mistakes is the last one; so there are several probes. */
const GAMES: readonly Probe[] = [
  [['game = "probe"'], ['players = "2"'], unknown(""), ["[press]"], ["dice = 2"], unknown("press")],
  [['game = "probe"'], ['players = "2"'], ["[keep]"], ["dice = 2"], unknown("keep")],
  [['game = "probe"'], ['players = "2"'], ["[match]"], ["dice = 2"], unknown("match")],
  [['game = "probe"'], ['players = "2"'], ["[dice]"], ["most = 2"], unknown("dice")],
  [
    ['game = "probe"'],
    ['players = "2"'],
    ["[dice]"],
    ["most = 2"],
    ["[player]"],
    ['score = "points"'],
    ["[step.roll]"],
    ["roll = 2"],
    ['then = "pass"'],
    unknown("step"),
    ["[deck.all]"],
    ['cards = ["sum >= 7"]'],
    unknown("deck"),
    ["[contest]"],
    unknown("contest"),
    ["[end]"],
    ["rounds = 3"],
    ['score = "score"'],
    unknown("end"),
  ],
  [
    ['game = "probe"'],
    ['players = "2"'],
    ["[dice]"],
    ["most = 2"],
    ["[player]"],
    ['score = "points"'],
    ["[step.roll]"],
    ["roll = 2"],
    [`then = "${UNKNOWN}"`, "(end of a turn)"],
    ["[end]"],
    ["rounds = 3"],
    [`score = "${UNKNOWN}"`, "(formula)"],
  ],
];

/** What the check says of a probe. */
async function problemsOf(engine: Engine, probe: Probe, words: string[]): Promise<Problem[]> {
  try {
    // Asked in one breath, so that no other probe comes between.
    await Promise.all([engine.hold({ [PROBE]: probe.map(([line]) => line).join("\n") }), engine.say(["check", PROBE, ...words])]);
    return [];
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal.problems;
    throw error;
  }
}

/** The names that the hints of a probe list, by section. */
async function names(engine: Engine, probe: Probe, words: string[]): Promise<Map<string, string[]>> {
  const hints = hintsByLine(await problemsOf(engine, probe, words));
  const found = new Map<string, string[]>();
  probe.forEach(([, section], at) => {
    if (section !== undefined) found.set(section, listed(hints.get(at + 1)));
  });
  return found;
}

function asWords(labels: readonly string[], kind: WordKind): Word[] {
  return labels.map((label) => ({ label, kind }));
}

/** Only the sections among the keys at the top of a file. */
function sections(keys: readonly string[], known: readonly string[]): Word[] {
  return asWords(keys.filter((key) => known.includes(key)), "section");
}

const STRATEGY_SECTIONS = ["parameters", "amounts", "conditions"];
const GAME_SECTIONS = [
  ...["rules", "dice", "points", "sheet", "player", "turn", "table", "amounts", "conditions"],
  ...["end", "contest", "press", "keep", "match"],
];

/** The words of `show words`, or none for a game that has mistakes. */
async function shown(engine: Engine, game: string): Promise<Pick<Vocabulary, "formulas" | "view">> {
  try {
    return wordsOf((await engine.say(["show", "words", `--game=${game}`])).text);
  } catch (error) {
    if (error instanceof RefusedError) return { formulas: [], view: [] };
    throw error;
  }
}

/** Words, those of the program's table first, because they say what they mean. */
function together(table: readonly Word[], labels: readonly string[]): Word[] {
  const known = new Set(table.map(({ label }) => label.replace(/\(.*/, "")));
  return [...table, ...asWords(labels.filter((label) => !known.has(label)), "word")];
}

/** What strategies of a game can say. `game` is a name, or a file that is held. */
export async function strategyVocabulary(engine: Engine, game: string): Promise<Vocabulary> {
  const { formulas, view } = await shown(engine, game);
  const found = await names(engine, STRATEGY, [`--game=${game}`]);
  const top = found.get("") ?? [];
  const keys = new Map([
    ["", asWords(top.filter((key) => key !== "rule" && !STRATEGY_SECTIONS.includes(key)), "key")],
    ["rule", asWords(found.get("rule") ?? [], "key")],
  ]);
  const rule: Word = { label: "rule", kind: "section", put: "[rule]", meaning: "used if its `when` holds; the first one that holds counts" };
  return { keys, sections: [...sections(top, STRATEGY_SECTIONS), rule], formulas: together(formulas, found.get("(formula)") ?? []), view };
}

/** What game files can say. */
export async function gameVocabulary(engine: Engine): Promise<Vocabulary> {
  const keys = new Map<string, Word[]>();
  const found = new Map<string, string[]>();
  for (const probe of GAMES) for (const [section, labels] of await names(engine, probe, [])) found.set(section, labels);
  for (const [section, labels] of found) if (!section.startsWith("(")) keys.set(section, asWords(labels, "key"));
  const top = found.get("") ?? [];
  keys.set("", asWords(top.filter((key) => !GAME_SECTIONS.includes(key) && key !== "step" && key !== "deck"), "key"));
  const named = ["step", "deck"].map((label): Word => ({ label: `${label}.`, kind: "section", meaning: `a ${label} with a name, such as [${label}.roll]` }));
  const ends = asWords(found.get("(end of a turn)") ?? [], "value");
  const { formulas } = await shown(engine, "threes");
  const words = together(formulas.filter(({ kind }) => kind === "function"), found.get("(formula)") ?? []);
  return { keys, sections: [...sections(top, GAME_SECTIONS), ...named], formulas: [...words, ...ends], view: [] };
}
