// The game that an author writes.
//
// Owns the file's name, what it can begin with, and what the program knows of it once it has no mistakes.

import { useEffect, useState } from "preact/hooks";
import { gameVocabulary } from "../editor/asked";
import type { Checked } from "../editor/check";
import { NO_WORDS, type Vocabulary } from "../editor/vocabulary";
import type { Engine } from "../engine/contract";
import { catalogue, type Game } from "../strategist/catalogue";
import { printed } from "../strategist/known";

/** The file that stands for the game in all words of commands. */
export const GAME_FILE = "game.toml";

/** The games that a new one can be like: one of each family of rules first. */
export const MODELS = [
  { name: "threes", about: "press your luck with five dice" },
  { name: "farkle", about: "keep what scores, roll the rest" },
  { name: "ship", about: "roll and keep, one score a round" },
  { name: "lines", about: "roll and keep, and fill a sheet" },
  { name: "crates", about: "two kinds of dice with named faces" },
] as const;

/** The game that a model makes, under a name of its own. */
function made(text: string): string {
  return text.replace(/^game\s*=.*$/m, 'game = "mine"').replace(/^title\s*=.*$/m, 'title = "My game"');
}

/** The file of a model, under a name of its own; nothing if the program cannot be loaded. */
export async function model(engine: Engine, name: string): Promise<string | undefined> {
  const text = await printed(engine, ["show", name]);
  return text === undefined ? undefined : made(text);
}

/** The name that the file gives the game. */
export function gameName(text: string): string {
  return /^game\s*=\s*"([^"]*)"/m.exec(text)?.[1] || "mine";
}

/** The game as the program knows it; that of the last text without mistakes, and that text. */
export interface Known {
  game: Game;
  text: string;
}

/** The game, each time that the check of its text finds nothing. */
export function useOwnGame(engine: Engine, text: string, checked: Checked): Known | undefined {
  const [known, setKnown] = useState<Known>();
  const isRight = checked.state === "right";
  useEffect(() => {
    if (!isRight) return;
    let isWanted = true;
    void printed(engine, ["strategies", `--game=${GAME_FILE}`]).then((list) => {
      const game = catalogue(list ?? "")[0];
      if (game && isWanted) setKnown({ game: { ...game, name: GAME_FILE }, text });
    });
    return () => {
      isWanted = false;
    };
  }, [engine, text, isRight]);
  return known;
}

/** What game files can say. */
export function useGameWords(engine: Engine): Vocabulary {
  const [words, setWords] = useState(NO_WORDS);
  useEffect(() => {
    void gameVocabulary(engine).then(setWords);
  }, [engine]);
  return words;
}
