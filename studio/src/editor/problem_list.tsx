// The problems of a text as a list, each a button that goes to its place.
//
// Owns what is said of a check beside the editor, for those who do not see underlines.

import type { Problem } from "../engine/contract";
import type { Checked } from "./check";

interface ProblemListProps {
  checked: Checked;
  onGo: (problem: Problem) => void;
}

function place({ from }: Problem): string {
  return from ? `Line ${from.line}, column ${from.column}` : "The file";
}

function Item({ problem, onGo }: { problem: Problem; onGo: (problem: Problem) => void }) {
  return (
    <li>
      <button type="button" class="problem" onClick={() => onGo(problem)}>
        <span class="problem-place">{place(problem)}</span>
        <span class="problem-message">{problem.message}</span>
        {problem.hint !== undefined && <span class="problem-hint">{problem.hint}</span>}
      </button>
    </li>
  );
}

function headline(checked: Checked): string {
  switch (checked.state) {
    case "waiting":
      return "Checking …";
    case "stopped":
      return "The check was stopped. It runs again when you type.";
    case "right":
      return "No problems.";
    case "wrong":
      return checked.problems.length === 1 ? "1 problem:" : `${checked.problems.length} problems:`;
  }
}

/** The state of the check, and the list of what is wrong. */
export function ProblemList({ checked, onGo }: ProblemListProps) {
  return (
    <div class={`check check-${checked.state}`}>
      <p class="check-state" role="status">
        {headline(checked)}
      </p>
      {checked.state === "wrong" && (
        <ul class="problems">
          {checked.problems.map((problem) => (
            <Item problem={problem} onGo={onGo} />
          ))}
        </ul>
      )}
    </div>
  );
}
