// The numbers of a game: who wins, which seat, and how long it takes.
//
// Owns the run behind them, with more games at each step, and the three tables.

import { useState } from "preact/hooks";
import { counted, type Ranged, said } from "../parts/numbers";
import { estimate, rows } from "../parts/csv";
import { type Entry, type Race, race, type Step } from "../strategist/race";
import { filled, Seating } from "../strategist/seating";
import { Bars } from "../strategist/bars";
import { percent, shares } from "../strategist/verdict";
import type { TableProps } from "../strategist/watch";

/** What the rows of `length.csv` are called on the page. */
const LENGTHS: Record<string, string> = { turns: "Turns", rounds: "Rounds" };

export function Numbers({ engine, game, choices, lineups, prepare }: TableProps) {
  const players = Math.min(...[...lineups.keys()].filter((players) => players >= 2), 6);
  const [seated, setSeated] = useState(() => filled([], players, lineups.get(players)));
  const [state, setState] = useState<Race>({ state: "ready" });
  const steps: Step[] = state.state === "ready" ? [] : state.steps;
  const last = steps.at(-1);
  const go = async (): Promise<void> => {
    const entry: Entry = { kind: "table", game, names: seated, players: seated.length, seed: 1 };
    await race(engine, entry, [], setState, prepare);
  };
  return (
    <section class="card" aria-label="Numbers">
      <h2>Its numbers</h2>
      <Seating choices={choices} lineups={lineups} seated={seated} onSeated={setSeated} />
      <div class="row">
        <button type="button" class="main" disabled={state.state === "running"} onClick={() => void go()}>
          Play many games
        </button>
        {state.state === "running" && (
          <button type="button" onClick={() => engine.stop()}>
            Stop
          </button>
        )}
      </div>
      <p role="status" class={state.state === "running" ? "busy" : undefined}>
        {headline(state, last)}
      </p>
      {state.state === "refused" && <pre class="notice bad">{state.error.refusal.text}</pre>}
      {last && <Tables step={last} />}
    </section>
  );
}

/** The numbers in a sentence. */
function headline(state: Race, last: Step | undefined): string {
  if (!last) return state.state === "running" ? `Playing ${counted(state.games)} games …` : "";
  const length = rows(last.finished.files["length.csv"] ?? "").find(({ metric }) => metric === "turns");
  const seats = rows(last.finished.files["seat_values.csv"] ?? "").map((row) => estimate(row, "win_share"));
  const turns = length ? `A game has ${said(estimate(length, "mean"), "plain")} turns on average. ` : "";
  return `${turns}${whichSeat(seats)}${counted(last.games)} games.`;
}

/** Which seat wins most, if the games settle it. */
function whichSeat(seats: readonly Ranged[]): string {
  const best = seats.reduce<Ranged | undefined>((most, seat) => (most && most.value >= seat.value ? most : seat), undefined);
  if (!best || seats.length < 2) return "";
  const isSettled = seats.every((seat) => seat === best || seat.high < best.low);
  return isSettled ? `Seat ${seats.indexOf(best) + 1} wins most: ${percent(best)}. ` : "Which seat wins most is not settled. ";
}

function Tables({ step: { finished } }: { step: Step }) {
  const found = shares(finished.files["summary.csv"] ?? "");
  const equal = 1 / Math.max(found.length, 1);
  const seats = rows(finished.files["seat_values.csv"] ?? "");
  const lengths = rows(finished.files["length.csv"] ?? "").filter(({ metric }) => metric !== undefined && metric in LENGTHS);
  return (
    <>
      {found.length > 1 && (
        <Bars
          caption="Win share of each strategy; the line is an equal share"
          columns={["strategy", "win share, 95% interval"]}
          bars={found.map(({ strategy, share }) => ({ label: strategy, estimate: share, said: percent(share) }))}
          mark={equal}
        />
      )}
      <Bars
        caption="Win share of each seat; the line is an equal share"
        columns={["seat", "win share, 95% interval"]}
        bars={seats.map((row) => ({
          label: row["seat"] ?? "",
          estimate: estimate(row, "win_share"),
          said: percent(estimate(row, "win_share")),
        }))}
        mark={1 / Math.max(seats.length, 1)}
      />
      <div class="scroll" role="region" aria-label="Length" tabIndex={0}>
        <table>
          <caption>How long a game is</caption>
          <thead>
            <tr>
              <th scope="col">per game</th>
              <th scope="col" class="number">mean, 95% interval</th>
              <th scope="col" class="number">half have at most</th>
              <th scope="col" class="number">95% have at most</th>
            </tr>
          </thead>
          <tbody>
            {lengths.map((row) => (
              <tr>
                <th scope="row">{LENGTHS[row["metric"] ?? ""]}</th>
                <td class="number">{said(estimate(row, "mean"), "plain")}</td>
                <td class="number">{row["p50"]}</td>
                <td class="number">{row["p95"]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
