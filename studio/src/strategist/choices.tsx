// Small controls of the tabs: a number among a few, and a seed.
//
// Owns their labels and limits.

import { useId } from "preact/hooks";
import { ChoiceField } from "../parts/fields";

interface CountProps {
  label: string;
  value: number;
  counts: readonly number[];
  onValue: (value: number) => void;
}

/** One of a few numbers. */
export function Count({ label, value, counts, onValue }: CountProps) {
  const options = counts.map((count) => [String(count), String(count)] as const);
  return <ChoiceField label={label} value={String(value)} options={options} onValue={(text) => onValue(Number(text))} />;
}

/** The number that fixes all draws: the same seed is the same luck. */
export function Seed({ seed, onSeed }: { seed: number; onSeed: (seed: number) => void }) {
  const id = useId();
  const typed = (number: number): void => onSeed(Number.isFinite(number) ? Math.max(Math.round(number), 0) : 0);
  return (
    <div class="field">
      <label for={id}>Seed</label>
      <input id={id} class="short" type="number" min="0" value={seed} onInput={(event) => typed(event.currentTarget.valueAsNumber)} />
    </div>
  );
}
