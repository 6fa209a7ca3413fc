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

/** From where a decision is looked for: this line, without so many decisions that it begins with. */
export type From = Pick<Decided, "line" | "nth">;

/** The first decision of a seat from there on. Its answers before that are found on the way. */
async function firstOf(engine: Engine, watched: Watched, seat: number, from: From): Promise<Decided | undefined> {
  const others = watched.seated.filter((_, at) => at + 1 !== seat);
  const words = [`--game=${watched.game}`, `--players=${watched.seated.length}`, `--me=${seat}`, `--bots=${others.join(",")}`, `--seed=${watched.seed}`];
  const whole = moves(watched.story);
  const answers: string[] = [];
  let last: From | undefined;
  for (;;) {
    const { question, story, refused } = await engine.sit(words, answers);
    if (!question || refused !== undefined) return undefined;
    const next = nextMove(whole, moves(story));
    if (!next) return undefined;
    const answer = answerIn(next.text, question);
    if (answer === undefined) return undefined;
    const { line } = next;
    const nth = last?.line === line ? last.nth + 1 : 0;
    if (line > from.line || (line === from.line && nth >= from.nth)) return { seat, line, nth, question, answer };
    last = { line, nth };
    answers.push(answer);
  }
}

/** The first decision from there on, of any seat. */
export async function firstDecision(engine: Engine, watched: Watched, from: From): Promise<Decided | undefined> {
  let first: Decided | undefined;
  for (let seat = 1; seat <= watched.seated.length; seat += 1) {
    const found = await firstOf(engine, watched, seat, from);
    if (found && (!first || found.line < first.line)) first = found;
  }
  return first;
}
