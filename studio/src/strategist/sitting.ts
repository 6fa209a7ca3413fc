// A game with a person at the table, as the page keeps it.
//
// Owns the answers. The program tells the game from its start with all of them, so to take a move back is to leave out the last.

import { type Engine, type Question, RefusedError, type Sitting } from "../engine/contract";
import { type Price, priceOf } from "./price";

/** A decision that was taken: the answer, and its price if it was asked and is known. */
export interface Decision {
  answer: string;
  price?: Price;
}

/** How the game stands. */
export interface Table {
  words: string[];
  decisions: Decision[];
  sitting: Sitting;
  /** Why the last answer was refused. */
  refused?: string;
}

function answersOf(decisions: readonly Decision[]): string[] {
  return decisions.map(({ answer }) => answer);
}

/** The game with the prices that were found while it went on. */
export function withPricesOf(old: Table | undefined, table: Table): Table {
  if (old?.words !== table.words) return table;
  const same = old.decisions;
  const decisions = table.decisions.map((decision, at) => (same[at]?.answer === decision.answer ? { ...same[at], ...decision } : decision));
  return { ...table, decisions };
}

/** A game begins. */
export async function begun(engine: Engine, words: string[]): Promise<Table> {
  return { words, decisions: [], sitting: await engine.sit(words, []) };
}

/** The game with one answer more; if that is refused, the game as it was, and why. */
export async function answered(engine: Engine, table: Table, answer: string): Promise<Table> {
  const decisions = [...table.decisions, { answer }];
  const sitting = await engine.sit(table.words, answersOf(decisions));
  if (sitting.refused !== undefined) return { ...table, refused: sitting.refused };
  return { words: table.words, decisions, sitting };
}

/** The game without the last answer. */
export async function takenBack(engine: Engine, table: Table): Promise<Table> {
  const decisions = table.decisions.slice(0, -1);
  return { words: table.words, decisions, sitting: await engine.sit(table.words, answersOf(decisions)) };
}

/** The advice for a question, as CSV; nothing if there is none. */
export async function adviceFor(engine: Engine, question: Question): Promise<string | undefined> {
  if (!question.advice) return undefined;
  try {
    return (await engine.say([...question.advice, "--format=csv"])).text;
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** The price of an answer to a question, if there is advice for it. */
export async function priced(engine: Engine, question: Question, answer: string): Promise<Price | undefined> {
  const csv = await adviceFor(engine, question);
  return csv === undefined ? undefined : priceOf(csv, answer, question);
}
