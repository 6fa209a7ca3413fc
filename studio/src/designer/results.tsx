// What the design does: the answer in a sentence, and everything behind it.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { change, counted, said, settled } from "../parts/numbers";
import { CardResults } from "./card_results";
import { ComparisonTable } from "./comparison_table";
import type { Compared, Feel, Played } from "./findings";
import { Narrowing } from "./narrowing";
import type { Trial } from "./trial";

interface ResultsProps {
  trial: Trial;
  /** What final scores count, such as "dice". */
  unit: string;
  onStop: () => void;
  onMore: () => void;
}

/** The panel of results. */
export function Results({ trial, unit, onStop, onMore }: ResultsProps) {
  const run = trial.runs.at(-1);
  const panel = useRef<HTMLElement>(null);
  return (
    <section ref={panel} tabIndex={-1} aria-label="What it does" class={trial.isOfOlder ? "results older" : "results"}>
      <button type="button" class="peek" onClick={() => goTo(panel.current)}>
        {run && !trial.isOfOlder ? glance(run) : "What it does …"} <span aria-hidden="true">↓</span>
      </button>
      <div class="card">
        <h2>What it does</h2>
        <div role="status" aria-live="polite">
          {run && !trial.isOfOlder && <Answer run={run} />}
          <Progress trial={trial} />
        </div>
        <Problems trial={trial} />
        <div class="row">
          {trial.stage === "playing" && (
            <button type="button" onClick={onStop}>
              Stop
            </button>
          )}
          {(trial.stage === "paused" || trial.stage === "stopped") && (
            <button type="button" onClick={onMore}>
              {trial.stage === "paused" ? "Play more games" : "Go on"}
            </button>
          )}
        </div>
        {run && !trial.isOfOlder && <Narrowing runs={trial.runs} />}
        {run && trial.isOfOlder && <p class="soft small">What stands below is of the design before the last change.</p>}
      </div>
      {trial.cards && (
        <Section title="How hard the cards are" note="Exact: nothing is played for this.">
          <CardResults cards={trial.cards} />
        </Section>
      )}
      {run && <Games run={run} unit={unit} />}
      {trial.feel && <FeelResults feel={trial.feel} />}
    </section>
  );
}

function Section({ title, note, children }: { title: string; note: string; children: ComponentChildren }) {
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <p class="soft small">{note}</p>
      {children}
    </section>
  );
}

function Progress({ trial }: { trial: Trial }) {
  switch (trial.stage) {
    case "waiting":
      return <p class="soft busy">Checking the design …</p>;
    case "playing":
      return <p class="soft busy">Now {trial.step} …</p>;
    case "paused":
      return <p class="soft">More games make the intervals narrower. Next: {trial.step}.</p>;
    case "over":
      return <p class="soft">All games are played.</p>;
    case "stopped":
      return <p class="soft">Stopped. What was found out before stands.</p>;
    case "refused":
      return <p>This design cannot be played. Change what is named below.</p>;
  }
}

