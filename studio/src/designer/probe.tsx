// A question about a game's parts that takes long, asked when somebody wants to know: what each combo or each die is worth.

import { useEffect, useRef, useState } from "preact/hooks";
import { type Engine, RefusedError } from "../engine/contract";
import type { Design, Published } from "./design";
import { heldFiles, RULES } from "./files";
import { GAMES } from "./games";

interface ProbeProps {
  engine: Engine;
  design: Design;
  published: Published;
}

type Asked = { state: "ready" } | { state: "running" } | { state: "answered"; text: string } | { state: "refused"; text: string };

/** The question, its button, and the program's answer for the design as it is. */
export function Probe({ engine, design, published }: ProbeProps) {
  const [asked, setAsked] = useState<Asked>({ state: "ready" });
  const isAsked = useRef(false);
  isAsked.current = asked.state === "running";
  useEffect(() => {
    if (isAsked.current) engine.stop();
    setAsked({ state: "ready" });
  }, [design]);
  const probe = GAMES[design.game].probe;
  if (!probe) return null;

  const ask = async (): Promise<void> => {
    setAsked({ state: "running" });
    try {
      await engine.hold(heldFiles(design, published));
      const { summary } = await engine.play(probe.experiment, [...probe.words, `--rules=${RULES}`]);
      setAsked({ state: "answered", text: summary });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      setAsked(error.refusal.kind === "stopped" ? { state: "ready" } : { state: "refused", text: error.refusal.text });
    }
  };

  return (
    <section class="card" aria-label={probe.question}>
      <h2>{probe.question}</h2>
      <p class="soft small">{probe.about}</p>
      <div class="row" role="status">
        {asked.state === "running" ? (
          <>
            <span class="soft busy">Computing …</span>
            <button type="button" onClick={() => engine.stop()}>
              Stop
            </button>
          </>
        ) : (
          <button type="button" onClick={() => void ask()}>
            Compute it for your design
          </button>
        )}
      </div>
      {asked.state === "answered" && (
        <pre class="scroll" tabIndex={0} role="region" aria-label="The program's answer">
          {asked.text}
        </pre>
      )}
      {asked.state === "refused" && <pre class="notice bad plain">{asked.text}</pre>}
    </section>
  );
}
