// The lines of a story on the page.
//
// Owns how moves, costs, and luck look; the last line told is marked.

import { useEffect, useRef } from "preact/hooks";
import { Dice } from "./dice";
import type { Line, Piece } from "./story";

/** Punctuation stands at the dice before it; words do not. */
function Part({ piece }: { piece: Piece }) {
  if (piece.kind === "dice") return <Dice faces={piece.faces} />;
  return <span>{/^[,:;.]/.test(piece.text) ? `${piece.text} ` : ` ${piece.text} `}</span>;
}

/** A cost of this win share or more is marked. */
const MUCH = 0.01;

function weight({ kind, cost }: Line): string {
  return kind === "cost" && cost !== undefined && cost >= MUCH ? " story-much" : "";
}

interface StoryLinesProps {
  label: string;
  lines: readonly Line[];
}

/** The lines as a list that scrolls to its end. */
export function StoryLines({ label, lines }: StoryLinesProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  return (
    <ol class="story" ref={list} aria-label={label} tabIndex={0}>
      {lines.map((line, at) => (
        <li
          class={`story-${line.kind} story-depth-${Math.min(line.depth, 3)}${weight(line)}`}
          aria-current={at === lines.length - 1 ? "step" : undefined}
        >
          {line.pieces.map((piece) => (
            <Part piece={piece} />
          ))}
        </li>
      ))}
    </ol>
  );
}
