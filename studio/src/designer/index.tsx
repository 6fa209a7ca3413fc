// The tab "Designer": change a game's design, and see at once what that changes against the published one.

import { useEffect, useRef, useState } from "preact/hooks";
import { type Engine, RefusedError } from "../engine/contract";
import { LinkError, unpack } from "../share";
import { Failed } from "../parts/failed";
import { Rules } from "../parts/rules";
import { Actions } from "./actions";
import { DeckEditor } from "./deck_editor";
import { type Design, type Published, readDesign, untouched } from "./design";
import "./designer.css";
import { GAMES, type GameId } from "./games";
import { remembered, type Edited, useHistory } from "./history";
import { Probe } from "./probe";
import { publishedOf } from "./published";
import { Results } from "./results";
import { RuleFields } from "./rule_fields";
import { Setup } from "./setup";
import { useTrial } from "./trial";

/** The design's text in the address, if there is one. */
function linked(): string | undefined {
  const [tab, text] = location.hash.slice(1).split("/", 2);
  return tab === "designer" && text ? text : undefined;
}

/** What is published of each game and edition, asked once. */
function usePublished(engine: Engine): (game: GameId, edition: string) => Promise<Published> {
  const asked = useRef(new Map<string, Promise<Published>>());
  return (game, edition) => {
    const key = `${game} ${edition}`;
    const found = asked.current.get(key) ?? publishedOf(engine, game, edition);
    asked.current.set(key, found);
    found.catch(() => asked.current.delete(key));
    return found;
  };
}

export default function Designer({ engine }: { engine: Engine }) {
  const ask = usePublished(engine);
  const [start, setStart] = useState<Design>();
  const [trouble, setTrouble] = useState<string>();
  useEffect(() => {
    const begin = async (): Promise<void> => {
      const published = await ask("gang", "bga");
      setStart(remembered() ?? untouched(published, 3));
    };
    begin().catch((error: unknown) => setTrouble(error instanceof RefusedError ? error.message : "The program could not be started."));
  }, []);
  return (
    <>
      <h1>Design a game</h1>
      {trouble !== undefined && <Failed what={`The program (${trouble})`} />}
      {start ? <Workshop engine={engine} start={start} ask={ask} /> : trouble === undefined && <p role="status">The program is starting …</p>}
    </>
  );
}

interface WorkshopProps {
  engine: Engine;
  start: Design;
  ask: (game: GameId, edition: string) => Promise<Published>;
}

/** The design under way, with what is published of its game. */
function Workshop({ engine, start, ask }: WorkshopProps) {
  const edited = useHistory(start);
  const { design, change } = edited;
  const [published, setPublished] = useState<Published>();
  const [told, setTold] = useState<{ text: string; isTrouble: boolean }>();

  useEffect(() => {
    let isWanted = true;
    ask(design.game, design.edition).then(
      (found) => isWanted && setPublished(found),
      (error: unknown) => isWanted && setTold({ text: `The published design could not be found. ${String(error)}`, isTrouble: true }),
    );
    return () => {
      isWanted = false;
    };
  }, [design.game, design.edition]);

  useEffect(() => {
    const open = async (): Promise<void> => {
      const text = linked();
      if (text === undefined) return;
      history.replaceState(null, "", "#designer");
      try {
        change(readDesign(await unpack(text)), "link");
        setTold({ text: "This is the design from the link. Undo brings back what was here before.", isTrouble: false });
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
        setTold({ text: error.message, isTrouble: true });
      }
    };
    void open();
    const again = (): void => void open();
    addEventListener("hashchange", again);
    return () => removeEventListener("hashchange", again);
  }, [change]);

  const toGame = async (game: GameId, edition: string): Promise<void> => {
    const of = edition || (GAMES[game].editions[0]?.[0] ?? "");
    // Nobody waits for what was asked of another game.
    engine.stop();
    const found = await ask(game, of);
    const isSame = game === design.game;
    const fresh = untouched(found, isSame ? design.players : Math.max(GAMES[game].players[0], 3));
    change(isSame ? { ...fresh, bots: design.bots, ...(design.deck ? { deck: design.deck } : {}) } : fresh, "game");
  };

  const notFound = (error: unknown): void => {
    if (!(error instanceof RefusedError)) throw error;
    if (error.refusal.kind !== "stopped") setTold({ text: error.message, isTrouble: true });
  };

  const isReady = published?.game === design.game && published.edition === design.edition;
  return (
    <>
      {told && (
        <div class={`notice ${told.isTrouble ? "bad" : ""}`} role={told.isTrouble ? "alert" : "status"}>
          {told.text}{" "}
          <button type="button" class="quiet" onClick={() => setTold(undefined)}>
            Close
          </button>
        </div>
      )}
      {published && isReady && <Bench engine={engine} edited={edited} published={published} onGame={(game, edition) => toGame(game, edition).catch(notFound)} />}
    </>
  );
}

interface BenchProps {
  engine: Engine;
  edited: Edited;
  published: Published;
  onGame: (game: GameId, edition: string) => void;
}

/** The controls on one side, what they do on the other. */
function Bench({ engine, edited, published, onGame }: BenchProps) {
  const { design, change } = edited;
  const { trial, stop, more } = useTrial(engine, design, published);
  const { name, hasDeck, unit } = GAMES[design.game];
  return (
    <div class="halves designer">
      <section aria-label="The design">
        <div class="card">
          <h2>What is played</h2>
          <Setup design={design} published={published} onGame={onGame} onDesign={change} />
          <Rules key={design.game} game={design.game} title={name} />
          <Actions edited={edited} published={published} finished={trial.isOfOlder ? undefined : trial.finished} />
        </div>
        <div class="card">
          <h2>Rules of {name}</h2>
          <RuleFields design={design} published={published} onDesign={change} />
        </div>
        {hasDeck && design.deck && (
          <div class="card">
            <h2>Cards</h2>
            <p class="soft small">The deck is a reconstruction: the conditions are known, but triggers, backs, and duplicates are guesses.</p>
            <DeckEditor deck={design.deck} published={published} onDeck={(deck, control) => change({ ...design, deck }, control)} />
          </div>
        )}
      </section>
      <div>
        <Results trial={trial} unit={unit} onStop={stop} onMore={more} />
        <Probe engine={engine} design={design} published={published} />
      </div>
    </div>
  );
}
