// The best play of a game that is small enough to be solved.
//
// Owns asking for the solution, and what is said of it.

import { useState } from "preact/hooks";
import { RefusedError } from "../engine/contract";
import { Count } from "../strategist/choices";
import type { TableProps } from "../strategist/watch";

type Solved = { state: "none" } | { state: "asked" } | { state: "solved"; summary: string } | { state: "refused"; text: string };

export function BestPlay({ engine, game, lineups, prepare }: Omit<TableProps, "choices">) {
  const counts = [...lineups.keys()].filter((count) => count <= 2).sort((a, b) => b - a);
  const [players, setPlayers] = useState(counts[0] ?? 2);
  const [solved, setSolved] = useState<Solved>({ state: "none" });
  const solve = async (): Promise<void> => {
    setSolved({ state: "asked" });
    try {
      await prepare();
      const { summary } = await engine.play("solve", [`--game=${game}`, `--players=${players}`]);
      setSolved({ state: "solved", summary });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      setSolved({ state: "refused", text: error.refusal.text });
    }
  };
  return (
    <section class="card" aria-label="Best play">
      <h2>Best play</h2>
      <p>
        A game for one or two players without a deck and without a contest can be solved, if it is small: the program finds the best
        decision in every position. Afterwards, the strategy <code>optimal</code> plays by it.
      </p>
      <div class="row">
        <Count label="Players" value={players} counts={counts} onValue={setPlayers} />
        <button type="button" class="main" disabled={solved.state === "asked"} onClick={() => void solve()}>
          Solve the game
        </button>
        {solved.state === "asked" && (
          <button type="button" onClick={() => engine.stop()}>
            Stop
          </button>
        )}
      </div>
      <p role="status" class={solved.state === "asked" ? "busy" : "unseen"}>
        {solved.state === "asked" ? "The game is being solved …" : solved.state === "solved" ? "The game is solved." : ""}
      </p>
      {solved.state === "refused" && <pre class="notice bad">{solved.text}</pre>}
      {solved.state === "solved" && (
        <pre class="scroll" tabIndex={0}>
          {solved.summary}
        </pre>
      )}
    </section>
  );
}
