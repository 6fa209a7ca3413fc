// Quantities of what was published and of the design, side by side, with the change and a picture of the intervals.

import { change, said, type Scale, settled, type Ranged } from "../parts/numbers";
import type { Compared } from "./findings";

interface ComparisonTableProps {
  caption: string;
  /** What the rows are about. */
  head: string;
  rows: readonly Compared[];
  scale: Scale;
  /** The line in the pictures, such as an equal share. Without one there are no pictures: the rows have no common scale. */
  mark?: number;
}

const DIRECTION = { up: "rises", down: "falls", same: "the same", open: "not settled" } as const;

/** What a change is, in words. */
export function ChangeSaid({ of, scale }: { of: Ranged; scale: Scale }) {
  const way = settled(of);
  return (
    <>
      {change(of, scale)} <span class={`way way-${way}`}>{DIRECTION[way]}</span>
    </>
  );
}

/** The table. */
export function ComparisonTable({ caption, head, rows, scale, mark }: ComparisonTableProps) {
  const isChanged = rows.some(({ yours }) => yours !== undefined);
  const [from, to] = ends(rows, mark ?? 0);
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class="compared">
        <caption>
          {caption}
          {isChanged && scale === "share" ? "; changes in percentage points" : ""}
        </caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" class="number">
              <span class="swatch swatch-published" aria-hidden="true" /> published
            </th>
            {isChanged && (
              <>
                <th scope="col" class="number">
                  <span class="swatch swatch-yours" aria-hidden="true" /> yours
                </th>
                <th scope="col" class="number">
                  change
                </th>
              </>
            )}
            {mark !== undefined && (
              <th scope="col" class="picture">
                <span class="unseen">picture of the intervals</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, published, yours, change: changed }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td class="number">{said(published, scale)}</td>
              {isChanged && (
                <>
                  <td class="number">{yours && said(yours, scale)}</td>
                  <td class="number">{changed && <ChangeSaid of={changed} scale={scale} />}</td>
                </>
              )}
              {mark !== undefined && (
                <td class="picture">
                  <Pair published={published} yours={yours} from={from} to={to} mark={mark} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The ends of a scale on which all intervals and the mark are. */
function ends(rows: readonly Compared[], mark: number): readonly [number, number] {
  const all = rows.flatMap(({ published, yours }) => [published, ...(yours ? [yours] : [])]).flatMap(({ low, high }) => [low, high]);
  const [low, high] = [Math.min(mark, ...all), Math.max(mark, ...all)];
  const margin = 0.06 * (high - low) || 0.05 * Math.abs(high) || 1;
  return [low - margin, high + margin];
}

interface PairProps {
  published: Ranged;
  yours: Ranged | undefined;
  from: number;
  to: number;
  mark: number;
}

/** Two intervals, the published one above. */
function Pair({ published, yours, from, to, mark }: PairProps) {
  const x = (at: number): number => (200 * (at - from)) / (to - from);
  const bar = (of: Ranged, y: number, name: string) => (
    <>
      <rect class={`bar-${name}`} x={x(of.low)} width={Math.max(x(of.high) - x(of.low), 1)} y={y} height="5" />
      <rect class={`point-${name}`} x={x(of.value) - 1} width="2" y={y - 2} height="9" />
    </>
  );
  return (
    <svg class="pair" viewBox="0 0 200 24" preserveAspectRatio="none" aria-hidden="true">
      <line class="interval-mark" x1={x(mark)} x2={x(mark)} y1="0" y2="24" />
      {bar(published, yours ? 4 : 9, "published")}
      {yours && bar(yours, 14, "yours")}
    </svg>
  );
}
