// The choice of a strategy.
//
// Owns how strategies are offered: by name, with what the chosen one does below. A strategy with parameters, such as `bank:at=500`, is
// offered where it is in a line-up.

import { ChoiceField } from "../parts/fields";

/** A strategy that can be chosen. */
export interface Choice {
  /** As it is typed: a name or a file. */
  typed: string;
  /** What people call it. */
  shown: string;
  about: string;
}

interface ChosenProps {
  label: string;
  choices: readonly Choice[];
  typed: string;
  onTyped: (typed: string) => void;
}

/** A list of strategies of which one is chosen. */
export function Chosen({ label, choices, typed, onTyped }: ChosenProps) {
  const about = choices.find((choice) => choice.typed === typed.split(":")[0])?.about;
  const options = choices.map((choice) => [choice.typed, choice.shown] as const);
  return <ChoiceField label={label} about={about} value={typed} options={options} onValue={onTyped} />;
}
