// A race between strategies, with more games at each step.
//
// Owns the numbers of games, and when a race pauses: each step plays the same deals as the last one and more, so that its intervals
// are narrower. A step that would take long waits until somebody asks for it.

import { type Engine, type Finished, RefusedError } from "../engine/contract";

/** The games of each step. */
export const STEPS = [2_000, 20_000, 200_000, 1_000_000] as const;
/** A step that would take longer waits, in seconds. */
const PATIENCE = 30;

/** Who races, and where. */
export interface Entry {
  /** Two strategies are compared, or all play at one table. */
  kind: "comparison" | "table";
  game: string;
  /** Strategies as they are typed: names or files. */
  names: string[];
  players: number;
  seed: number;
}

/** A step that was played. */
export interface Step {
  games: number;
  finished: Finished;
}

/** How a race stands. */
export type Race =
  | { state: "ready" }
  | { state: "running"; steps: Step[]; games: number }
  | { state: "paused"; steps: Step[]; next: number; seconds: number }
  | { state: "over"; steps: Step[]; isStopped: boolean }
  | { state: "refused"; steps: Step[]; error: RefusedError };

function played(engine: Engine, entry: Entry, games: number): Promise<Finished> {
  const common = [`--game=${entry.game}`, `--runs=${games}`, `--seed=${entry.seed}`];
  if (entry.kind === "comparison") return engine.play("compare", [...entry.names, `--players=${entry.players}`, ...common]);
  return engine.play("run", [`--bots=${entry.names.join(",")}`, `--players=${entry.players}`, ...common]);
}

/** How often a race tells how it stands. */
export type Tell = (race: Race) => void;

/** Plays the steps from `steps.length` on, and tells after each how the race stands. `prepare` gives the engine its files. */
export async function race(engine: Engine, entry: Entry, steps: Step[], tell: Tell, prepare: () => Promise<void>): Promise<void> {
  let isAsked = true;
  let seconds = 0;
  for (const games of STEPS.slice(steps.length)) {
    const expected = (seconds * games) / (steps.at(-1)?.games ?? games);
    if (!isAsked && expected > PATIENCE) return tell({ state: "paused", steps, next: games, seconds: expected });
    tell({ state: "running", steps, games });
    const began = performance.now();
    try {
      if (isAsked) await prepare();
      const finished = await played(engine, entry, games);
      steps = [...steps, { games, finished }];
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (error.refusal.kind === "stopped") return tell({ state: "over", steps, isStopped: true });
      return tell({ state: "refused", steps, error });
    }
    seconds = (performance.now() - began) / 1000;
    isAsked = false;
  }
  tell({ state: "over", steps, isStopped: false });
}
