// The tab "Author": write a game, and play it at once.
//
// Owns the file of the game and the strategy for it. What can be done with the game appears when it has no mistakes, and is done
// with the last text that had none.

import { useEffect, useMemo, useState } from "preact/hooks";
import { useCheck } from "../editor/check";
import { checker } from "../editor/checker";
import { useDraft } from "../editor/draft";
import { WrittenFile } from "../editor/written_file";
import { ChoiceField } from "../parts/fields";
import { startEngine } from "../engine/client";
import type { Choice } from "../strategist/chosen";
import { choiceOf, fileOf, languageOf, type Own } from "../strategist/own";
import { RacePanel } from "../strategist/race_panel";
import { Sections } from "../strategist/sections";
import { Sit } from "../strategist/sit";
import { Watch } from "../strategist/watch";
import { BestPlay } from "./best_play";
import { Numbers } from "./numbers";
import { GAME_FILE, gameName, type Known, model, MODELS, useGameWords, useOwnGame } from "./own_game";
import { Player, PLAYER } from "./player";
import { GameState } from "./state";
import "../editor/editor.css";
import "../strategist/strategist.css";

export default function Author() {
  const engine = checker();
  const [text, setText] = useDraft("game", "");
  const [name, setName] = useState<string>(MODELS[0].name);
  const words = useGameWords(engine);
  const checked = useCheck(engine, { file: GAME_FILE, text, words: [] });
  const known = useOwnGame(engine, text, checked);
  const begin = async (): Promise<void> => {
    const found = await model(engine, name);
    if (found !== undefined) setText(found);
  };
  useEffect(() => {
    if (text === "") void begin();
  }, []);
  return (
    <div class="bench">
      <h1>Author</h1>
      <div class="halves even">
        <section class="card" aria-label="Your game">
          <h2>Your game</h2>
          <div class="row">
            <ChoiceField
              label="Begin with"
              value={name}
              options={MODELS.map((known) => [known.name, `${known.name}: ${known.about}`] as const)}
              onValue={setName}
            />
            <button type="button" onClick={() => void begin()}>
              Replace what is written
            </button>
          </div>
          <WrittenFile
            label="Game file"
            language="toml"
            text={text}
            onText={setText}
            checked={checked}
            vocabulary={words}
            saveAs={`${/^[a-z][a-z0-9-]*$/.test(gameName(text)) ? gameName(text) : "mine"}.toml`}
            findings={(said) => <GameState said={said} />}
          />
        </section>
        <div>{known ? <Playing known={known} isCurrent={known.text === text} /> : <p class="card">What you can do with the game appears here when its file has no mistakes.</p>}</div>
      </div>
    </div>
  );
}

/** Everything that is done with the game. */
function Playing({ known, isCurrent }: { known: Known; isCurrent: boolean }) {
  const engine = useMemo(startEngine, []);
  const [text, setText] = useDraft("player", "");
  const own: Own = { text, language: languageOf(text) };
  const { strategies, lineups } = known.game;
  const choices: Choice[] = strategies.map(({ name, about }) => ({ typed: name, shown: name, about }));
  const all = text === "" ? choices : [...choices, choiceOf(own, PLAYER)];
  const prepare = (): Promise<void> => engine.hold({ [GAME_FILE]: known.text, [fileOf(own, PLAYER)]: text });
  const table = { engine, game: GAME_FILE, choices: all, lineups, prepare };
  const players = [...lineups.keys()].join();
  useEffect(() => () => engine.end(), [engine]);
  // What was found of another game is found of this one no more.
  useEffect(() => () => engine.stop(), [engine, known.text]);
  const race = (
    <>
      <Player known={known} own={own} onText={setText} />
      <RacePanel key={players} {...table} mine={choiceOf(own, PLAYER)} text={known.text + text} />
    </>
  );
  return (
    <>
      {!isCurrent && <p class="notice warn">This is played with the last file that had no mistakes.</p>}
      <Sections
        label="What to do with the game"
        sections={[
          { name: "Its numbers", body: <Numbers key={known.text} {...table} /> },
          { name: "Play it yourself", body: <Sit key={known.text} {...table} /> },
          { name: "Watch a game", body: <Watch key={known.text} {...table} /> },
          { name: "Strategies", body: race },
          { name: "Best play", body: <BestPlay key={known.text} {...table} /> },
        ]}
      />
    </>
  );
}
