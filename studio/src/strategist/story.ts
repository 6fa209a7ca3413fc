// The story of a game, as `analyze play` tells it, taken apart.
//
// Owns which parts of a line are dice, and which lines are remarks on a decision. Where nothing is recognised, a line is only text.

/** A part of a line: words, or dice by what they show. */
export type Piece = { kind: "text"; text: string } | { kind: "dice"; faces: string[] };

/** What a line tells. */
export type LineKind = "heading" | "move" | "cost" | "luck" | "end";

/** A line of a story. */
export interface Line {
  kind: LineKind;
  /** How far it is set in: 0 for a heading, then 1, 2, … */
  depth: number;
  pieces: Piece[];
  /** The win share that the decision cost, on a line of the kind `cost` that says so. */
  cost?: number;
}

const FACE = "[1-9BPOT]";
const ROW = `${FACE}(?: ${FACE})*`;
/** A line that begins with dice; two blanks or the end follow them. */
const BEGINS = new RegExp(`^(${ROW})(  .*)?$`);
/** Dice behind a word that rolls, keeps, or rerolls them. */
const BEHIND = new RegExp(`\\b(rolls|keeps|rerolls|keep|[\\w-]+:) (${ROW})(?=$|[,:;]| \\()`, "g");

/** The parts of a line's text. */
export function pieces(text: string): Piece[] {
  const begins = BEGINS.exec(text);
  if (begins) {
    const dice: Piece = { kind: "dice", faces: (begins[1] ?? "").split(" ") };
    return begins[2] === undefined ? [dice] : [dice, { kind: "text", text: begins[2].trim() }];
  }
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(BEHIND)) {
    const [whole, , faces = ""] = match;
    const begin = match.index + whole.length - faces.length;
    found.push({ kind: "text", text: text.slice(from, begin).trimEnd() }, { kind: "dice", faces: faces.split(" ") });
    from = begin + faces.length;
  }
  const rest = text.slice(from);
  return rest.trim() === "" ? found : [...found, { kind: "text", text: from === 0 ? rest : rest.replace(/^ /, "") }];
}

const COST = /^costs (-?[\d.]+) of /;
const NO_COST = /^(as good as |no price)/;
const LUCK = /^(luck of |looking a round ahead|seat \d+ can now expect)/;

function line(written: string): Line {
  const text = written.trim();
  const depth = Math.floor((written.length - written.trimStart().length) / 2);
  const cost = COST.exec(text)?.[1];
  if (cost !== undefined) return { kind: "cost", depth, pieces: [{ kind: "text", text }], cost: Number(cost) };
  if (NO_COST.test(text)) return { kind: "cost", depth, pieces: [{ kind: "text", text }] };
  if (LUCK.test(text)) return { kind: "luck", depth, pieces: [{ kind: "text", text }] };
  if (depth === 0) return { kind: /\bwins?\b|\btie\b/.test(text) ? "end" : "heading", depth, pieces: [{ kind: "text", text }] };
  return { kind: "move", depth, pieces: pieces(text) };
}

/** The lines of a story, without the empty ones. */
export function lines(story: string): Line[] {
  return story.split("\n").filter((written) => written.trim() !== "").map(line);
}
