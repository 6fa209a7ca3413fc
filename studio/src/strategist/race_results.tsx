// How a race stands: the verdict in words, and the intervals of each step.
//
// Owns the sentences that are read aloud when they change, and the table in which intervals narrow.

import { counted } from "../parts/numbers";
import { type Bar, Bars } from "./bars";
import { behind, comparisons, percent, points, shares, whoIsBetter, whoWinsMost } from "./verdict";
import type { Entry, Race, Step } from "./race";

interface RaceResultsProps {
  entry: Entry;
  steps: readonly Step[];
  state: Race;
}

/** What is said of the race as a whole. */
function progress(state: Race): string {
  switch (state.state) {
    case "ready":
      return "";
    case "running":
      return `Playing ${counted(state.games)} games …`;
    case "paused":
      return "More games take longer, so the race waits for you.";
    case "over":
      return state.isStopped ? "Stopped. What was played before stands." : "The race is over.";
    case "refused":
      return "The race could not be played.";
  }
}

/** The verdict, the intervals, and the program's own words. */
export function RaceResults({ entry, steps, state }: RaceResultsProps) {
  const last = steps.at(-1);
  return (
    <div class="results">
      <div role="status">
        {last && <Verdict entry={entry} step={last} />}
        <p class={state.state === "running" ? "soft busy" : "soft"}>{progress(state)}</p>
      </div>
      {state.state === "refused" && <pre class="notice bad">{state.error.refusal.text}</pre>}
      {last && (entry.kind === "comparison" ? <Narrowing steps={steps} /> : <Shares step={last} />)}
      {last && (
        <details>
          <summary>In the program's words</summary>
          <pre class="scroll">{[last.finished.summary, ...last.finished.remarks].join("\n")}</pre>
        </details>
      )}
    </div>
  );
}

function Verdict({ entry, step }: { entry: Entry; step: Step }) {
  const { files } = step.finished;
  if (entry.kind !== "comparison") return <p class="verdict">{whoWinsMost(shares(files["summary.csv"] ?? ""))}</p>;
  const found = comparisons(files["compare.csv"] ?? "");
  const [first] = found;
  if (!first) return null;
  return (
    <>
      <p class="verdict">{whoIsBetter(first.a, first.b, found)}</p>
      {found.map((comparison) => (
        <p>{behind(comparison, found.length === 1)}</p>
      ))}
    </>
  );
}

/** The intervals of a comparison, step by step. */
function Narrowing({ steps }: { steps: readonly Step[] }) {
  const fields = comparisons(steps[0]?.finished.files["compare.csv"] ?? "");
  return (
    <>
      {fields.map(({ against, a, b }, at) => {
        const bars = steps.flatMap(({ finished }): Bar[] => {
          const found = comparisons(finished.files["compare.csv"] ?? "")[at];
          return found ? [{ label: counted(found.games), estimate: found.difference, said: points(found.difference) }] : [];
        });
        return <Bars caption={`Win share of ${a} minus that of ${b}${fields.length > 1 ? `, against copies of ${against}` : ""}`} bars={bars} mark={0} columns={["games", "difference, 95% interval"]} />;
      })}
    </>
  );
}

function Shares({ step }: { step: Step }) {
  const found = shares(step.finished.files["summary.csv"] ?? "");
  const games = found[0]?.games ?? 0;
  const bars = found.map(({ strategy, share }): Bar => ({ label: strategy, estimate: share, said: percent(share) }));
  return <Bars caption={`Win shares in ${counted(games)} games; the line is an equal share`} bars={bars} mark={1 / found.length} columns={["strategy", "win share, 95% interval"]} />;
}
