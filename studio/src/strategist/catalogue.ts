// The games and their built-in strategies, as `analyze strategies` lists them.
//
// Owns reading that list. It is laid out for people: games at the margin, strategies two columns in, what they do beside them.

/** A strategy that comes with the program. */
export interface BuiltIn {
  name: string;
  about: string;
}

/** A game that the program knows. */
export interface Game {
  /** What is typed after `--game`. */
  name: string;
  title: string;
  strategies: BuiltIn[];
  /** The strategies that play by default, by number of players. */
  lineups: Map<number, string[]>;
}

const GAME = /^(.+) \(--game (\S+)\)$/;
const STRATEGY = /^ {2}(\S+)\s+(\S.*)$/;
const MORE = /^ {17}(\S.*)$/;
const LINEUP = /^ {2}(\d+) players?: (\S+)$/;

function read(game: Game, line: string): void {
  const lineup = LINEUP.exec(line);
  if (lineup) {
    game.lineups.set(Number(lineup[1]), (lineup[2] ?? "").split(","));
    return;
  }
  const strategy = STRATEGY.exec(line);
  if (strategy) {
    game.strategies.push({ name: strategy[1] ?? "", about: strategy[2] ?? "" });
    return;
  }
  const last = game.strategies.at(-1);
  const more = MORE.exec(line);
  if (last && more) last.about += ` ${more[1] ?? ""}`;
}

/** The games of the list, in its order. */
export function catalogue(list: string): Game[] {
  const games: Game[] = [];
  let isOfStrategies = false;
  for (const line of list.split("\n")) {
    const begins = GAME.exec(line);
    if (begins) {
      games.push({ title: begins[1] ?? "", name: begins[2] ?? "", strategies: [], lineups: new Map() });
      isOfStrategies = true;
    } else if (/^\S/.test(line)) {
      isOfStrategies = line === "default line-ups";
    } else {
      const game = games.at(-1);
      if (game && isOfStrategies) read(game, line);
    }
  }
  return games;
}
