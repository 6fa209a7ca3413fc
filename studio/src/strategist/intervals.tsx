// Intervals as bars on one scale.
//
// Owns the picture: a bar for each interval, a point for its estimate, and a line at the number that matters. The numbers stand
// beside it as text, so the picture says nothing to those who do not see it.

import type { Ranged } from "../parts/numbers";

interface IntervalProps {
  estimate: Ranged;
  /** The ends of the scale. */
  scale: readonly [number, number];
  /** Where the line is. */
  mark: number;
}

/** The scale on which all these intervals and the mark can be seen. */
export function scaleOf(estimates: readonly Ranged[], mark: number): readonly [number, number] {
  const ends = estimates.flatMap(({ low, high }) => [low, high]);
  const [low, high] = [Math.min(mark, ...ends), Math.max(mark, ...ends)];
  const margin = 0.06 * (high - low) || 0.01;
  return [low - margin, high + margin];
}

/** One interval. */
export function Interval({ estimate: { value, low, high }, scale: [from, to], mark }: IntervalProps) {
  const x = (at: number): number => (200 * (at - from)) / (to - from);
  const side = low > mark ? "above" : high < mark ? "below" : "open";
  return (
    <svg class={`interval interval-${side}`} viewBox="0 0 200 16" preserveAspectRatio="none" aria-hidden="true">
      <line class="interval-mark" x1={x(mark)} x2={x(mark)} y1="0" y2="16" />
      <rect class="interval-bar" x={x(low)} width={Math.max(x(high) - x(low), 1.5)} y="5" height="6" />
      <rect class="interval-point" x={x(value) - 1} width="2" y="2" height="12" />
    </svg>
  );
}
