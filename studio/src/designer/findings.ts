// What the program found out about a design, beside what was published.
//
// Owns reading its tables. Nothing is computed here: estimates, differences and intervals are the program's.

import { estimate, number, type Row, rows } from "../parts/csv";
import type { Ranged } from "../parts/numbers";

/** A quantity of what was published, of the design, and the change; the last two are absent if nothing is changed. */
export interface Compared {
  label: string;
  published: Ranged;
  yours?: Ranged;
  change?: Ranged;
}

/** What games say, by what it is about. */
export interface Played {
  /** Games of each design. */
  games: number;
  shares: Compared[];
  scores: Compared[];
  seats: Compared[];
  lengths: Compared[];
  /** If the cards and the rules are changed: how each alone changes the win shares. */
  alone?: { cards: Compared[]; rules: Compared[] };
}

const BESIDE = new Set(["experiment", "table", "strategy", "seat", "metric"]);

/** The rows of each combination, in the order in which they were played; `isKey` says which columns tell them apart. */
function combinations(csv: string, isKey: (column: string) => boolean): Row[][] {
  const found = new Map<string, Row[]>();
  for (const row of rows(csv)) {
    const key = JSON.stringify(Object.entries(row).filter(([column]) => isKey(column)));
    const of = found.get(key) ?? [];
    of.push(row);
    found.set(key, of);
  }
  return [...found.values()];
}

type Wanted = { table: string; metric: string; label: (row: Row) => string };

function compared(first: readonly Row[], last: readonly Row[], { table, metric, label }: Wanted): Compared[] {
  const wanted = (row: Row): boolean => row["table"] === table && row["metric"] === metric;
  const after = last.filter(wanted);
  return first.filter(wanted).map((row, at): Compared => {
    const yours = first === last ? undefined : after[at];
    return {
      label: label(row),
      published: estimate(row, "value"),
      ...(yours ? { yours: estimate(yours, "value"), change: estimate(yours, "against_first") } : {}),
    };
  });
}

const strategy = (row: Row): string => row["strategy"] ?? "";
const SHARES: Wanted = { table: "summary", metric: "win_share", label: strategy };

const LENGTHS: readonly (readonly [metric: string, label: string])[] = [
  ["turns_mean", "turns"],
  ["rounds_mean", "rounds"],
  ["all_invalid_rounds_mean", "rounds that nobody wins"],
  ["eliminations_mean", "players who lose all their dice"],
  ["empty_bank_rounds_mean", "rounds that begin with an empty bank"],
  ["capped_mean", "games that reach the limit of turns"],
];

/** Whether it happened in any game. */
function happens({ published, yours }: Compared): boolean {
  return published.value !== 0 || (yours !== undefined && yours.value !== 0);
}

/** The table `sweep.csv` of a run. */
export function played(csv: string): Played {
  const all = combinations(csv, (column) => !BESIDE.has(column) && !/^(value|against_first)/.test(column));
  const [first = [], second, third] = all;
  const last = all.at(-1) ?? first;
  const of = (wanted: Wanted): Compared[] => compared(first, last, wanted);
  const games = first.find((row) => row["metric"] === "games");
  return {
    games: games ? number(games, "value") : 0,
    shares: of(SHARES),
    scores: of({ table: "summary", metric: "ev", label: strategy }),
    seats: of({ table: "seat_values", metric: "win_share", label: (row) => `seat ${row["seat"] ?? ""}` }),
    lengths: LENGTHS.flatMap(([metric, label]) => of({ table: "length", metric, label: () => label })).filter(happens),
    ...(all.length === 4 && second && third ? { alone: { rules: compared(first, second, SHARES), cards: compared(first, third, SHARES) } } : {}),
  };
}

/** How a card does with each number of dice, exactly. */
export interface Difficulty {
  dice: number;
  total: number;
  fails: number;
}

/** A card of what was published, of the design, or both. */
export interface CardFound {
  id: string;
  published: Difficulty[];
  yours: Difficulty[];
}

function difficulties(of: readonly Row[], id: string): Difficulty[] {
  return of
    .filter((row) => row["card"] === id)
    .map((row) => ({ dice: number(row, "dice"), total: number(row, "max_score"), fails: number(row, "invalid_at_max_score") }));
}

/** The table `difficulty.csv` of `cards`. */
export function cardsFound(csv: string): CardFound[] {
  const table = new Set(["experiment", "card", "condition", "trigger", "back", "dice"]);
  const all = combinations(csv, (column) => !table.has(column) && !/^(first_roll|max_|invalid_|stand_)/.test(column));
  const [first = []] = all;
  const last = all.at(-1) ?? first;
  const ids = new Set([...last, ...first].map((row) => row["card"] ?? ""));
  return [...ids].map((id) => ({ id, published: difficulties(first, id), yours: difficulties(last, id) }));
}

/** A measure of how games go. */
export interface Felt extends Compared {
  unit: string;
  meaning: string;
  verdict?: string;
}

/** The games behind these measures, and the measures. */
export interface Feel {
  games: number;
  measures: Felt[];
}

/** The tables `feel.csv` and `changes.csv` of `feel`. */
export function felt(files: Record<string, string>): Feel {
  const fixed = /^(experiment|metric|mean|p10|p50|p90|unit|games|n|method|standing|meaning)/;
  const all = combinations(files["feel.csv"] ?? "", (column) => !fixed.test(column));
  const [first = []] = all;
  const last = all.at(-1) ?? first;
  const changes = all.length > 1 ? (combinations(files["changes.csv"] ?? "", (column) => !/^(metric|first|diff|unit|blocks|method|verdict)/.test(column)).at(-1) ?? []) : [];
  const measures = first.map((row): Felt => {
    const metric = row["metric"] ?? "";
    const yours = first === last ? undefined : last.find((other) => other["metric"] === metric);
    const change = changes.find((other) => other["metric"] === metric);
    return {
      label: metric.replaceAll("_", " "),
      unit: row["unit"] ?? "",
      meaning: row["meaning"] ?? "",
      published: estimate(row, "mean"),
      ...(yours ? { yours: estimate(yours, "mean") } : {}),
      ...(change ? { change: estimate(change, "diff"), verdict: change["verdict"] ?? "" } : {}),
    };
  });
  return { games: first[0] ? number(first[0], "games") : 0, measures };
}