function Problems({ trial }: { trial: Trial }) {
  if (trial.stage !== "refused") return null;
  return (
    <div class="notice bad">
      {trial.problems.length === 0 ? (
        <pre class="plain">{trial.refusal}</pre>
      ) : (
        <ul>
          {trial.problems.map(({ message, hint }) => (
            <li>
              {message}
              {hint !== undefined && <span class="soft"> ({hint})</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows the results, and gives them the keyboard. */
function goTo(panel: HTMLElement | null): void {
  panel?.focus({ preventScroll: true });
  panel?.scrollIntoView({ block: "start" });
}

/** The changes on a narrow screen, where the results are far below the controls. */
function glance(run: Played): string {
  const changes = run.shares.flatMap(({ label, change: of }) => (of ? [`${label} ${change(of, "share")}`] : []));
  return changes.length > 0 ? `Win shares: ${changes.join(" · ")}` : "See who wins";
}

/** The largest changes in a sentence. */
function Answer({ run }: { run: Played }) {
  const isChanged = run.shares.some((share) => share.change);
  const games = `${counted(run.games)} games of each design`;
  if (!isChanged) return <p class="answer">This is the published design, in {counted(run.games)} games. Change it, and see what changes here.</p>;
  const moved = run.shares.filter((share) => share.change && settled(share.change) !== "open" && settled(share.change) !== "same");
  if (moved.length === 0) return <p class="answer">Not settled: after {games}, no change in a win share is certain.</p>;
  const all = moved.map((share) => gains(share)).join("; ");
  const open = run.shares.length - moved.length;
  return (
    <p class="answer">
      {all}. <span class="soft">({games}; 95% intervals{open > 0 ? `; ${open} not settled` : ""})</span>
    </p>
  );
}

function gains({ label, change: of }: Compared): string {
  if (!of) return label;
  const verb = of.value > 0 ? "gains" : "loses";
  return `${label} ${verb} ${change({ value: Math.abs(of.value), low: of.value > 0 ? of.low : -of.high, high: of.value > 0 ? of.high : -of.low }, "share").replace("+", "")} percentage points of win share`;
}

function Games({ run, unit }: { run: Played; unit: string }) {
  const { shares, seats, scores, lengths, alone } = run;
  const note = `${counted(run.games)} games of each design with the same dice; ± is half a 95% interval.`;
  const fair = 1 / seats.length;
  return (
    <>
      <Section title="Who wins" note={note}>
        <ComparisonTable caption="Win share of each strategy; the line is an equal share" head="strategy" rows={shares} scale="share" mark={1 / shares.length} />
        {alone && (
          <>
            <ComparisonTable caption="Only your cards, with the published rules" head="strategy" rows={alone.cards} scale="share" mark={1 / shares.length} />
            <ComparisonTable caption="Only your rules, with the published cards" head="strategy" rows={alone.rules} scale="share" mark={1 / shares.length} />
          </>
        )}
        <ComparisonTable caption={`Mean ${unit} at the end`} head="strategy" rows={scores} scale="plain" />
      </Section>
      <Section title="How fair the seats are" note={note}>
        <p>{fairest(seats)}</p>
        <ComparisonTable caption={`Win share of each seat; the line is fair: ${(100 * fair).toFixed(1)}%`} head="seat" rows={seats} scale="share" mark={fair} />
      </Section>
      <Section title="How long games are" note={note}>
        <ComparisonTable caption="In a game, on average" head="what" rows={lengths} scale="plain" />
      </Section>
    </>
  );
}

/** Which seat wins most and least, in words. */
function fairest(seats: readonly Compared[]): string {
  const of = (seat: Compared) => seat.yours ?? seat.published;
  const sorted = [...seats].sort((a, b) => of(b).value - of(a).value);
  const [best, worst] = [sorted[0], sorted.at(-1)];
  if (!best || !worst) return "";
  const isClear = of(best).low > of(worst).high;
  return isClear
    ? `The best seat is ${best.label} with ${said(of(best), "share")}, the worst ${worst.label} with ${said(of(worst), "share")}.`
    : "Not settled: the seats may be equally good.";
}

function FeelResults({ feel }: { feel: Feel }) {
  return (
    <Section title="How games feel" note={`${counted(feel.games)} games of each design, die by die; ± is half a 95% interval.`}>
      <ComparisonTable caption="Measures of how games go, on average" head="measure" rows={feel.measures} scale="plain" />
      <details>
        <summary>What the measures mean</summary>
        <dl>
          {feel.measures.map(({ label, meaning, unit }) => (
            <>
              <dt>{label}</dt>
              <dd>
                {meaning}
                {unit !== "1" && unit !== "" ? ` (in ${unit})` : ""}
              </dd>
            </>
          ))}
        </dl>
      </details>
    </Section>
  );
}
