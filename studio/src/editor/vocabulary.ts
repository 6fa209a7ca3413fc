// What can be written in a file, as the program says it.
//
// Owns the shape of a vocabulary, and how it is read from the table of `analyze show words` and from the hints of `analyze check`.

import type { Problem } from "../engine/contract";

/** What a completion can be. */
export type WordKind = "key" | "section" | "word" | "function" | "name" | "value";

/** One thing that can be written. */
export interface Word {
  label: string;
  kind: WordKind;
  /** What it is, in a phrase. */
  meaning?: string;
  /** What is put in the file, if it is not the label. */
  put?: string;
}

/** Everything that can be written in a kind of file. */
export interface Vocabulary {
  /** The keys of each section by its first word: `rule`, `step`; those at the top of the file are under "". */
  keys: ReadonlyMap<string, readonly Word[]>;
  sections: readonly Word[];
  /** What formulas of a file can ask. */
  formulas: readonly Word[];
  /** What a script can ask after `view.`. */
  view: readonly Word[];
}

/** A vocabulary without words. */
export const NO_WORDS: Vocabulary = { keys: new Map(), sections: [], formulas: [], view: [] };

/** A row of the table of words: cells between bars, of which `\|` is none. */
function cells(row: string): string[] {
  const inner = row.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** A word of the table: `count(FACE)` is a function, of which the name is put. */
function word(cell: string, meaning: string): Word {
  const written = cell.replaceAll("`", "");
  const name = /^([\w.]+)\(/.exec(written)?.[1];
  if (name === undefined) return { label: written, kind: "word", meaning };
  const needsArgument = !written.includes("(dice)");
  return { label: written, kind: "function", meaning, put: needsArgument ? `${name}(` : name };
}

/** The words that `analyze show words` prints: those of formulas, and those that scripts write after `view.`. */
export function wordsOf(table: string): Pick<Vocabulary, "formulas" | "view"> {
  const formulas: Word[] = [];
  const view: Word[] = [];
  for (const line of table.split("\n")) {
    if (!line.startsWith("| `")) continue;
    const [written = "", meaning = "", , , usedIn = ""] = cells(line);
    if (usedIn === "") continue;
    const known = word(written, meaning);
    if (usedIn.includes("files")) formulas.push(known);
    if (usedIn.includes("scripts")) view.push(known.kind === "function" ? { ...known, put: `${known.put?.replace("(", "")}(` } : known);
  }
  return { formulas, view };
}

/** The names that a hint lists: `valid: name, about, rule`; what follows a semicolon is a remark. */
export function listed(hint: string | undefined): string[] {
  const list = /valid: ([^;]*)/.exec(hint ?? "")?.[1] ?? "";
  return list.split(",").map((name) => name.trim()).filter((name) => /^[\w.-]+$/.test(name));
}

/** The hint of each line that lists names. */
export function hintsByLine(problems: readonly Problem[]): Map<number, string> {
  const hints = new Map<number, string>();
  for (const { from, hint } of problems) if (from && hint?.includes("valid: ")) hints.set(from.line, hint);
  return hints;
}
