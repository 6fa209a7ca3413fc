// A table of estimates with a picture of their intervals.
//
// Owns the layout: what each row is about, its estimate in words, and the bar, all on one scale.

import { Interval, scaleOf } from "./intervals";
import type { Ranged } from "../parts/numbers";

/** A row: what it is about, and its estimate. */
export interface Bar {
  label: string;
  estimate: Ranged;
  /** The estimate as people read it. */
  said: string;
}

interface BarsProps {
  caption: string;
  /** The heads of the first two columns. */
  columns: readonly [string, string];
  bars: readonly Bar[];
  /** The number at which the line is. */
  mark: number;
}

export function Bars({ caption, columns, bars, mark }: BarsProps) {
  const scale = scaleOf(bars.map(({ estimate }) => estimate), mark);
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class="bars">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
            <th scope="col">
              <span class="unseen">Picture</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, estimate, said }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{said}</td>
              <td class="bars-picture">
                <Interval estimate={estimate} scale={scale} mark={mark} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
