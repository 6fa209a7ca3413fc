// The files of a design, and the words that compare it with what was published.
//
// Owns their text and names. The program reads them, and says what is wrong with them.

import { parse } from "smol-toml";
import { areRulesChanged, type Card, type Deck, type Design, isDeckChanged, type Published, type RuleValue, type Rules } from "./design";

/** The name of each file, as reports show it. */
export const DECK = "my-deck.toml";
export const RULES = "my-rules.toml";
const PUBLISHED_RULES = "published.toml";
const PUBLISHED_DECK = "reconstructed";

/** The rules in a text that the program printed, by key; dots part the sections. */
export function readRules(text: string): Rules {
  const rules: Rules = {};
  const walk = (table: object, before: string): void => {
    for (const [name, value] of Object.entries(table) as [string, unknown][]) {
      if (typeof value === "object" && value !== null && !Array.isArray(value)) walk(value, `${before}${name}.`);
      else rules[before + name] = value as RuleValue;
    }
  };
  walk(parse(text), "");
  return rules;
}

/** The printed rules with other values; comments stay. */
export function rulesText(printed: string, rules: Rules): string {
  let section = "";
  const lines = printed.split("\n").map((line) => {
    section = /^\[(.+)\]$/.exec(line)?.[1]?.concat(".") ?? section;
    const key = /^([a-z]+) = /.exec(line)?.[1];
    const value = key === undefined ? undefined : rules[section + key];
    return value === undefined ? line : `${key} = ${toml(value)}`;
  });
  return lines.join("\n");
}

/** A value in TOML; its numbers, texts, and lists of them are those of JSON. */
function toml(value: RuleValue): string {
  return Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]` : JSON.stringify(value);
}

/** The deck in a text that the program printed, and the comments at its top. */
export function readPrintedDeck(text: string): { deck: Deck; comment: string } {
  const { card, removed } = parse(text) as unknown as { card: Card[]; removed: Deck["removed"] };
  const cards = card.map(({ id, condition, trigger, back }) => ({ id, condition, trigger, back }));
  const comment = text.split("\n\n").filter((part) => part.startsWith("#"))[0] ?? "";
  return { deck: { cards, removed: { light: removed.light, dark: removed.dark } }, comment };
}

export function deckText({ cards, removed }: Deck, comment: string): string {
  const head = [comment, "", 'id = "my-deck"', 'name = "My deck"', `removed = { light = ${removed.light}, dark = ${removed.dark} }`];
  const each = cards.map(({ id, condition, trigger, back }) =>
    ["[[card]]", `id = ${toml(id)}`, `condition = ${toml(condition)}`, `trigger = ${toml(trigger)}`, `back = ${toml(back)}`].join("\n"),
  );
  return `${head.join("\n")}\n\n${each.join("\n\n")}\n`;
}

/** The files that the program must hold to play a design and what was published. */
export function heldFiles(design: Design, published: Published): Record<string, string> {
  return {
    [PUBLISHED_RULES]: published.rulesText,
    [RULES]: rulesText(published.rulesText, design.rules),
    ...(design.deck ? { [DECK]: deckText(design.deck, published.deckComment) } : {}),
  };
}

/** The commands that check a design. */
export function checks(design: Design): string[][] {
  const rules = ["check", RULES, `--game=${design.game}`];
  return design.deck ? [["check", DECK], rules] : [rules];
}

/**
 * The words of an experiment that plays what was published first and the design last, with the same draws. If both the deck and
 * the rules are changed, each alone is played between them.
 */
export function comparison(design: Design, published: Published): string[] {
  const decks = isDeckChanged(design, published) ? [`--vary=deck=${PUBLISHED_DECK}|${DECK}`] : [];
  const rules = areRulesChanged(design, published) ? [`--vary=rules=${PUBLISHED_RULES}|${RULES}`] : [`--rules=${PUBLISHED_RULES}`];
  const nothing = decks.length === 0 && !areRulesChanged(design, published) ? [`--vary=players=${design.players}`] : [`--players=${design.players}`];
  return [`--game=${design.game}`, ...nothing, `--bots=${design.bots.join(",")}`, ...decks, ...rules];
}
