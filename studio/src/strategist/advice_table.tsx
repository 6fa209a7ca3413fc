// What the options of a decision are worth, as a table.
//
// Owns how the table of `analyze advise` looks on the page: shares in percent, costs in percentage points.

import { number, rows } from "../parts/csv";

function inPercent(share: number): string {
  return Number.isNaN(share) ? "" : `${(100 * share).toFixed(1)}%`;
}

/** Half an interval in percentage points, for estimates that have one. */
function within(low: number, high: number): string {
  return Number.isNaN(high - low) || high === low ? "" : ` ± ${(50 * (high - low)).toFixed(1)}`;
}

/** The options, the best one first. */
export function AdviceTable({ csv }: { csv: string }) {
  const table = rows(csv);
  const worth = table[0] && "win_share" in table[0] ? "win_share" : (Object.keys(table[0] ?? {})[1] ?? "");
  const isShare = worth === "win_share";
  const shown = (value: number): string => (isShare ? inPercent(value) : value.toFixed(2));
  return (
    <div class="scroll" role="region" aria-label="Advice" tabIndex={0}>
      <table>
        <caption>What each option is worth</caption>
        <thead>
          <tr>
            <th scope="col">option</th>
            <th scope="col" class="number">{isShare ? "win share" : worth.replaceAll("_", " ")}</th>
            <th scope="col" class="number">cost{isShare ? ", percentage points" : ""}</th>
            <th scope="col">reason</th>
          </tr>
        </thead>
        <tbody>
          {table.map((row, at) => (
            <tr class={at === 0 ? "best" : undefined}>
              <th scope="row">{row["option"]}</th>
              <td class="number">
                {shown(number(row, worth))}
                {within(number(row, `${worth}_lo`), number(row, `${worth}_hi`))}
              </td>
              <td class="number">
                {(number(row, "cost") * (isShare ? 100 : 1)).toFixed(2)}
                {within(number(row, "cost_lo"), number(row, "cost_hi"))}
              </td>
              <td>{row["reason"]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
