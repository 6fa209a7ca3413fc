// What a race says, in words.
//
// Owns reading the tables of `compare` and of a run, and the sentences about them. Win shares are shown in percent, differences
// in percentage points.

import { number, type Row, rows } from "./csv";

/** An estimate with its 95% interval; without one, the ends are the estimate. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** What one comparison of two strategies says. */
export interface Comparison {
  a: string;
  b: string;
  against: string;
  difference: Estimate;
  verdict: string;
  games: number;
}

/** What one strategy won at a table. */
export interface Share {
  strategy: string;
  share: Estimate;
  games: number;
}

function estimate(row: Row, column: string): Estimate {
  const value = number(row, column);
  const [low, high] = [number(row, `${column}_lo`), number(row, `${column}_hi`)];
  return { value, low: Number.isNaN(low) ? value : low, high: Number.isNaN(high) ? value : high };
}

/** The comparisons of win shares in a `compare.csv`. */
export function comparisons(csv: string): Comparison[] {
  return rows(csv)
    .filter((row) => row["metric"] === "win_share")
    .map((row) => ({
      a: row["a"] ?? "",
      b: row["b"] ?? "",
      against: row["against"] ?? "",
      difference: estimate(row, "diff"),
      verdict: row["verdict"] ?? "",
      games: number(row, "games"),
    }));
}

/** The win shares in a `summary.csv`. */
export function shares(csv: string): Share[] {
  return rows(csv).map((row) => ({ strategy: row["strategy"] ?? "", share: estimate(row, "win_share"), games: number(row, "games") }));
}

/** Decimals that the width of an interval is worth: 0.4 ± 0.03 needs more than 4 ± 3. */
function decimals(half: number): number {
  return half >= 1 ? 1 : 2;
}

/** A share in percent with half its interval: `33.4% ± 0.2`. */
export function percent({ value, low, high }: Estimate): string {
  const half = 50 * (high - low);
  const digits = decimals(half);
  return half > 0 ? `${(100 * value).toFixed(digits)}% ± ${half.toFixed(digits)}` : `${(100 * value).toFixed(1)}% exactly`;
}

/** A difference of shares in percentage points: `+3.2 ± 0.8 percentage points`. */
export function points({ value, low, high }: Estimate): string {
  const half = 50 * (high - low);
  const digits = decimals(half);
  const number = 100 * value;
  const sign = number > 0 ? "+" : number < 0 ? "−" : "";
  return `${sign}${Math.abs(number).toFixed(digits)} ± ${half.toFixed(digits)} percentage points`;
}

/** A number of games as people write it. */
export function count(games: number): string {
  return games.toLocaleString("en-GB");
}

/** Whether 0 lies in the interval. */
function isOpen({ low, high }: Estimate): boolean {
  return low <= 0 && high >= 0;
}

/** Who wins more, of two strategies that were compared in one or two fields of opponents. */
export function whoIsBetter(mine: string, other: string, found: readonly Comparison[]): string {
  const [first, second] = found;
  if (!first) return "There is no result.";
  if (found.some(({ difference }) => isOpen(difference))) {
    return `Not settled: ${mine} and ${other} may be equally good. The interval of the difference contains 0.`;
  }
  const wins = first.difference.value > 0;
  if (second && second.difference.value > 0 !== wins) {
    return `It depends on the others: against copies of ${first.against}, ${mine} wins ${wins ? "more" : "less"}; against copies of ${second.against}, ${wins ? "less" : "more"}.`;
  }
  return wins ? `${mine} is better than ${other}.` : `${mine} is worse than ${other}.`;
}

/** The difference behind a verdict, in a sentence. */
export function behind({ a, b, against, difference, games }: Comparison, isAlone: boolean): string {
  const where = isAlone ? "" : `Against copies of ${against}: `;
  return `${where}the win share of ${a} minus that of ${b} is ${points(difference)} (95% interval; ${count(games)} games each).`;
}

/** Who wins most at a table. */
export function whoWinsMost(found: readonly Share[]): string {
  const [best, next] = [...found].sort((a, b) => b.share.value - a.share.value);
  if (!best || !next) return "There is no result.";
  const isSettled = found.every((share) => share === best || share.share.high < best.share.low);
  return isSettled
    ? `${best.strategy} wins most: ${percent(best.share)}.`
    : `Not settled: ${best.strategy} leads with ${percent(best.share)}, but its interval overlaps with that of another.`;
}
