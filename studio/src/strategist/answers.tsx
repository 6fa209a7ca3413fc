// How a question is answered: buttons for a few options, dice to choose from, or a field for everything else.
//
// Owns what is chosen or typed until it is given.

import { useState } from "preact/hooks";
import type { Question } from "../engine/contract";
import { Die } from "./dice";

/** More options than these are typed. */
const MOST = 12;

interface AnswersProps {
  question: Question;
  isBusy: boolean;
  onAnswer: (answer: string) => void;
}

export function Answers({ question: { text, options, dice }, isBusy, onAnswer }: AnswersProps) {
  if (dice) return <FromDice key={text} shown={dice} isBusy={isBusy} onAnswer={onAnswer} />;
  if (!options || options.length > MOST) return <Typed label={text} isBusy={isBusy} onAnswer={onAnswer} />;
  return (
    <div class="row" role="group" aria-label="Your options">
      {options.map((answer) => (
        <button type="button" class="main" key={answer} aria-disabled={isBusy} onClick={() => !isBusy && onAnswer(answer)}>
          {answer}
        </button>
      ))}
    </div>
  );
}

function FromDice({ shown, isBusy, onAnswer }: { shown: readonly string[] } & Omit<AnswersProps, "question">) {
  const [chosen, setChosen] = useState<readonly boolean[]>(() => shown.map(() => false));
  const named = shown.filter((_, at) => chosen[at]);
  const turned = (at: number): void => setChosen(chosen.map((is, place) => (place === at ? !is : is)));
  return (
    <div class="row" role="group" aria-label="Your dice; press those that you reroll">
      {shown.map((face, at) => (
        <button type="button" class="die-choice" key={at} aria-pressed={chosen[at]} aria-label={face} onClick={() => turned(at)}>
          <Die face={face} />
        </button>
      ))}
      <button type="button" class="main" aria-disabled={isBusy} onClick={() => !isBusy && onAnswer(named.join(" ") || "none")}>
        {named.length === 0 ? "Keep all dice" : `Reroll ${named.length === 1 ? "1 die" : `${named.length} dice`}`}
      </button>
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
