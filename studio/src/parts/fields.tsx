// Controls with their labels.
//
// Owns their look and what they say to those who do not see them. A slider always stands beside a field for the same number.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  /** What it means, below the control. */
  about?: string | undefined;
  isChanged?: boolean;
}

/** A whole number: a slider, and a field to type it. */
export function NumberField(props: FieldProps & { value: number; from: number; to: number; onValue: (value: number) => void }) {
  const { label, about, isChanged, value, from, to, onValue } = props;
  const id = useId();
  const typed = (text: string): void => {
    const number = Math.round(Number(text));
    if (text !== "" && Number.isFinite(number)) onValue(Math.min(Math.max(number, 0), 1_000_000));
  };
  return (
    <div class={`field ${isChanged ? "changed" : ""}`}>
      <label for={id}>{label}</label>
      <div class="field-slide">
        <input
          type="range"
          aria-label={`${label}, slider`}
          min={from}
          max={Math.max(to, value)}
          value={value}
          onInput={(event) => onValue(event.currentTarget.valueAsNumber)}
        />
        <input id={id} type="number" min={from} value={value} aria-describedby={about ? `${id}-about` : undefined} onInput={(event) => typed(event.currentTarget.value)} />
      </div>
      {about && (
        <p class="soft small" id={`${id}-about`}>
          {about}
        </p>
      )}
    </div>
  );
}

/** One of several values. */
export function ChoiceField(props: FieldProps & { value: string; options: readonly (readonly [value: string, label: string])[]; onValue: (value: string) => void }) {
  const { label, about, isChanged, value, options, onValue } = props;
  const id = useId();
  const isKnown = options.some(([option]) => option === value);
  return (
    <div class={`field ${isChanged ? "changed" : ""}`}>
      <label for={id}>{label}</label>
      <select id={id} value={value} aria-describedby={about ? `${id}-about` : undefined} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map(([option, said]) => (
          <option key={option} value={option}>
            {said}
          </option>
        ))}
        {!isKnown && <option value={value}>{value}</option>}
      </select>
      {about && (
        <p class="soft small" id={`${id}-about`}>
          {about}
        </p>
      )}
    </div>
  );
}

/** A text. */
export function TextField(props: FieldProps & { value: string; onValue: (value: string) => void }) {
  const { label, about, isChanged, value, onValue } = props;
  const id = useId();
  return (
    <div class={`field ${isChanged ? "changed" : ""}`}>
      <label for={id}>{label}</label>
      <input id={id} type="text" maxLength={300} value={value} spellcheck={false} onInput={(event) => onValue(event.currentTarget.value)} />
      {about && <p class="soft small">{about}</p>}
    </div>
  );
}

/** Controls that belong together. */
export function Group({ label, children, isChanged }: { label: string; children: ComponentChildren; isChanged?: boolean }) {
  return (
    <fieldset class={`group ${isChanged ? "changed" : ""}`}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}
