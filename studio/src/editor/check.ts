// The check of a text as it is typed.
//
// Owns when a text is checked, and whose answer counts: a text is checked when nobody has typed for a moment, one check runs at a
// time, and the answer to an older text is dropped.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Engine, Problem } from "../engine/contract";
import { RefusedError } from "../engine/contract";

/** For how many milliseconds nobody must have typed. */
const PAUSE = 300;

/** What the check of the present text says. */
export type Checked =
  | { state: "waiting" }
  | { state: "right"; said: string }
  | { state: "wrong"; said: string; problems: Problem[] }
  | { state: "stopped" };

/** A file to check: its name, its text, and further words of the command, such as `--game=pig`. */
export interface Checkable {
  file: string;
  text: string;
  words: string[];
  /** Other files that the words name. */
  beside?: Record<string, string>;
}

async function checked(engine: Engine, { file, text, words, beside }: Checkable): Promise<Checked> {
  try {
    // Asked in one breath, so that nobody else changes the files in between.
    const [, { text: said }] = await Promise.all([engine.hold({ ...beside, [file]: text }), engine.say(["check", file, ...words])]);
    return { state: "right", said };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { kind, text: said, problems } = error.refusal;
    if (kind === "stopped") return { state: "stopped" };
    const whole = { file, message: said.replace(/^error: /, "") };
    return { state: "wrong", said, problems: problems.length > 0 ? problems : [whole] };
  }
}

/** What the check says of the file, kept up to date while its text changes. */
export function useCheck(engine: Engine, file: Checkable): Checked {
  const key = JSON.stringify(file);
  const [known, setKnown] = useState<{ key: string; checked: Checked }>({ key: "", checked: { state: "waiting" } });
  const wanted = useRef({ file, key });
  const isBusy = useRef(false);
  useEffect(() => {
    wanted.current = { file, key };
    const check = async (): Promise<void> => {
      if (isBusy.current) return;
      isBusy.current = true;
      let asked: Checkable;
      do {
        asked = wanted.current.file;
        const answer = await checked(engine, asked);
        if (asked === wanted.current.file) setKnown({ key: wanted.current.key, checked: answer });
      } while (asked !== wanted.current.file);
      isBusy.current = false;
    };
    const timer = setTimeout(() => void check(), PAUSE);
    return () => clearTimeout(timer);
  }, [engine, key]);
  return known.key === key ? known.checked : { state: "waiting" };
}
