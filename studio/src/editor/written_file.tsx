// A file that is written on the page: the editor, the state of its check, and its download.
//
// Owns putting these together. What the file is for is the tab's business.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Download } from "../parts/download";
import type { Checked } from "./check";
import type { Language } from "./completion";
import { Editor, type EditorHandle } from "./editor";
import { ProblemList } from "./problem_list";
import type { Vocabulary } from "./vocabulary";

interface WrittenFileProps {
  label: string;
  language: Language;
  text: string;
  onText: (text: string) => void;
  checked: Checked;
  vocabulary: Vocabulary;
  /** The name under which the file is saved. */
  saveAs: string;
  /** What is shown of the words of a check that found nothing; by default, the words. */
  findings?: (said: string) => ComponentChildren;
}

const NO_PROBLEMS: never[] = [];

function asSaid(said: string): ComponentChildren {
  return <pre class="check-said">{said}</pre>;
}

/** The file with everything that is said of it. */
export function WrittenFile({ label, language, text, onText, checked, vocabulary, saveAs, findings = asSaid }: WrittenFileProps) {
  const editor = useRef<EditorHandle>(null);
  const problems = checked.state === "wrong" ? checked.problems : NO_PROBLEMS;
  return (
    <>
      <Editor label={label} language={language} text={text} onText={onText} problems={problems} vocabulary={vocabulary} handle={editor} />
      <ProblemList checked={checked} onGo={(problem) => editor.current?.goTo(problem)} />
      {checked.state === "right" && findings(checked.said)}
      <p class="row">
        <Download name={saveAs} type="text/plain" text={() => text} />
      </p>
    </>
  );
}
