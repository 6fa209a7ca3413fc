// The rows of a table that the program wrote as CSV.
//
// Owns reading them by the names of their columns; fields may be quoted.

import type { Ranged } from "./numbers";

/** A row: its fields by column. */
export type Row = Readonly<Record<string, string>>;

/** The fields of each line of a CSV text. */
function records(text: string): string[][] {
  const found: string[][] = [[]];
  const fields = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g;
  for (const [whole, quoted, plain = "", end] of text.matchAll(fields)) {
    if (whole === "") break;
    found.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") found.push([]);
  }
  return found.filter((fields) => fields.length > 0);
}

/** The rows of a CSV text whose first line names the columns. */
export function rows(text: string): Row[] {
  const [names = [], ...rest] = records(text);
  return rest.map((fields) => Object.fromEntries(names.map((name, at) => [name, fields[at] ?? ""])));
}

/** The number in a column; not a number if the field is empty. */
export function number(row: Row, column: string): number {
  const field = row[column];
  return field === undefined || field === "" ? NaN : Number(field);
}

/** The estimate in a column, with the ends of its interval. */
export function estimate(row: Row, column: string): Ranged {
  const value = number(row, column);
  const [low, high] = [number(row, `${column}_lo`), number(row, `${column}_hi`)];
  return { value, low: Number.isNaN(low) ? value : low, high: Number.isNaN(high) ? value : high };
}
