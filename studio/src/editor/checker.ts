// The program that checks files while they are typed.
//
// Owns a worker of its own, so that a check need not wait for a race, and a race is not stopped with it. It starts when the first
// file is opened.

import { startEngine } from "../engine/client";
import type { Engine } from "../engine/contract";

let started: Engine | undefined;

/** The engine that checks files. */
export function checker(): Engine {
  started ??= startEngine();
  return started;
}
