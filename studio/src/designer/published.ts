// What the program publishes of a game, asked when it is needed.

import type { Engine } from "../engine/contract";
import { catalogue } from "../strategist/catalogue";
import type { Published } from "./design";
import { readPrintedDeck, readRules } from "./files";
import { GAMES, type GameId } from "./games";

/** The rules, the deck, and the strategies of a game and edition. */
export async function publishedOf(engine: Engine, game: GameId, edition: string): Promise<Published> {
  const { text: rulesText } = await engine.say(["show", "rules", `--game=${game}`, ...(edition === "" ? [] : [`--edition=${edition}`])]);
  const { text: list } = await engine.say(["strategies"]);
  const known = catalogue(list).find(({ name }) => name === game);
  const deck = GAMES[game].hasDeck ? readPrintedDeck((await engine.say(["show", "reconstructed"])).text) : undefined;
  return {
    game,
    edition,
    rules: readRules(rulesText),
    rulesText,
    ...(deck ? { deck: deck.deck } : {}),
    deckComment: deck?.comment ?? "",
    lineups: known?.lineups ?? new Map<number, string[]>(),
    strategies: known?.strategies ?? [],
  };
}
