// Advice on the decisions of a game that is watched.
//
// Owns which decision is looked at: the next one behind the line that is shown.

import { useMemo, useState } from "preact/hooks";
import { type Engine, RefusedError } from "../engine/contract";
import { AdviceTable } from "./advice_table";
import { type Decided, decisionsOf, NotFollowedError, type Watched } from "./decisions";
import { type Price, priceOf, said } from "./price";
import { adviceFor } from "./sitting";

/** What was found of a decision. */
type Advised =
  | { state: "none" }
  | { state: "asked" }
  | { state: "known"; decided: Decided; csv: string | undefined; price: Price | undefined }
  | { state: "refused"; text: string };

interface NextDecisionProps {
  engine: Engine;
  watched: Watched;
  at: number;
  onAt: (at: number) => void;
}

/** The next decision behind the line that is shown: what was done, what it cost, and what the options are worth. */
export function NextDecision({ engine, watched, at, onAt }: NextDecisionProps) {
  const [advised, setAdvised] = useState<Advised>({ state: "none" });
  const nextFrom = useMemo(() => decisionsOf(engine, watched), [engine, watched]);
  const ask = async (): Promise<void> => {
    const isLast = advised.state === "known" && advised.decided.line === at;
    const from = isLast ? { line: at, nth: advised.decided.nth + 1 } : { line: at + 1, nth: 0 };
    setAdvised({ state: "asked" });
    try {
      const decided = await nextFrom(from);
      if (!decided) return setAdvised({ state: "refused", text: "The game has no further decisions." });
      const csv = await adviceFor(engine, decided.question);
      setAdvised({ state: "known", decided, csv, price: csv === undefined ? undefined : priceOf(csv, decided.answer, decided.question) });
      onAt(decided.line);
    } catch (error) {
      if (error instanceof NotFollowedError) return setAdvised({ state: "refused", text: error.message });
      if (!(error instanceof RefusedError)) throw error;
      setAdvised(error.refusal.kind === "stopped" ? { state: "none" } : { state: "refused", text: error.refusal.text });
    }
  };
  return (
    <div class="question">
      <button type="button" disabled={advised.state === "asked"} onClick={() => void ask()}>
        Advice on the next decision
      </button>
      {advised.state === "asked" && (
        <>
          <p role="status" class="busy">
            The options are priced … The first time, the game is solved, which takes some minutes for Farkle.
          </p>
          <button type="button" onClick={() => engine.stop()}>
            Stop
          </button>
        </>
      )}
      {advised.state === "refused" && <p class="notice">{advised.text}</p>}
      {advised.state === "known" && <Judged advised={advised} name={watched.seated[advised.decided.seat - 1] ?? ""} />}
    </div>
  );
}

function Judged({ advised: { decided, csv, price }, name }: { advised: Extract<Advised, { state: "known" }>; name: string }) {
  return (
    <>
      <p class="costs" role="status">
        {name} (seat {decided.seat}): {price ? said(price) : `“${decided.answer}” has no price in this game.`}
      </p>
      {csv !== undefined && <AdviceTable csv={csv} />}
    </>
  );
}
