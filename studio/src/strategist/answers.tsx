// How a question is answered: buttons for a few options, a field for everything else.
//
// Owns the field; it is empty again after an answer.

import { useState } from "preact/hooks";
import type { Question } from "../engine/contract";

interface AnswersProps {
  question: Question;
  isBusy: boolean;
  onAnswer: (answer: string) => void;
}

export function Answers({ question: { text, options }, isBusy, onAnswer }: AnswersProps) {
  if (options.length === 0) return <Typed label={text} isBusy={isBusy} onAnswer={onAnswer} />;
  return (
    <div class="row" role="group" aria-label="Your options">
      {options.map(({ answer, meaning }, at) => (
        <button type="button" class="main" key={at} aria-disabled={isBusy} title={meaning} onClick={() => !isBusy && onAnswer(answer)}>
          {answer}
        </button>
      ))}
    </div>
  );
}

function Typed({ label, isBusy, onAnswer }: { label: string; isBusy: boolean; onAnswer: (answer: string) => void }) {
  const [typed, setTyped] = useState("");
  const give = (event: Event): void => {
    event.preventDefault();
    if (isBusy) return;
    onAnswer(typed);
    setTyped("");
  };
  return (
    <form class="row" onSubmit={give}>
      <label>
        <span class="unseen">{label}</span>
        <span aria-hidden="true">Your answer </span>
        <input type="text" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button type="submit" class="main">
        Answer
      </button>
    </form>
  );
}
