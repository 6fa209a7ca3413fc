// What the program knows of games and strategies, asked once.
//
// Owns the questions; how the answers are read is in `catalogue` and in the editor's vocabulary.

import { useEffect, useState } from "preact/hooks";
import { strategyVocabulary } from "../editor/asked";
import { NO_WORDS, type Vocabulary } from "../editor/vocabulary";
import { type Engine, RefusedError } from "../engine/contract";
import { catalogue, type Game } from "./catalogue";

/** The games of the program: empty until it has answered, nothing if it cannot be loaded. */
export function useGames(engine: Engine): Game[] | undefined {
  const [games, setGames] = useState<Game[] | undefined>([]);
  useEffect(() => {
    void printed(engine, ["strategies"]).then((text) => setGames(text === undefined ? undefined : catalogue(text)));
  }, [engine]);
  return games;
}

/** The text that a command prints; nothing if it is refused. */
export async function printed(engine: Engine, words: string[]): Promise<string | undefined> {
  try {
    return (await engine.say(words)).text;
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** The strategies of a game that are files, by name. */
export function useFiles(engine: Engine, game: Game | undefined): Map<string, string> {
  const [files, setFiles] = useState<Map<string, string>>(new Map());
  useEffect(() => {
    let isWanted = true;
    const ask = async (of: Game): Promise<void> => {
      const found = new Map<string, string>();
      for (const { name } of of.strategies) {
        const text = await printed(engine, ["show", name, `--game=${of.name}`]);
        if (text !== undefined) found.set(name, text);
      }
      if (isWanted) setFiles(found);
    };
    setFiles(new Map());
    if (game) void ask(game);
    return () => {
      isWanted = false;
    };
  }, [engine, game]);
  return files;
}

/** What strategies of a game can say; `text` is that of a game which is a file. */
export function useStrategyWords(engine: Engine, game: string, text?: string): Vocabulary {
  const [words, setWords] = useState(NO_WORDS);
  useEffect(() => {
    let isWanted = true;
    const ask = async (): Promise<void> => {
      if (text !== undefined) await engine.hold({ [game]: text });
      const known = await strategyVocabulary(engine, game);
      if (isWanted) setWords(known);
    };
    void ask();
    return () => {
      isWanted = false;
    };
  }, [engine, game, text]);
  return words;
}
