// What the page knows of the program, which runs as WebAssembly in a worker.
//
// Owns the shapes that cross the border. The words are those of the command line: whatever `analyze` can do, the page can ask
// for with the same options, and the files have the same bytes.

/** A problem of a file that the user wrote. Lines and columns count from 1; columns are characters. */
export interface Problem {
  file: string;
  message: string;
  hint?: string;
  /** Where it begins, if it has a place. */
  from?: { line: number; column: number };
  /** Where it ends: the first character behind it. */
  to?: { line: number; column: number };
}

/** Why there is no result. */
export interface Refusal {
  kind: "input" | "running" | "fault" | "stopped";
  /** What the program would print. */
  text: string;
  problems: Problem[];
}

/** The results of an experiment. */
export interface Finished {
  /** The files that the program would write to its folder, by name: CSV tables, run.json, datapackage.json, the page report.html. */
  files: Record<string, string>;
  /** The summary, as the program prints it. */
  summary: string;
  /** Remarks on how it was played. */
  remarks: string[];
}

/** What a command that is no experiment prints. */
export interface Said {
  text: string;
  remarks: string[];
}

/** Something that a person at the table is asked. */
export interface Question {
  /** What is asked, as a terminal would show it. */
  text: string;
  /** The answers, where there are few. */
  options?: string[];
  /** The dice of which any can be named, by what they show. Without options and dice, the text says what to type. */
  dice?: string[];
  /** The words of `analyze advise` for this position; absent if there is no advice. */
  advice?: string[];
}

/** A game with a person at the table, as far as the answers go. */
export interface Sitting {
  /** The story of the game so far. */
  story: string;
  /** The question that waits for an answer; absent when the game is over or the last answer is refused. */
  question?: Question;
  /** Why the last answer cannot be given. */
  refused?: string;
  /** When the game is over: what the decisions cost, as a text. */
  review?: string;
}

export type Answered<T> = { ok: T } | { refused: Refusal };

/**
 * The program. One call at a time; a call that comes meanwhile waits. A call throws a RefusedError (below).
 */
export interface Engine {
  /** Has texts stand for files of these names, such as "mine.toml", in all later calls. Replaces what had the name. */
  hold(files: Record<string, string>): Promise<void>;
  /** Plays an experiment: "run", "cards", "compare", "exact", "feel", "sweep" is `run` with --vary, ... Words are "--players=3". */
  play(experiment: string, words: string[]): Promise<Finished>;
  /** Does any other command, such as ["check", "mine.toml"], ["show", "rules", "--game=gang"], ["advise", ...]. */
  say(words: string[]): Promise<Said>;
  /** Tells a game of `play --me` with the answers so far. */
  sit(words: string[], answers: string[]): Promise<Sitting>;
  /** Ends the call under way at once; it and those that wait are refused as "stopped". The files that are held stay. */
  stop(): void;
  /** Ends the program for good, as when nobody will ask it again. */
  end(): void;
}

/** Why a call has no result, as an error. */
export class RefusedError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
    this.name = "RefusedError";
  }
}
