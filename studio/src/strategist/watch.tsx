// Watching one game step by step.
//
// Owns which game is told and how far. The arrow keys go through it as the buttons do.

import { useState } from "preact/hooks";
import { type Engine, RefusedError } from "../engine/contract";
import { Seed } from "./choices";
import type { Choice } from "./chosen";
import type { Watched } from "./decisions";
import { NextDecision } from "./next_decision";
import { filled, Seating } from "./seating";
import { type Line, lines } from "./story";
import { StoryLines } from "./story_lines";

/** A table at which a game is played. */
export interface TableProps {
  engine: Engine;
  game: string;
  choices: readonly Choice[];
  lineups: ReadonlyMap<number, readonly string[]>;
  prepare: () => Promise<void>;
}

/** The only game whose stories can have prices. */
const PRICED = "gang";

/** A story, or why there is none. */
type Told = { state: "none" } | { state: "asked" } | { state: "told"; lines: Line[]; at: number; watched: Watched } | { state: "refused"; text: string };

/** The number of players with which a table begins: 3 where decisions have prices, because for 2 the game must be solved first. */
function begin(lineups: TableProps["lineups"], game: string): string[] {
  const players = game === PRICED ? 3 : Math.min(...[...lineups.keys()].filter((count) => count >= 2));
  return filled([], players, lineups.get(players));
}

export function Watch({ engine, game, choices, lineups, prepare }: TableProps) {
  const [seated, setSeated] = useState(() => begin(lineups, game));
  const [seed, setSeed] = useState(1);
  const [isPriced, setPriced] = useState(game === PRICED);
  const [told, setTold] = useState<Told>({ state: "none" });

  const tell = async (): Promise<void> => {
    setTold({ state: "asked" });
    const words = [`--game=${game}`, `--players=${seated.length}`, `--bots=${seated.join(",")}`, `--seed=${seed}`];
    const priced = isPriced && game === PRICED ? ["--regret"] : [];
    try {
      await prepare();
      const { text } = await engine.say(["play", ...words, "--engine=dice", "--seating=fixed", ...priced]);
      setTold({ state: "told", lines: lines(text), at: 0, watched: { game, seated, seed, story: text } });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      setTold({ state: "refused", text: error.refusal.text });
    }
  };

  // Advice can come when another game is told already.
  const goTo = (watched: Watched, at: number): void => setTold((now) => (now.state === "told" && now.watched === watched ? { ...now, at } : now));

  return (
    <section class="card" aria-label="Watch a game">
      <h2>Watch a game</h2>
      <Seating choices={choices} lineups={lineups} seated={seated} onSeated={setSeated} />
      <div class="row">
        <Seed seed={seed} onSeed={setSeed} />
        {game === PRICED && (
          <label>
            <input type="checkbox" checked={isPriced} onChange={(event) => setPriced(event.currentTarget.checked)} /> Say what each
            decision cost
          </label>
        )}
        <button type="button" class="main" disabled={told.state === "asked"} onClick={() => void tell()}>
          Tell the game
        </button>
        {told.state === "asked" && (
          <button type="button" onClick={() => engine.stop()}>
            Stop
          </button>
        )}
      </div>
      {game === PRICED && isPriced && seated.length === 2 && (
        <p class="notice warn">For two players, the program solves the game first. In a browser, that takes minutes. With three or four players, it takes seconds.</p>
      )}
      <p role="status" class={told.state === "asked" ? "busy" : "unseen"}>
        {told.state === "asked" ? "The game is played …" : ""}
      </p>
      {told.state === "refused" && <pre class="notice bad">{told.text}</pre>}
      {told.state === "told" && (
        <>
          <Steps lines={told.lines} at={told.at} onAt={(at) => goTo(told.watched, at)} />
          <NextDecision key={told.watched.story} engine={engine} watched={told.watched} at={told.at} onAt={(at) => goTo(told.watched, at)} />
        </>
      )}
    </section>
  );
}

interface StepsProps {
  lines: readonly Line[];
  at: number;
  onAt: (at: number) => void;
}

/** A cost of at least this win share is worth a stop. */
const COSTLY = 0.005;

/** The next line that says that a decision cost something. */
function nextCost(lines: readonly Line[], at: number): number | undefined {
  const found = lines.findIndex(({ cost }, place) => place > at && cost !== undefined && cost >= COSTLY);
  return found < 0 ? undefined : found;
}

/** Where a key leads, if it is one of those that go through a story. */
function ledTo(key: string, at: number, last: number): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return Math.min(at + 1, last);
    case "ArrowLeft":
    case "ArrowUp":
      return Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

function Steps({ lines, at, onAt }: StepsProps) {
  const last = lines.length - 1;
  const costly = nextCost(lines, at);
  const hasCosts = lines.some(({ cost }) => cost !== undefined);
  const onKey = (event: KeyboardEvent): void => {
    const to = ledTo(event.key, at, last);
    if (to === undefined) return;
    event.preventDefault();
    onAt(to);
  };
  return (
    <div onKeyDown={onKey}>
      <div class="row" role="group" aria-label="Go through the game">
        <Step name="First" to={0} at={at} onAt={onAt} />
        <Step name="Previous" to={at - 1} at={at} onAt={onAt} />
        <Step name="Next" to={at + 1} at={at} onAt={onAt} last={last} />
        <Step name="Last" to={last} at={at} onAt={onAt} />
        {hasCosts && <Step name="Next costly decision" to={costly ?? at} at={at} onAt={onAt} />}
        <span class="soft">
          Line {at + 1} of {last + 1}. The arrow keys, Home, and End do the same.
        </span>
      </div>
      <StoryLines label="The story of the game" lines={lines.slice(0, at + 1)} />
    </div>
  );
}

interface StepProps {
  name: string;
  /** Where it leads; nowhere if that is where one is, or before the beginning. */
  to: number;
  at: number;
  last?: number;
  onAt: (at: number) => void;
}

/** A button that leads elsewhere in the story. It keeps the keyboard when it leads nowhere. */
function Step({ name, to, at, last = to, onAt }: StepProps) {
  const leads = to !== at && to >= 0 && to <= last;
  return (
    <button type="button" aria-disabled={!leads} onClick={() => leads && onAt(to)}>
      {name}
    </button>
  );
}
