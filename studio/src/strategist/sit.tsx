// Playing against strategies.
//
// Owns the choice of seats, and the conversation: the story, the question, advice, moves taken back, prices, and the review.

import { useState } from "preact/hooks";
import { type Question, RefusedError } from "../engine/contract";
import { AdviceTable } from "./advice_table";
import { Answers } from "./answers";
import { Count, Seed } from "./choices";
import { said } from "./price";
import { filled, Seating } from "./seating";
import { adviceFor, answered, begun, type Decision, priced, type Table, takenBack, withPricesOf } from "./sitting";
import { lines } from "./story";
import { StoryLines } from "./story_lines";
import type { TableProps } from "./watch";

/** The game in which advice for two players needs a solution that takes minutes. */
const SLOW_FOR_TWO = "gang";
/** Games in which the price of a decision takes long, or that have none. */
const SLOW = ["gang", "pot", "battle"];

/** A seed that nobody knows. */
function anySeed(): number {
  return Math.floor(Math.random() * 1_000_000);
}

interface Game {
  table?: Table;
  advice?: string;
  /** What the program is doing. */
  busy?: string;
  problem?: string;
}

export function Sit({ engine, game, choices, lineups, prepare }: TableProps) {
  const least = Math.min(...[...lineups.keys()].filter((count) => count >= 2));
  const [seated, setSeated] = useState(() => opponents(lineups, least));
  const [me, setMe] = useState(1);
  const [seed, setSeed] = useState(anySeed);
  const [isPricing, setPricing] = useState(!SLOW.includes(game));
  const [state, setState] = useState<Game>({});
  const [isBeingPriced, setBeingPriced] = useState(false);
  const { table, advice, busy, problem } = state;

  /** Does something that takes time; what it says of the game stands afterwards. */
  const doing = async (what: string, work: () => Promise<Game>): Promise<void> => {
    setState((old) => ({ ...old, busy: what }));
    try {
      const now = await work();
      setState((old) => (now.table ? { ...now, table: withPricesOf(old.table, now.table) } : now));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { kind, text } = error.refusal;
      setState(({ busy: _, ...old }) => (kind === "stopped" ? old : { ...old, problem: text }));
    }
  };

  const begin = (): Promise<void> =>
    doing("The game begins …", async () => {
      await prepare();
      const others = seated.filter((_, at) => at + 1 !== me);
      const words = [`--game=${game}`, `--players=${seated.length}`, `--me=${me}`, `--bots=${others.join(",")}`, `--seed=${seed}`];
      return { table: await begun(engine, words) };
    });

  const answer = async (given: string): Promise<void> => {
    const question = table?.sitting.question;
    if (!table || !question) return;
    await doing("The others play …", async () => ({ table: await answered(engine, table, given) }));
    if (isPricing) await price(question, table.decisions.length, given);
  };

  /** Prices a decision after it was taken; the game goes on meanwhile. */
  const price = async (question: Question, at: number, given: string): Promise<void> => {
    setBeingPriced(true);
    const found = await priced(engine, question, given);
    setBeingPriced(false);
    if (!found) return;
    const withPrice = (old: Decision, place: number): Decision =>
      place === at && old.answer === given ? { ...old, price: found } : old;
    setState((old) => (old.table ? { ...old, table: { ...old.table, decisions: old.table.decisions.map(withPrice) } } : old));
  };

  const advise = (question: Question): Promise<void> =>
    doing("The options are priced …", async () => {
      const csv = await adviceFor(engine, question);
      return { ...(table ? { table } : {}), ...(csv === undefined ? { problem: "There is no advice here." } : { advice: csv }) };
    });

  return (
    <section class="card" aria-label="Play it yourself">
      <h2>Play it yourself</h2>
      <Seating choices={choices} lineups={lineups} seated={seated} onSeated={setSeated} me={me} least={2} />
      <div class="row">
        <Count label="Your seat" value={me} counts={seated.map((_, at) => at + 1)} onValue={setMe} />
        <Seed seed={seed} onSeed={setSeed} />
        <label>
          <input type="checkbox" checked={isPricing} onChange={(event) => setPricing(event.currentTarget.checked)} /> Say what each of
          my decisions cost
        </label>
        <button type="button" class="main" disabled={busy !== undefined} onClick={() => void begin()}>
          {table ? "Begin again" : "Begin"}
        </button>
        {busy !== undefined && (
          <button type="button" onClick={() => engine.stop()}>
            Stop
          </button>
        )}
      </div>
      {game === SLOW_FOR_TWO && seated.length === 2 && (
        <p class="notice warn">With two players, advice needs the solution of the game, which takes minutes in a browser. With three or four players, it takes seconds.</p>
      )}
      {problem !== undefined && <pre class="notice bad">{problem}</pre>}
      {table && (
        <>
          <StoryLines label="The story of your game" lines={lines(table.sitting.story)} />
          <Conversation
            table={table}
            busy={busy}
            onAnswer={(given) => void answer(given)}
            onAdvice={(question) => void advise(question)}
            onTakeBack={() => void doing("Your move is taken back …", async () => ({ table: await takenBack(engine, table) }))}
          />
          {advice !== undefined && <AdviceTable csv={advice} />}
          {isBeingPriced && <p class="soft busy">Your decision is being priced; the game goes on then …</p>}
          <Costs decisions={table.decisions} />
        </>
      )}
    </section>
  );
}

function opponents(lineups: TableProps["lineups"], players: number): string[] {
  return filled([], players, lineups.get(players));
}

interface ConversationProps {
  table: Table;
  busy: string | undefined;
  onAnswer: (answer: string) => void;
  onAdvice: (question: Question) => void;
  onTakeBack: () => void;
}

function Conversation({ table: { sitting, decisions, refused }, busy, onAnswer, onAdvice, onTakeBack }: ConversationProps) {
  const { question, review } = sitting;
  return (
    <div class="question">
      <p role="status" class={busy === undefined ? "lines" : "busy"}>
        {busy ?? question?.text ?? "The game is over."}
      </p>
      {refused !== undefined && (
        <p class="notice bad" role="alert">
          {refused}
        </p>
      )}
      {question && <Answers question={question} isBusy={busy !== undefined} onAnswer={onAnswer} />}
      <div class="row">
        {question?.advice && (
          <button type="button" disabled={busy !== undefined} onClick={() => onAdvice(question)}>
            Advice
          </button>
        )}
        <button type="button" disabled={busy !== undefined || decisions.length === 0} onClick={onTakeBack}>
          Take back
        </button>
      </div>
      {review !== undefined && (
        <section aria-label="Review">
          <h3>Review</h3>
          <pre class="scroll" tabIndex={0}>
            {review}
          </pre>
        </section>
      )}
    </div>
  );
}

/** What the decisions cost that have a price: the last one in words, and all together. */
function Costs({ decisions }: { decisions: readonly Decision[] }) {
  const prices = decisions.flatMap(({ price }) => (price ? [price] : []));
  const last = prices.at(-1);
  if (!last) return null;
  const total = prices.reduce((sum, { cost }) => sum + cost, 0);
  return (
    <div class="costs" role="status">
      <p>{said(last)}</p>
      <p class="soft">
        {prices.length === 1 ? "1 decision has a price" : `${prices.length} decisions have prices`}; together{" "}
        {(100 * total).toFixed(1)} percentage points of win share.
      </p>
    </div>
  );
}
