// What a race says, in words.
//
// Owns reading the tables of `compare` and of a run, and the sentences about them. Win shares are shown in percent, differences
// in percentage points.

import { change, counted, type Ranged, said, settled } from "../parts/numbers";
import { estimate, number, rows } from "../parts/csv";

/** What one comparison of two strategies says. */
export interface Comparison {
  a: string;
  b: string;
  against: string;
  difference: Ranged;
  verdict: string;
  games: number;
}

/** What one strategy won at a table. */
export interface Share {
  strategy: string;
  share: Ranged;
  games: number;
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

/** A share in percent with half its interval: `33.4% ± 0.2`. */
export function percent(share: Ranged): string {
  return said(share, "share");
}

/** A difference of shares in percentage points: `+3.2 ± 0.8 percentage points`. */
export function points(difference: Ranged): string {
  return `${change(difference, "share")} percentage points`;
}

/** Who wins more, of two strategies that were compared in one or two fields of opponents. */
export function whoIsBetter(mine: string, other: string, found: readonly Comparison[]): string {
  const [first, second] = found;
  if (!first) return "There is no result.";
  if (found.some(({ difference }) => settled(difference) === "open")) {
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
  const begins = isAlone ? "The" : `Against copies of ${against}, the`;
  return `${begins} win share of ${a} minus that of ${b} is ${points(difference)} (95% interval; ${counted(games)} games each).`;
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
