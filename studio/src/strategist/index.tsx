// The tab "Strategist": write a strategy and race it, watch a game, play one.
//
// Owns which game it is about, and the strategy that is written for it.

import { useEffect, useMemo, useState } from "preact/hooks";
import { checker } from "../editor/checker";
import { useDraft } from "../editor/draft";
import { Failed } from "../parts/failed";
import { ChoiceField } from "../parts/fields";
import { Rules } from "../parts/rules";
import { startEngine } from "../engine/client";
import type { Game } from "./catalogue";
import type { Choice } from "./chosen";
import { useGames } from "./known";
import { choiceOf, fileOf, languageOf, type Own } from "./own";
import { RacePanel } from "./race_panel";
import { Sections } from "./sections";
import { Sit } from "./sit";
import { Watch } from "./watch";
import { Write } from "./write";
import "../editor/editor.css";
import "./strategist.css";

/** The game with which the tab begins. */
const FIRST = "pig";

export default function Strategist() {
  const games = useGames(checker());
  const [name, setName] = useState(FIRST);
  const game = games?.find((known) => known.name === name);
  return (
    <div class="bench">
      <h1>Strategist</h1>
      <div class="row">
        <ChoiceField label="Game" value={name} options={(games ?? []).map((known) => [known.name, known.title] as const)} onValue={setName} />
      </div>
      {game && <Rules key={`rules of ${game.name}`} game={game.name} title={game.title} />}
      {game && <OfGame key={game.name} game={game} />}
      {!game && (games ? <p role="status">The program is being loaded …</p> : <Failed what="The program" />)}
    </div>
  );
}

/** Everything that is done with the strategies of one game. */
function OfGame({ game }: { game: Game }) {
  const engine = useMemo(startEngine, []);
  useEffect(() => () => engine.end(), [engine]);
  const [text, setText] = useDraft(`strategy.${game.name}`, "");
  const own: Own = { text, language: languageOf(text) };
  const choices: Choice[] = game.strategies.map((known) => ({ typed: known.name, shown: known.name, about: known.about }));
  const all = text === "" ? choices : [choiceOf(own), ...choices];
  const prepare = (): Promise<void> => engine.hold({ [fileOf(own)]: text });
  const table = { engine, game: game.name, choices: all, lineups: game.lineups, prepare };
  const write = (
    <div class="halves">
      <Write game={game} own={own} onText={setText} />
      <RacePanel {...table} mine={choiceOf(own)} text={text} />
    </div>
  );
  return (
    <Sections
      label="What to do"
      sections={[
        { name: "Write and race", body: write },
        { name: "Watch a game", body: <Watch {...table} /> },
        { name: "Play it yourself", body: <Sit {...table} /> },
      ]}
    />
  );
}
