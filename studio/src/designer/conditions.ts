// The conditions of cards, as a designer builds them from parts.
//
// Owns the way between a condition's text and its parts. A condition that is nested deeper than parts can show stays a text.

/** One thing that must not show, such as `sum>=7`. */
export interface Part {
  kind: PartKind;
  /** The number in it; the face, for `face`. */
  number: number;
  /** For `faces` and `face`: the faces. */
  faces: number[];
}

export type PartKind = "sum" | "pair" | "same" | "run" | "distinct" | "odd" | "even" | "face" | "faces";

/** A condition: parts of which one or all must show, or a text. */
export type Condition = { join: "either" | "all"; parts: Part[] } | { text: string };

/** How a part is called, and the limits of its number; a pair and faces have none. */
export const KINDS: Record<PartKind, { label: string; unit?: string; from: number; to: number; usual: number }> = {
  sum: { label: "a total of at least", from: 2, to: 60, usual: 9 },
  pair: { label: "a pair", from: 2, to: 2, usual: 2 },
  same: { label: "the same value on at least", unit: "dice", from: 2, to: 8, usual: 3 },
  run: { label: "consecutive values, at least", unit: "of them", from: 2, to: 5, usual: 3 },
  distinct: { label: "different values, at least", unit: "of them", from: 2, to: 6, usual: 3 },
  odd: { label: "odd dice, at least", unit: "of them", from: 1, to: 10, usual: 2 },
  even: { label: "even dice, at least", unit: "of them", from: 1, to: 10, usual: 2 },
  face: { label: "dice with one value, at least", unit: "of them", from: 1, to: 10, usual: 2 },
  faces: { label: "any of the values", from: 1, to: 1, usual: 1 },
};

const NUMBERED = /^(sum|same|run|distinct|odd|even)>=(\d+)$/;
const FACE = /^(?:count:([1-5])|(ones|twos|threes|fours|fives))>=(\d+)$/;
const FACES = /^any:([1-5](?:,[1-5])*)$/;
const WORDS = ["ones", "twos", "threes", "fours", "fives"];

/** A part of this kind as one begins with it. */
export function usual(kind: PartKind): Part {
  return { kind, number: KINDS[kind].usual, faces: kind === "face" ? [5] : kind === "faces" ? [1] : [] };
}

function readPart(text: string): Part | undefined {
  if (text === "pair") return usual("pair");
  const numbered = NUMBERED.exec(text);
  if (numbered) return { kind: numbered[1] as PartKind, number: Number(numbered[2]), faces: [] };
  const face = FACE.exec(text);
  if (face) {
    const value = face[1] === undefined ? WORDS.indexOf(face[2] ?? "") + 1 : Number(face[1]);
    return { kind: "face", number: Number(face[3]), faces: [value] };
  }
  const faces = FACES.exec(text);
  return faces ? { kind: "faces", number: 1, faces: (faces[1] ?? "").split(",").map(Number) } : undefined;
}

/** The parts of a condition, or its text if it has no such parts. */
export function readCondition(text: string): Condition {
  const plain = text.trim();
  const joined = /^(either|all)\((.*)\)$/.exec(plain);
  const texts = joined ? (joined[2] ?? "").split(";") : [plain];
  const parts = texts.map((part) => readPart(part.replaceAll(" ", "")));
  return parts.every((part) => part !== undefined) ? { join: joined?.[1] === "all" ? "all" : "either", parts } : { text };
}

function writePart({ kind, number, faces }: Part): string {
  if (kind === "pair") return "pair";
  if (kind === "faces") return `any:${faces.join(",")}`;
  if (kind === "face") return `count:${faces[0] ?? 5}>=${number}`;
  return `${kind}>=${number}`;
}

/** The text of a condition as the program reads it. */
export function writeCondition(condition: Condition): string {
  if ("text" in condition) return condition.text;
  const [only, ...more] = condition.parts;
  if (only && more.length === 0) return writePart(only);
  return `${condition.join}(${condition.parts.map(writePart).join("; ")})`;
}

function partInWords({ kind, number, faces }: Part): string {
  switch (kind) {
    case "pair":
      return "a pair";
    case "sum":
      return `a total of ${number} or more`;
    case "same":
      return `${number} dice alike`;
    case "run":
      return `${number} consecutive values`;
    case "distinct":
      return `${number} different values`;
    case "odd":
    case "even":
      return number === 1 ? `an ${kind} die` : `${number} ${kind} dice`;
    case "face":
      return `${number} × ${faces[0] ?? ""}`;
    case "faces":
      return `any ${faces.join(", ").replace(/, (\d)$/, " or $1")}`;
  }
}

/** What a condition forbids, in words. */
export function inWords(text: string): string {
  const condition = readCondition(text);
  if ("text" in condition) return condition.text;
  return condition.parts.map(partInWords).join(condition.join === "all" ? " and " : " or ");
}
