// What is played: the game, the edition, the players, and their strategies.

import { ChoiceField } from "../parts/fields";
import { type Design, type Published, untouched } from "./design";
import { GAME_IDS, GAMES, type GameId } from "./games";

interface SetupProps {
  design: Design;
  published: Published;
  onGame: (game: GameId, edition: string) => void;
  onDesign: (design: Design, control: string) => void;
}

/** The controls of what is played. */
export function Setup({ design, published, onGame, onDesign }: SetupProps) {
  const { players: [least, most], editions } = GAMES[design.game];
  const counts = Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
  const seated = (players: number): Design => ({ ...design, players, bots: untouched(published, players).bots });
  return (
    <div class="setup">
      <ChoiceField label="Game" value={design.game} options={GAME_IDS.map((id) => [id, GAMES[id].name] as const)} onValue={(id) => onGame(GAME_IDS.find((game) => game === id) ?? "gang", "")} />
      {editions.length > 0 && <ChoiceField label="Published rules" value={design.edition} options={editions} onValue={(edition) => onGame(design.game, edition)} />}
      <ChoiceField label="Players" value={String(design.players)} options={counts.map((count) => [count, count] as const)} onValue={(count) => onDesign(seated(Number(count)), "players")} />
      {design.bots.map((bot, at) => (
        <ChoiceField
          label={`Strategy ${at + 1}`}
          value={bot}
          options={published.strategies.map(({ name }) => [name, name] as const)}
          onValue={(name) => onDesign({ ...design, bots: design.bots.map((old, place) => (place === at ? name : old)) }, `bot ${at}`)}
        />
      ))}
    </div>
  );
}
