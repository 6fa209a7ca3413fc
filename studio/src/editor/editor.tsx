// A text editor for the files of the program.
//
// Owns the editor's view: problems are underlined where they are, words are completed, and the keyboard can leave it (Escape, then
// Tab). It lives in a shadow root, where its styles are sheets of the document and not elements, as the page's policy demands.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit, StreamLanguage } from "@codemirror/language";
import { javascript } from "@codemirror/legacy-modes/mode/javascript";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useId, useImperativeHandle, useRef } from "preact/hooks";
import type { Ref } from "preact";
import type { Problem } from "../engine/contract";
import { completions, type Language } from "./completion";
import { spanOf } from "./problems";
import { look } from "./theme";
import { NO_WORDS, type Vocabulary } from "./vocabulary";

/** What others can do with an editor. */
export interface EditorHandle {
  /** Goes to the place of a problem, and takes the keyboard. */
  goTo(problem: Problem): void;
}

interface EditorProps {
  /** What the text is, for those who do not see the editor. */
  label: string;
  language: Language;
  text: string;
  onText: (text: string) => void;
  problems: readonly Problem[];
  vocabulary?: Vocabulary;
  handle?: Ref<EditorHandle>;
}

const GRAMMARS = { toml: StreamLanguage.define(toml), rhai: StreamLanguage.define(javascript) };

function diagnostics(text: string, problems: readonly Problem[]): Diagnostic[] {
  return problems.map((problem) => {
    const hint = problem.hint === undefined ? "" : `\n${problem.hint}`;
    return { ...spanOf(text, problem), severity: "error", message: `${problem.message}${hint}` };
  });
}

/** The text editor, with a line below it that says how the keyboard leaves it. */
export function Editor({ label, language, text, onText, problems, vocabulary = NO_WORDS, handle }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const now = useRef({ onText, vocabulary });
  now.current = { onText, vocabulary };
  const help = useId();

  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const state = EditorState.create({ doc: text, extensions: extensions(label, language, now) });
    const made = new EditorView({ state, parent: root, root });
    view.current = made;
    return () => made.destroy();
  }, [label, language]);

  useEffect(() => {
    const shown = view.current?.state.doc.toString();
    if (view.current && shown !== text) view.current.dispatch({ changes: { from: 0, to: shown?.length ?? 0, insert: text } });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (editor) editor.dispatch(setDiagnostics(editor.state, diagnostics(editor.state.doc.toString(), problems)));
  }, [problems, language]);

  useImperativeHandle(handle ?? null, () => ({
    goTo: (problem) => {
      const editor = view.current;
      if (!editor) return;
      const { from, to } = spanOf(editor.state.doc.toString(), problem);
      editor.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      editor.focus();
    },
  }));

  return (
    <div class="editor">
      <div class="editor-host" ref={host} data-editor={label} />
      <p class="editor-help" id={help}>
        <kbd>Ctrl</kbd> <kbd>Space</kbd> lists what can be written. <kbd>Esc</kbd>, then <kbd>Tab</kbd> leaves the editor.
      </p>
    </div>
  );
}

interface Now {
  onText: (text: string) => void;
  vocabulary: Vocabulary;
}

function extensions(label: string, language: Language, now: { current: Now }) {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    bracketMatching(),
    closeBrackets(),
    indentUnit.of(language === "rhai" ? "    " : "  "),
    GRAMMARS[language],
    look,
    lintGutter(),
    autocompletion({ override: [completions(language, () => now.current.vocabulary)], icons: false }),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": `${label}. Escape, then Tab, leaves the editor.`, spellcheck: "false" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) now.current.onText(update.state.doc.toString());
    }),
  ];
}
