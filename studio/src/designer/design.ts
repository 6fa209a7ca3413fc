// A design: what somebody can change of a game, and what was published.
//
// Owns its shape, and reading one that a stranger's link or this browser's memory holds.

import { LinkError } from "../share";
import { GAME_IDS, GAMES, type GameId } from "./games";

/** A value of a rules file. */
export type RuleValue = number | string | number[] | string[];

export type Rules = Record<string, RuleValue>;

export interface Card {
  id: string;
  condition: string;
  trigger: string;
  back: string;
}

export interface Deck {
  cards: Card[];
  removed: { light: number; dark: number };
}

export interface Design {
  game: GameId;
  /** The published edition that it is compared with; empty if the game has one only. */
  edition: string;
  players: number;
  /** The strategies that play; one for each player. */
  bots: string[];
  rules: Rules;
  /** Absent in games without cards. */
  deck?: Deck;
}

/** What the program publishes of a game and edition. */
export interface Published {
  game: GameId;
  edition: string;
  rules: Rules;
  /** The rules file as it is printed, with its comments. */
  rulesText: string;
  deck?: Deck;
  /** The comments at the top of the deck, which explain conditions. */
  deckComment: string;
  /** The default strategies by number of players. */
  lineups: ReadonlyMap<number, readonly string[]>;
  strategies: readonly { name: string; about: string }[];
}

/** The design as it is published, for so many players. */
export function untouched(published: Published, players: number): Design {
  const { game, edition, rules, deck, lineups } = published;
  return { game, edition, players, bots: [...(lineups.get(players) ?? [])], rules, ...(deck ? { deck } : {}) };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function isRuleChanged(design: Design, published: Published, key: string): boolean {
  return !same(design.rules[key], published.rules[key]);
}

export function areRulesChanged(design: Design, published: Published): boolean {
  return Object.keys(published.rules).some((key) => isRuleChanged(design, published, key));
}

export function isDeckChanged(design: Design, published: Published): boolean {
  return !same(design.deck, published.deck);
}

/** How a card differs from the published deck. */
export function cardState(card: Card, published: Published): "published" | "changed" | "new" {
  const before = published.deck?.cards.find(({ id }) => id === card.id);
  return before === undefined ? "new" : same(before, card) ? "published" : "changed";
}

const MOST_CARDS = 100;
const MOST_TEXT = 300;

function refuse(what: string): never {
  throw new LinkError(`This link holds no design that this page can show: ${what}. Ask for a new link.`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function record(value: unknown, what: string): Record<string, unknown> {
  return isRecord(value) ? value : refuse(`${what} is missing`);
}

function text(value: unknown, what: string, form = /^[^\n\r]*$/): string {
  return typeof value === "string" && value.length <= MOST_TEXT && form.test(value) ? value : refuse(`${what} is not as it should be`);
}

function whole(value: unknown, what: string, from: number, to: number): number {
  const isRight = typeof value === "number" && Number.isInteger(value) && value >= from && value <= to;
  return isRight ? value : refuse(`${what} is not a whole number from ${from} to ${to}`);
}

function readValue(value: unknown, key: string): RuleValue {
  if (typeof value === "number") return whole(value, `the rule '${key}'`, 0, 1_000_000);
  if (typeof value === "string") return text(value, `the rule '${key}'`);
  if (!Array.isArray(value) || value.length > MOST_CARDS) return refuse(`the rule '${key}' is not as it should be`);
  if (value.every((item) => typeof item === "string")) return value.map((item) => text(item, `the rule '${key}'`));
  return value.map((item) => whole(item, `the rule '${key}'`, 0, 1_000_000));
}

function readDeck(value: unknown): Deck {
  const { cards, removed } = record(value, "the deck");
  if (!Array.isArray(cards) || cards.length > MOST_CARDS) return refuse(`the deck must have at most ${MOST_CARDS} cards`);
  const { light, dark } = record(removed, "how many cards are removed");
  return {
    removed: { light: whole(light, "the removed light cards", 0, MOST_CARDS), dark: whole(dark, "the removed dark cards", 0, MOST_CARDS) },
    cards: cards.map((card: unknown) => {
      const { id, condition, trigger, back } = record(card, "a card");
      return {
        id: text(id, "a card's name"),
        condition: text(condition, "a card's condition"),
        trigger: text(trigger, "a card's trigger"),
        back: text(back, "a card's back"),
      };
    }),
  };
}

/**
 * The design that a value is.
 *
 * @throws {LinkError} if it is none.
 */
export function readDesign(value: unknown): Design {
  const { game: name, edition, players, bots, rules, deck } = record(value, "the design");
  const game = GAME_IDS.find((id) => id === name) ?? refuse("its game is unknown");
  const { players: [least, most], editions, hasDeck } = GAMES[game];
  const seats = whole(players, "the number of players", least, most);
  if (!Array.isArray(bots) || bots.length !== seats) return refuse("it must name a strategy for each player");
  return {
    game,
    edition: editions.find(([id]) => id === edition)?.[0] ?? (editions.length === 0 ? "" : refuse("its edition is unknown")),
    players: seats,
    bots: bots.map((bot) => text(bot, "a strategy's name", /^[a-z][a-z0-9-]*(:[a-z0-9.=:-]+)?$/)),
    rules: Object.fromEntries(Object.entries(record(rules, "the rules")).map(([key, rule]) => [text(key, "a rule's name", /^[a-z.]+$/), readValue(rule, key)])),
    ...(hasDeck ? { deck: readDeck(deck) } : {}),
  };
}
