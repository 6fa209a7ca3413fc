// The trial of a design: the same deals for what was published and for the design, more of them at each step.
//
// Owns the order of what is asked of the program, and that a design that was changed meanwhile is tried instead.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Engine, type Finished, type Problem, RefusedError } from "../engine/contract";
import type { Design, Published } from "./design";
import { checks, comparison, heldFiles } from "./files";
import { type CardFound, cardsFound, type Feel, felt, played, type Played } from "./findings";
import { GAMES } from "./games";

/** For how many milliseconds nobody must have changed the design. */
const PAUSE = 350;
/** A step that would take longer waits to be asked for, in seconds. */
const PATIENCE = 15;

/** What is found out in one step. */
type Step = { run: number } | { feel: number } | { cards: true };

const STEPS: readonly Step[] = [{ run: 2_000 }, { run: 20_000 }, { cards: true }, { feel: 1_000 }, { run: 200_000 }, { feel: 10_000 }, { run: 1_000_000 }];

export type Stage = "waiting" | "playing" | "paused" | "over" | "stopped" | "refused";

/** How the trial stands, and what is known. Until a new design has results, those of the design before are shown. */
export interface Trial {
  stage: Stage;
  /** What is being found out, or would be next. */
  step?: string;
  runs: Played[];
  cards?: CardFound[];
  feel?: Feel;
  /** The results of the longest run so far. */
  finished?: Finished;
  isOfOlder: boolean;
  refusal?: string;
  problems: Problem[];
}

const NOTHING: Trial = { stage: "waiting", runs: [], isOfOlder: false, problems: [] };

function named(step: Step): string {
  if ("cards" in step) return "solving the cards";
  const games = ("run" in step ? step.run : step.feel).toLocaleString("en-GB");
  return "run" in step ? `playing ${games} games of each design` : `following ${games} games of each design closely`;
}

/** Whether the step belongs to the game. */
function isFor(step: Step, design: Design): boolean {
  return !("cards" in step) || GAMES[design.game].hasDeck;
}

/** Does one step, and gives what it adds to the trial. */
async function done(engine: Engine, step: Step, words: string[], trial: Trial): Promise<Trial> {
  if ("run" in step) {
    const finished = await engine.play("run", [...words, `--runs=${step.run}`]);
    const run = played(finished.files["sweep.csv"] ?? "");
    return { ...trial, runs: [...(trial.isOfOlder ? [] : trial.runs), run], finished, isOfOlder: false };
  }
  if ("feel" in step) {
    const standing = words.includes("--game=gang") ? [] : ["--standing=scores"];
    const { files } = await engine.play("feel", [...words, ...standing, `--runs=${step.feel}`]);
    return { ...trial, feel: felt(files) };
  }
  const { files } = await engine.play("cards", [...words, "--runs=1", "--max-dice=8"]);
  return { ...trial, cards: cardsFound(files["difficulty.csv"] ?? "") };
}

/** The check of a design's files: the problems, all at once. */
async function problemsOf(engine: Engine, design: Design): Promise<{ text: string; problems: Problem[] } | undefined> {
  const found: RefusedError[] = [];
  for (const words of checks(design)) {
    try {
      await engine.say(words);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.refusal.kind === "stopped") throw error;
      found.push(error);
    }
  }
  if (found.length === 0) return undefined;
  return { text: found.map(({ refusal }) => refusal.text).join("\n"), problems: found.flatMap(({ refusal }) => refusal.problems) };
}

/** What the program says, without the words of its command line. */
function inWords(text: string): string {
  return text.replace(/^error: /gm, "").replace(/^--vary: in the combination \S+(: |$\n?)/gm, "");
}

/** The trial of the present design, and how it is stopped and continued. */
export function useTrial(engine: Engine, design: Design, published: Published): { trial: Trial; stop: () => void; more: () => void } {
  const [trial, setTrial] = useState<Trial>(NOTHING);
  const round = useRef(0);
  const isBusy = useRef(false);
  const known = useRef(trial);
  const next = useRef(0);

  const tell = useCallback((told: Trial): void => {
    known.current = told;
    setTrial(told);
  }, []);

  const go = useCallback(
    async (mine: number, isAsked: boolean): Promise<void> => {
      const words = comparison(design, published);
      let seconds = 0;
      let games = known.current.runs.at(-1)?.games ?? 0;
      let isFree = isAsked;
      while (next.current < STEPS.length) {
        const step = STEPS[next.current];
        if (!step) break;
        if (isFor(step, design)) {
          const expected = "run" in step && games > 0 ? (seconds * step.run) / games : 0;
          // The first games also load what all later ones use, so they say little of how long those take.
          const patience = games < 10_000 ? 4 * PATIENCE : PATIENCE;
          if (("run" in step && step.run > 200_000 && !isFree) || expected > patience) {
            return tell({ ...known.current, stage: "paused", step: named(step) });
          }
          tell({ ...known.current, stage: "playing", step: named(step) });
          const began = performance.now();
          const after = await done(engine, step, words, known.current);
          if (mine !== round.current) return;
          if ("run" in step) [seconds, games, isFree] = [(performance.now() - began) / 1000, step.run, false];
          tell(after);
        }
        next.current += 1;
      }
      tell({ ...known.current, stage: "over" });
    },
    [engine, design, published, tell],
  );

  /** Runs something of the trial; the program's refusals become its state. */
  const guarded = useCallback(
    async (mine: number, what: () => Promise<void>): Promise<void> => {
      isBusy.current = true;
      try {
        await what();
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        const { kind, text, problems } = error.refusal;
        if (mine !== round.current) return;
        tell(kind === "stopped" ? { ...known.current, stage: "stopped" } : { ...known.current, stage: "refused", refusal: inWords(text), problems });
      } finally {
        if (mine === round.current) isBusy.current = false;
      }
    },
    [tell],
  );

  useEffect(() => {
    round.current += 1;
    const mine = round.current;
    if (isBusy.current) engine.stop();
    isBusy.current = false;
    next.current = 0;
    const { refusal: _, cards: __, feel: ___, ...kept } = known.current;
    tell({ ...kept, stage: "waiting", isOfOlder: true, problems: [] });
    const timer = setTimeout(() => {
      void guarded(mine, async () => {
        await engine.hold(heldFiles(design, published));
        const wrong = await problemsOf(engine, design);
        if (mine !== round.current) return;
        if (wrong) return tell({ ...known.current, stage: "refused", refusal: inWords(wrong.text), problems: wrong.problems });
        await go(mine, false);
      });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [engine, design, published, go, guarded, tell]);

  const more = useCallback(() => void guarded(round.current, () => go(round.current, true)), [guarded, go]);
  return { trial, stop: () => engine.stop(), more };
}
