// Writing a strategy: what to begin with, and the file.
//
// Owns that an empty page begins with a strategy of the program, and that nothing written is replaced unasked.

import { useEffect, useState } from "preact/hooks";
import { type Checkable, useCheck } from "../editor/check";
import { checker } from "../editor/checker";
import { WrittenFile } from "../editor/written_file";
import { ChoiceField } from "../parts/fields";
import type { Game } from "./catalogue";
import { useFiles, useStrategyWords } from "./known";
import { fileOf, made, type Own, savedAs } from "./own";

interface WriteProps {
  game: Game;
  own: Own;
  onText: (text: string) => void;
}

/** The editor of a strategy for a game of the program. */
export function Write({ game, own, onText }: WriteProps) {
  const engine = checker();
  const files = useFiles(engine, game);
  const [model, setModel] = useState<string>();
  const names = [...files.keys()];
  const chosen = model ?? names[0] ?? "";
  const vocabulary = useStrategyWords(engine, game.name);
  const file: Checkable = { file: fileOf(own), text: own.text, words: [`--game=${game.name}`] };
  const checked = useCheck(engine, file);

  useEffect(() => {
    const first = files.get(chosen);
    if (own.text === "" && first !== undefined) onText(made(first));
  }, [files]);

  return (
    <section class="card" aria-label="Your strategy">
      <h2>Your strategy</h2>
      <div class="row">
        <ChoiceField label="Begin with" value={chosen} options={names.map((name) => [name, name] as const)} onValue={setModel} />
        <button type="button" disabled={!files.has(chosen)} onClick={() => onText(made(files.get(chosen) ?? own.text))}>
          Replace what is written
        </button>
      </div>
      <WrittenFile
        label={`Strategy for ${game.title}`}
        language={own.language}
        text={own.text}
        onText={onText}
        checked={checked}
        vocabulary={vocabulary}
        saveAs={savedAs(own)}
      />
    </section>
  );
}
