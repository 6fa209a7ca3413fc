// A strategy for the game that an author writes, and its race.
//
// Owns what the strategy begins with: a file in which every decision is made at random.

import { useEffect } from "preact/hooks";
import { type Checkable, useCheck } from "../editor/check";
import { checker } from "../editor/checker";
import type { Vocabulary } from "../editor/vocabulary";
import { WrittenFile } from "../editor/written_file";
import { useStrategyWords } from "../strategist/known";
import { fileOf, type Own, savedAs } from "../strategist/own";
import { gameName, type Known } from "./own_game";

/** The stem of the strategy's file, which is not that of the tab "Strategist". */
export const PLAYER = "player";

/** The game's file while the strategy is checked: the last one without mistakes, whatever is being typed. */
const PLAYED = "played.toml";
/** The keys that every strategy has; the others are the decisions. */
const COMMON = ["name", "about", "game"];

/** What a strategy is that nobody has changed yet. */
const UNTOUCHED = /^(name = "my-player"\nabout = "[^"]*"\ngame = "[^"]*"\n(\S+ = "random"\n)*)?$/;

/** A strategy that decides at random, with a line for each decision. */
function template(known: Known, { keys }: Vocabulary): string {
  const decisions = (keys.get("") ?? []).filter(({ label }) => !COMMON.includes(label));
  const head = `name = "my-player"\nabout = "what it does, in a line"\ngame = "${gameName(known.text)}"\n`;
  return head + decisions.map(({ label }) => `${label} = "random"\n`).join("");
}

interface PlayerProps {
  known: Known;
  own: Own;
  onText: (text: string) => void;
}

export function Player({ known, own, onText }: PlayerProps) {
  const engine = checker();
  const vocabulary = useStrategyWords(engine, PLAYED, known.text);
  const file: Checkable = { file: fileOf(own, PLAYER), text: own.text, words: [`--game=${PLAYED}`], beside: { [PLAYED]: known.text } };
  const checked = useCheck(engine, file);
  const isKnown = (vocabulary.keys.get("")?.length ?? 0) > 0;

  // A game that changes has other decisions.
  useEffect(() => {
    if (UNTOUCHED.test(own.text) && isKnown) onText(template(known, vocabulary));
  }, [vocabulary]);

  return (
    <section class="card" aria-label="A strategy for it">
      <h2>A strategy for it</h2>
      <WrittenFile
        label="Strategy for your game"
        language={own.language}
        text={own.text}
        onText={onText}
        checked={checked}
        vocabulary={vocabulary}
        saveAs={savedAs(own)}
      />
      <p>
        <button type="button" disabled={!isKnown} onClick={() => onText(template(known, vocabulary))}>
          Begin anew
        </button>
      </p>
    </section>
  );
}
