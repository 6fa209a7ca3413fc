// The design under way: what it was before, and that this browser remembers it.
//
// Owns undo and redo. A change of the same control right after another counts as one.

import { useCallback, useState } from "preact/hooks";
import { type Design, readDesign } from "./design";

const KEY = "studio.design";
/** Changes of one control within so many milliseconds are one. */
const MOMENT = 1_000;

interface History {
  past: Design[];
  now: Design;
  future: Design[];
  /** The control that made the last change, and when. */
  last?: { control: string; at: number };
}

/** The design that this browser remembers. */
export function remembered(): Design | undefined {
  try {
    return readDesign(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return undefined;
  }
}

function remember(design: Design): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(design));
  } catch {
    // The design then lasts as long as the page.
  }
}

export interface Edited {
  design: Design;
  /** Puts another design in its place; `control` names what was used. */
  change: (design: Design, control: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

/** The design, beginning with this one. */
export function useHistory(initial: Design): Edited {
  const [history, setHistory] = useState<History>({ past: [], now: initial, future: [] });

  const to = (next: History): void => {
    remember(next.now);
    setHistory(next);
  };

  const change = useCallback((design: Design, control: string): void => {
    setHistory(({ past, now, last }) => {
      const at = Date.now();
      const isSame = last?.control === control && at - last.at < MOMENT;
      remember(design);
      return { past: isSame ? past : [...past, now].slice(-200), now: design, future: [], last: { control, at } };
    });
  }, []);

  const { past, now, future } = history;
  const before = past.at(-1);
  const after = future[0];
  return {
    design: now,
    change,
    undo: before && (() => to({ past: past.slice(0, -1), now: before, future: [now, ...future] })),
    redo: after && (() => to({ past: [...past, now], now: after, future: future.slice(1) })),
  };
}
