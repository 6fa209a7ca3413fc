// The panel of a race: who takes part, and how it stands.
//
// Owns the choice of opponents, the buttons, and the results step by step.

import { useState } from "preact/hooks";
import type { Engine } from "../engine/contract";
import { type Entry, type Race, race, type Step, STEPS } from "./race";
import { RaceResults } from "./race_results";
import { Count, Seed } from "./choices";
import { Chosen, type Choice } from "./chosen";

interface RacePanelProps {
  engine: Engine;
  game: string;
  /** Whom the race is about, as it is typed, and what it is called. */
  mine: Choice;
  /** Everybody who can be an opponent. */
  choices: readonly Choice[];
  /** The default strategies by number of players. */
  lineups: ReadonlyMap<number, readonly string[]>;
  /** Gives the engine the files that the names stand for. */
  prepare: () => Promise<void>;
  /** What is written at present. */
  text: string;
}

/** What races: who, the text that was written then, and how the engine gets it. */
interface Raced {
  entry: Entry;
  text: string;
  prepare: () => Promise<void>;
}

/** How many opponents a race has at most. */
const MOST = 5;

function running(state: Race): boolean {
  return state.state === "running";
}

function steps(state: Race): Step[] {
  return state.state === "ready" ? [] : state.steps;
}

/** The race of one strategy against others. */
export function RacePanel({ engine, game, mine, choices, lineups, prepare, text }: RacePanelProps) {
  const others = choices.filter(({ typed }) => typed !== mine.typed);
  const [opponents, setOpponents] = useState<string[]>([]);
  const [players, setPlayers] = useState(2);
  const [seed, setSeed] = useState(1);
  const [state, setState] = useState<Race>({ state: "ready" });
  const [raced, setRaced] = useState<Raced>();
  const seats = [...lineups.keys()].filter((count) => count >= 2).sort((a, b) => a - b);
  const usual = lineups.get(2)?.find((name) => name !== mine.typed) ?? others[0]?.typed ?? "random";
  const chosen = opponents.length > 0 ? opponents : [usual];
  const names = [mine.typed, ...chosen];
  const entry: Entry = names.length === 2 ? { kind: "comparison", game, names, players, seed } : { kind: "table", game, names, players: names.length, seed };
  const most = Math.max(...seats, 2);

  const go = async (from: Step[], of: Raced): Promise<void> => {
    setRaced(of);
    // What was asked before may take a while.
    setState({ state: "running", steps: from, games: STEPS[from.length] ?? 0 });
    await race(engine, of.entry, from, setState, of.prepare);
  };

  return (
    <section class="card" aria-label="Race">
      <h2>Race it</h2>
      <Opponents chosen={chosen} choices={others} onChosen={setOpponents} most={Math.min(MOST, most - 1)} />
      <div class="row">
        {entry.kind === "comparison" && seats.length > 1 && (
          <Count label="Players at the table" value={players} counts={seats} onValue={setPlayers} />
        )}
        <Seed seed={seed} onSeed={setSeed} />
      </div>
      <div class="row">
        <button type="button" class="main" disabled={running(state)} onClick={() => void go([], { entry, text, prepare })}>
          Race
        </button>
        {running(state) && (
          <button type="button" onClick={() => engine.stop()}>
            Stop
          </button>
        )}
        {state.state === "paused" && raced && (
          <button type="button" onClick={() => void go(state.steps, raced)}>
            Go on to {state.next.toLocaleString("en-GB")} games (about {Math.ceil(state.seconds / 60)} min)
          </button>
        )}
      </div>
      {raced && raced.text !== text && <p class="notice warn">This race is about the text that was written when it began.</p>}
      {raced && <RaceResults entry={raced.entry} steps={steps(state)} state={state} />}
    </section>
  );
}

interface OpponentsProps {
  chosen: readonly string[];
  choices: readonly Choice[];
  onChosen: (chosen: string[]) => void;
  most: number;
}

function Opponents({ chosen, choices, onChosen, most }: OpponentsProps) {
  return (
    <fieldset class="plain">
      <legend>Against</legend>
      <div class="row">
        {chosen.map((typed, at) => (
          <Chosen
            label={`Opponent ${at + 1}`}
            choices={choices}
            typed={typed}
            onTyped={(name) => onChosen(chosen.map((old, place) => (place === at ? name : old)))}
          />
        ))}
        {chosen.length < most && (
          <button type="button" onClick={() => onChosen([...chosen, choices[chosen.length % choices.length]?.typed ?? ""])}>
            Add an opponent
          </button>
        )}
        {chosen.length > 1 && (
          <button type="button" onClick={() => onChosen(chosen.slice(0, -1))}>
            Remove the last
          </button>
        )}
      </div>
    </fieldset>
  );
}
