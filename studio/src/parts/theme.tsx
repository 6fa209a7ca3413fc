// The switch between light and dark. Without a choice, the page is as the system is.

import { useLayoutEffect, useState } from "preact/hooks";

type Choice = "system" | "light" | "dark";

const KEY = "studio.theme";
const CHOICES: Choice[] = ["system", "light", "dark"];

/** The choice that this browser remembers. A browser that forbids storage has none. */
function remembered(): Choice {
  try {
    return CHOICES.find((choice) => choice === localStorage.getItem(KEY)) ?? "system";
  } catch {
    return "system";
  }
}

export function Theme() {
  const [choice, choose] = useState<Choice>(remembered);
  useLayoutEffect(() => {
    if (choice === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = choice;
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // The choice then lasts as long as the page.
    }
  }, [choice]);
  return (
    <label class="theme">
      <span>Colours</span>
      <select value={choice} onChange={(event) => choose(event.currentTarget.value as Choice)}>
        <option value="system">as the system</option>
        <option value="light">light</option>
        <option value="dark">dark</option>
      </select>
    </label>
  );
}
