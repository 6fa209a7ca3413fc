// Where the problems of a text are, in the terms of the editor.
//
// Owns the way from a line and a column, which count characters from 1, to an offset in the text, which counts UTF-16 units.

import type { Problem } from "../engine/contract";

/** A place in a text: a line and a column, both from 1. */
export interface Place {
  line: number;
  column: number;
}

/** A part of a text that a problem refers to, as offsets. */
export interface Span {
  from: number;
  to: number;
}

/** The offset of a place; a place beyond the line or the text is at its end. */
export function offsetOf(text: string, place: Place): number {
  let start = 0;
  for (let line = 1; line < place.line; line += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  const line = text.slice(start, end < 0 ? text.length : end);
  let offset = start;
  for (const character of [...line].slice(0, Math.max(place.column - 1, 0))) offset += character.length;
  return offset;
}

/** What a problem refers to: at least one character, unless the text is empty; the whole first line if it has no place. */
export function spanOf(text: string, problem: Problem): Span {
  if (!problem.from) {
    const end = text.indexOf("\n");
    return { from: 0, to: end < 0 ? text.length : end };
  }
  const from = offsetOf(text, problem.from);
  const to = problem.to ? offsetOf(text, problem.to) : from;
  if (to > from) return { from, to };
  const isAtLineEnd = from >= text.length || text[from] === "\n";
  return isAtLineEnd ? { from: Math.max(from - 1, 0), to: from } : { from, to: from + 1 };
}
