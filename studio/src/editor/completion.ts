// Completion while a file is typed.
//
// Owns which words fit at a place: keys where a line begins, sections after a bracket, words of formulas behind an equals sign, and
// in scripts the words of the view. What words there are is the vocabulary's business.

import { type Completion, type CompletionContext, type CompletionResult, type CompletionSource, snippetCompletion } from "@codemirror/autocomplete";
import { declared, sectionOf } from "./outline";
import type { Vocabulary, Word, WordKind } from "./vocabulary";

/** The kinds of files that the editor knows. */
export type Language = "toml" | "rhai";

/** The icon that CodeMirror shows for each kind of word. */
const ICONS: Record<WordKind, string> = {
  key: "property",
  section: "namespace",
  word: "variable",
  function: "function",
  name: "variable",
  value: "constant",
};

function completion(word: Word): Completion {
  const shown = { label: word.label, type: ICONS[word.kind], ...(word.meaning === undefined ? {} : { info: word.meaning }) };
  if (word.kind === "key") return { ...shown, apply: `${word.label} = ` };
  return word.put === undefined ? shown : { ...shown, apply: word.put };
}

function result(from: number, words: readonly Word[], validFor: RegExp): CompletionResult | null {
  const seen = new Set<string>();
  const options: Completion[] = [];
  for (const word of words) {
    if (seen.has(word.label)) continue;
    seen.add(word.label);
    options.push(completion(word));
  }
  return options.length > 0 ? { from, options, validFor } : null;
}

/** Whether a place is in a comment: behind a `#` that no quotes enclose. */
function isComment(before: string): boolean {
  let quote = "";
  for (const character of before) {
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === "#") return true;
    else if (character === '"' || character === "'") quote = character;
  }
  return false;
}

/** The lines above a place, and its own line up to it. */
function linesTo(context: CompletionContext): string[] {
  return context.state.doc.sliceString(0, context.pos).split("\n");
}

/** What a table in braces, `{ default = 100, least = 10 }`, can have. */
const IN_BRACES: readonly Word[] = ["default", "start", "least", "most", "about", "banks"].map((label) => ({ label, kind: "key" }));

/** What can be written in a formula: the program's words, and the names of the file. */
function formulaWords(vocabulary: Vocabulary, context: CompletionContext): Word[] {
  const { names, steps } = declared(context.state.doc.toString().split("\n"));
  const own = names.map((label): Word => ({ label, kind: "name", meaning: "declared in this file" }));
  const named = steps.map((label): Word => ({ label, kind: "name", meaning: "a step of this file" }));
  return [...own, ...named, ...vocabulary.formulas];
}

function inToml(vocabulary: Vocabulary, context: CompletionContext): CompletionResult | null {
  const lines = linesTo(context);
  const before = lines.at(-1) ?? "";
  if (isComment(before)) return null;
  const bracket = /^\s*\[{1,2}([\w.-]*)$/.exec(before);
  if (bracket) return result(context.pos - (bracket[1] ?? "").length, vocabulary.sections, /^[\w.-]*$/);
  const token = /[\w.-]*$/.exec(before)?.[0] ?? "";
  const from = context.pos - token.length;
  const begins = before.slice(0, before.length - token.length);
  if (token === "" && !context.explicit) return null;
  if (begins.trim() === "") {
    const section = sectionOf(lines.slice(0, -1)).split(".")[0] ?? "";
    return result(from, vocabulary.keys.get(section) ?? [], /^[\w-]*$/);
  }
  if (!begins.includes("=")) return null;
  if (/[{,]\s*$/.test(begins) && begins.includes("{") && !begins.includes("}")) return result(from, IN_BRACES, /^\w*$/);
  return result(from, formulaWords(vocabulary, context), /^[\w.]*$/);
}

/** The shapes of the language that a script needs most. */
const SHAPES: readonly Completion[] = [
  snippetCompletion("if ${condition} {\n    ${}\n}", { label: "if", type: "keyword" }),
  snippetCompletion("for ${item} in ${list} {\n    ${}\n}", { label: "for", type: "keyword" }),
  snippetCompletion("let ${name} = ${value};", { label: "let", type: "keyword" }),
  snippetCompletion("fn ${name}(view) {\n    ${}\n}", { label: "fn", type: "keyword" }),
];

function inScript(vocabulary: Vocabulary, context: CompletionContext): CompletionResult | null {
  const before = linesTo(context).at(-1) ?? "";
  if (/\/\//.test(before)) return null;
  const asked = /\bview\.([\w.]*)$/.exec(before);
  if (asked) return result(context.pos - (asked[1] ?? "").length, vocabulary.view, /^[\w.]*$/);
  const token = /\w*$/.exec(before)?.[0] ?? "";
  if (token === "" && !context.explicit) return null;
  const text = context.state.doc.toString();
  const names = [...text.matchAll(/\b(?:fn|let|const)\s+(\w+)/g)].map((found) => found[1] ?? "");
  const own = [...new Set(["view", ...names])].map((label): Completion => ({ label, type: "variable" }));
  return { from: context.pos - token.length, options: [...own, ...SHAPES], validFor: /^\w*$/ };
}

/** What completes words of a file in this language, from the vocabulary that holds at the time. */
export function completions(language: Language, vocabulary: () => Vocabulary): CompletionSource {
  return (context) => (language === "toml" ? inToml(vocabulary(), context) : inScript(vocabulary(), context));
}
