// What a decision cost, by the table of `analyze advise`.
//
// Owns finding the option that an answer chose. The table names options in words (`commit 3 dice`, `reroll boss`), and people answer
// in short (`3`, `boss`).

import type { Question } from "../engine/contract";
import { number, type Row, rows } from "../parts/csv";

/** The price of a decision. */
export interface Price {
  /** The option that was chosen, as the table has it. */
  option: string;
  best: string;
  /** The win share lost compared with the best option. */
  cost: number;
}

const VERBS = new Set(["commit", "reroll", "keep", "dice", "die", "and"]);
/** Words for keeping things as they are. */
const STOPS = new Set(["none", "stop", "-", ""]);

/** An option or an answer without words that mean nothing, in an order of its own. */
function essence(text: string): string {
  const words = text.toLowerCase().split(/[ ,]+/).filter((word) => word !== "" && !VERBS.has(word));
  const [first] = words;
  if (words.length === 0 || (words.length === 1 && first !== undefined && STOPS.has(first))) return "stop";
  return words.sort().join(" ");
}

/** The option of the table that an answer chose. A table says `all` where an answer can name all the dice. */
function chosen(table: readonly Row[], answer: string, dice: readonly string[]): Row | undefined {
  const named = essence(answer);
  const wanted = dice.length > 0 && named === essence(dice.join(" ")) ? [named, "all"] : [named];
  return table.find(({ option }) => option === answer) ?? table.find(({ option }) => wanted.includes(essence(option ?? "")));
}

/** The price of an answer to a question, if the table (CSV, the best option first) has it. */
export function priceOf(csv: string, answer: string, { dice = [] }: Pick<Question, "dice">): Price | undefined {
  const table = rows(csv);
  const row = chosen(table, answer, dice);
  const cost = row && number(row, "cost");
  if (row === undefined || cost === undefined || Number.isNaN(cost)) return undefined;
  return { option: row["option"] ?? answer, best: table[0]?.["option"] ?? "", cost };
}

/** The price in words. */
export function said({ option, best, cost }: Price): string {
  if (cost < 0.00005) return `“${option}” was the best choice.`;
  return `“${option}” cost ${(100 * cost).toFixed(cost < 0.0095 ? 2 : 1)} percentage points of win share; “${best}” would have been best.`;
}
