// The parts of a tab.
//
// Owns which part is shown. A part that is left keeps what was done in it.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** A part of a tab. */
export interface Section {
  name: string;
  body: ComponentChildren;
}

/** The parts with the buttons that choose among them. */
export function Sections({ label, sections }: { label: string; sections: readonly Section[] }) {
  const [shown, show] = useState(0);
  return (
    <>
      <nav class="sections" aria-label={label}>
        {sections.map(({ name }, at) => (
          <button type="button" aria-current={at === shown ? "true" : undefined} onClick={() => show(at)}>
            {name}
          </button>
        ))}
      </nav>
      {sections.map(({ body }, at) => (
        <div hidden={at !== shown}>{body}</div>
      ))}
    </>
  );
}
