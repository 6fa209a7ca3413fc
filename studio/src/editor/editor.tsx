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
import { Annotation, Compartment, EditorState, type Transaction } from "@codemirror/state";
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

/**
 * Types over what is selected. Chromium would do it by an element with a style attribute, which the page's policy reports; the editor
 * does the same by a change of its own.
 */
const overwriting = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const text = event.data;
    if (event.inputType !== "insertText" || text === null || empty) return false;
    event.preventDefault();
    const usual = (): Transaction => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, usual));
    if (!isHandled) view.dispatch(usual());
    return true;
  },
});

/** Marks a change that the page made, and nobody typed. */
const given = Annotation.define<boolean>();

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
  const typed = useRef<string[]>([text]);
  const onTyped = (changed: string): void => {
    typed.current.push(changed);
    onText(changed);
  };
  const now = useRef({ onTyped, vocabulary });
  now.current = { onTyped, vocabulary };
  const spoken = useRef(new Compartment());
  const help = useId();

  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const state = EditorState.create({ doc: text, extensions: [spoken.current.of(ofLanguage(language, now)), extensions(label, now)] });
    const made = new EditorView({ state, parent: root, root });
    view.current = made;
    return () => made.destroy();
  }, [label]);

  // Keyboard, cursor and what can be undone stay.
  useEffect(() => {
    view.current?.dispatch({ effects: spoken.current.reconfigure(ofLanguage(language, now)) });
  }, [language]);

  useEffect(() => {
    // The page comes to a text that was typed when more may have been typed already; only another text replaces what is shown.
    const at = typed.current.lastIndexOf(text);
    typed.current = at < 0 ? [text] : typed.current.slice(at);
    const editor = view.current;
    if (at < 0 && editor) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, annotations: given.of(true) });
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
  onTyped: (text: string) => void;
  vocabulary: Vocabulary;
}

/** What depends on the language of the text. */
function ofLanguage(language: Language, now: { current: Now }) {
  return [
    indentUnit.of(language === "rhai" ? "    " : "  "),
    GRAMMARS[language],
    autocompletion({ override: [completions(language, () => now.current.vocabulary)], icons: false }),
  ];
}

function extensions(label: string, now: { current: Now }) {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    bracketMatching(),
    closeBrackets(),
    look,
    overwriting,
    lintGutter(),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": `${label}. Escape, then Tab, leaves the editor.`, spellcheck: "false", tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      const isGiven = update.transactions.some((transaction) => transaction.annotation(given));
      if (update.docChanged && !isGiven) now.current.onTyped(update.state.doc.toString());
    }),
  ];
}
