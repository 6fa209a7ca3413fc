// The strategy that somebody writes.
//
// Owns what its text says of itself, and how a strategy that comes with the program becomes one's own.

import type { Language } from "../editor/completion";
import type { Choice } from "./chosen";

/** A strategy as a file. */
export interface Own {
  language: Language;
  text: string;
}

const TOML_NAME = /^name\s*=\s*"([^"]*)"/m;
const SCRIPT_NAME = /^const\s+NAME\s*=\s*"([^"]*)"/m;

/** The language of a strategy's text: a script begins its lines with `const`, `fn`, or two slashes. */
export function languageOf(text: string): Language {
  return /^\s*(const\s|fn\s|\/\/)/m.test(text) ? "rhai" : "toml";
}

/** The name that the text gives the strategy; `mine` if it gives none. */
export function nameOf(text: string): string {
  return (TOML_NAME.exec(text) ?? SCRIPT_NAME.exec(text))?.[1] || "mine";
}

/** The file that the program knows it by. */
export function fileOf({ language }: Own, stem = "mine"): string {
  return `${stem}.${language}`;
}

/** The name under which it is saved: that of the strategy, if that can be the name of a file. */
export function savedAs({ language, text }: Own): string {
  const name = nameOf(text);
  return `${/^[a-z][a-z0-9-]*$/.test(name) ? name : "mine"}.${language}`;
}

/** A strategy of the program under a name of its own, so that the two can be told apart. */
export function made(text: string): string {
  const mine = (whole: string, name: string): string => whole.replace(`"${name}"`, `"my-${name}"`);
  return text.replace(TOML_NAME, mine).replace(SCRIPT_NAME, mine);
}

/** It as something that can be chosen. */
export function choiceOf(own: Own, stem = "mine"): Choice {
  return { typed: fileOf(own, stem), shown: `${nameOf(own.text)} (yours)`, about: "the strategy that you are writing" };
}
