// The decisions of a game that is watched.
//
// Owns finding them: the same game is told with a person in a seat who answers what the strategy did there. What it did is the first
// thing that the story tells behind the question.

import type { Engine, Question } from "../engine/contract";
import { lines } from "./story";

/** A game that is watched: who sits where, its seed, and its story. */
export interface Watched {
  game: string;
  seated: readonly string[];
  seed: number;
  story: string;
}

/** A decision in a watched game. */
export interface Decided {
  /** The seat, from 1. */
  seat: number;
  /** The line of the story that tells it, from 0. */
  line: number;
  /** How many decisions of this line come before it. */
  nth: number;
  question: Question;
  answer: string;
}

interface Move {
  text: string;
  line: number;
}

/** The lines in which something happens, whoever sits where. */
function moves(story: string): Move[] {
  const written = story.split("\n").filter((line) => line.trim() !== "");
  const kinds = lines(story).map(({ kind }) => kind);
  const all = written.map((line, at) => ({ text: line.replace(/\S+ \(seat (\d+)\)/g, "seat $1"), line: at }));
  const begin = all.findIndex(({ text }) => /^Round 1\b/.test(text));
  return all.filter(({ line }) => line >= begin && kinds[line] !== "cost" && kinds[line] !== "luck");
}

/** What a story tells next, where another one has told the beginning; nothing if they differ. */
function nextMove(whole: readonly Move[], told: readonly Move[]): Move | undefined {
  const last = told.length - 1;
  if (told.some(({ text }, at) => (at < last ? whole[at]?.text !== text : !whole[at]?.text.startsWith(text)))) return undefined;
  const rest = last < 0 ? "" : (whole[last]?.text ?? "").slice(told[last]?.text.length);
  return rest === "" ? whole[last + 1] : { text: rest, line: whole[last]?.line ?? 0 };
}

/** The dice that a line rerolls, called as the question calls them. */
function rerolled(text: string, dice: readonly string[]): string {
  const faces = /\brerolls ([^,:;(]+)/.exec(text)?.[1]?.trim().split(" ") ?? [];
  const called = faces.map((face) => dice.find((die) => die.toLowerCase().startsWith(face.toLowerCase())) ?? face);
  return called.join(" ") || "none";
}

/** The answer that a line tells. */
function answerIn(text: string, { dice }: Question): string | undefined {
  if (dice) return rerolled(text, dice);
  const commits = /\bcommits (\d+)/.exec(text)?.[1];
  if (commits !== undefined) return commits;
  if (/^: holds/.test(text)) return "hold";
  if (/^ \d/.test(text)) return "roll";
  return /^\s+[\w-]+: (.+?)(?: \(.*)?$/.exec(text)?.[1];
}

/** Where to look for a decision: from this line on, without the first `nth` decisions of that line. */
export type From = Pick<Decided, "line" | "nth">;

/** Why the decisions of a game cannot be followed. */
export class NotFollowedError extends Error {}

/** Finds the next decision from there on; nothing if the game has no more. */
export type Decisions = (from: From) => Promise<Decided | undefined>;

function isFrom({ line, nth }: Decided, from: From): boolean {
  return line > from.line || (line === from.line && nth >= from.nth);
}

/** The decisions of one seat. Each is found once, because the answers before it are needed to come to it. */
function decisionsOfSeat(engine: Engine, watched: Watched, seat: number): Decisions {
  const others = watched.seated.filter((_, at) => at + 1 !== seat);
  const words = [`--game=${watched.game}`, `--players=${watched.seated.length}`, `--me=${seat}`, `--bots=${others.join(",")}`, `--seed=${watched.seed}`];
  const whole = moves(watched.story);
  const found: Decided[] = [];
  const next = async (): Promise<Decided | undefined> => {
    const { question, story, refused } = await engine.sit(words, found.map(({ answer }) => answer));
    if (!question && refused === undefined) return undefined;
    if (question && !question.advice) throw new NotFollowedError("This game has no advice for its decisions.");
    const move = nextMove(whole, moves(story));
    const answer = move && question && answerIn(move.text, question);
    if (!question || !move || answer === undefined) throw new NotFollowedError("The story does not say what was decided here.");
    const last = found.at(-1);
    return { seat, line: move.line, nth: last?.line === move.line ? last.nth + 1 : 0, question, answer };
  };
  return async (from) => {
    for (let at = 0; ; at += 1) {
      const decided = found[at] ?? (await next());
      if (!decided) return undefined;
      found[at] = decided;
      if (isFrom(decided, from)) return decided;
    }
  };
}

/** The decisions of all seats. */
export function decisionsOf(engine: Engine, watched: Watched): Decisions {
  const seats = watched.seated.map((_, at) => decisionsOfSeat(engine, watched, at + 1));
  return async (from) => {
    let first: Decided | undefined;
    for (const next of seats) {
      const decided = await next(from);
      if (decided && (!first || decided.line < first.line)) first = decided;
    }
    return first;
  };
}
