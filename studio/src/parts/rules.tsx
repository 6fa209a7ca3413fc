// The rules of a game, to be read beside it.
//
// Owns which games have rules here: those whose rules are in the documents.

import { useState } from "preact/hooks";

const RULES = import.meta.glob<string>("../../../docs/rules/*.md", { import: "default" });

function rulesOf(game: string): (() => Promise<string>) | undefined {
  return RULES[`../../../docs/rules/${game}.md`];
}

/** A line that opens the rules; nothing for a game without. */
export function Rules({ game, title }: { game: string; title: string }) {
  const [html, setHtml] = useState<string>();
  const load = rulesOf(game);
  if (!load) return null;
  const open = (): void => void load().then(setHtml, () => setHtml("<p>The rules could not be loaded.</p>"));
  return (
    <details class="rules" onToggle={open}>
      <summary>How {title} is played</summary>
      {/* The text is that of the documents, made into HTML while the studio was built. */}
      {html !== undefined && <div role="region" aria-label={`Rules of ${title}`} tabIndex={0} dangerouslySetInnerHTML={{ __html: html }} />}
    </details>
  );
}
