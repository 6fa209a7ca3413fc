// What somebody is writing, kept in this browser.
//
// Owns that a text survives that the page is left. A browser that forbids storage forgets it with the page.

import { useState } from "preact/hooks";

/** The text under a key, and how it is changed. */
export function useDraft(key: string, initial: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => remembered(key) ?? initial);
  const change = (changed: string): void => {
    setText(changed);
    try {
      localStorage.setItem(`studio.${key}`, changed);
    } catch {
      // The text then lasts as long as the page.
    }
  };
  return [text, change];
}

function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(`studio.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}
