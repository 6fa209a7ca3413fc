// Numbers as a person reads them.
//
// Owns how many decimals an estimate is worth, and the words for what is not settled.

/** An estimate with its 95% interval; without one, the ends are the estimate. */
export interface Ranged {
  value: number;
  low: number;
  high: number;
}

/** How a quantity is shown: shares in percent, and their differences in percentage points. */
export type Scale = "share" | "plain";

const times = (scale: Scale): number => (scale === "share" ? 100 : 1);

/** Decimals that show half an interval with one digit, or with two if it begins with 1 or 2. */
function decimals(half: number): number {
  if (half === 0) return 2;
  const [digits = "", power = "0"] = half.toExponential(1).split("e");
  return Math.min(6, Math.max(0, (Number(digits) < 3 ? 1 : 0) - Number(power)));
}

/** An estimate: `33.41% ± 0.08`, `54.87 ± 0.02`, or `12.00` if it is exact. */
export function said({ value, low, high }: Ranged, scale: Scale): string {
  const half = (times(scale) * (high - low)) / 2;
  const digits = decimals(half);
  const number = `${(times(scale) * value).toFixed(digits)}${scale === "share" ? "%" : ""}`;
  return half > 0 ? `${number} ± ${half.toFixed(digits)}` : number;
}

/** A number with its sign: `+0.45`, `−0.75`, `0.00`. */
export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}

/** A change: `+0.45 ± 0.04`; the unit is for whoever shows it. */
export function change({ value, low, high }: Ranged, scale: Scale): string {
  const half = (times(scale) * (high - low)) / 2;
  const digits = decimals(half);
  const number = signed(times(scale) * value, digits);
  return half > 0 ? `${number} ± ${half.toFixed(digits)}` : number;
}

/** What an interval says of the sign of a change. */
export function settled({ value, low, high }: Ranged): "up" | "down" | "same" | "open" {
  if (low === high) return value > 0 ? "up" : value < 0 ? "down" : "same";
  return low > 0 ? "up" : high < 0 ? "down" : "open";
}

/** A number of games as people write it. */
export function counted(games: number): string {
  return games.toLocaleString("en-GB");
}
