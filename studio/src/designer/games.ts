// The games that can be redesigned, and the controls of their rules.
//
// Owns what each rule is called for a designer and the range of its control. The values come from the program, which also
// checks them.

/** The games of this tab. */
export type GameId = "gang" | "pot" | "battle" | "pig";

/** How a rule is changed. */
export type Control =
  | { kind: "number"; from: number; to: number; step?: number }
  | { kind: "choice"; options: readonly (readonly [value: string, label: string])[] }
  /** One number of a list that has one for each number of players, from 2 on. */
  | { kind: "by-players"; from: number; to: number; none?: string }
  /** All numbers of a list, which can grow and shrink. */
  | { kind: "numbers"; from: number; to: number; most: number; item: (at: number, of: number) => string }
  | { kind: "faces" };

/** A rule: its key in the file (dots part the sections), its name, what it means, and its control. */
export interface RuleControl {
  key: string;
  label: string;
  about?: string;
  control: Control;
}

export interface GameDesign {
  name: string;
  players: readonly [from: number, to: number];
  /** What a player's final score counts. */
  unit: string;
  hasDeck: boolean;
  editions: readonly (readonly [id: string, label: string])[];
  rules: readonly RuleControl[];
  /** A question about its parts that takes long: the experiment that answers it, and its words. */
  probe?: { question: string; about: string; experiment: string; words: readonly string[] };
}

const number = (key: string, label: string, from: number, to: number, about?: string): RuleControl => ({
  key,
  label,
  ...(about === undefined ? {} : { about }),
  control: { kind: "number", from, to },
});

const gang: GameDesign = {
  name: "Gang of Dice",
  players: [2, 4],
  unit: "dice",
  hasDeck: true,
  editions: [
    ["bga", "Board Game Arena"],
    ["blackrock", "Blackrock Games"],
  ],
  rules: [
    number("rerolls", "Rerolls in a turn", 0, 10),
    { key: "pools", label: "Dice of each player at the start", control: { kind: "by-players", from: 1, to: 100 } },
    {
      key: "bonus",
      label: "Bonus dice on the table in the last rounds",
      control: { kind: "numbers", from: 0, to: 30, most: 12, item: (at, of) => (at === of - 1 ? "last round" : `round ${of - at} from the end`) },
    },
    {
      key: "supply",
      label: "Dice that exist in all",
      about: "With a limit, nobody can roll more dice than there are; the rest of a pool is tokens.",
      control: { kind: "by-players", from: 1, to: 100, none: "unlimited" },
    },
  ],
};

const pot: GameDesign = {
  name: "POT",
  players: [2, 5],
  unit: "coins",
  hasDeck: false,
  editions: [],
  probe: {
    question: "What each combo is worth",
    about: "Exact, for two players: what each combo and the paid reroll bring, and the game without each of them. It can take minutes.",
    experiment: "combos",
    words: [],
  },
  rules: [
    number("goal", "Coins that end the game", 1, 60, "The game ends with the round in which somebody held so many coins."),
    number("stake", "Coins that the bank adds in a round", 0, 20),
    number("start", "Coins of each player at the start", 0, 30),
    number("coins", "Coins in the box", 10, 300, "With few coins, the bank runs dry and games get long."),
    {
      key: "end",
      label: "When the goal counts",
      control: { kind: "choice", options: [["held", "after every turn"], ["holds", "only as a round ends"]] },
    },
    {
      key: "zero",
      label: "The letter that pays with a 4 and a 2",
      control: { kind: "choice", options: [["any", "any letter"], ["O", "O alone"]] },
    },
    {
      key: "without",
      label: "Play without",
      about: "A combo that is left out is like any other dice.",
      control: {
        kind: "choice",
        options: [
          ["none", "nothing: all combos and the paid reroll"],
          ...["123", "234", "345", "222", "333", "444", "555", "420", "111", "POT"].map((name) => [name, `the combo ${name}`] as const),
          ["pay", "the paid reroll"],
        ],
      },
    },
  ],
};

const COLOURS = ["white", "red", "yellow", "green", "blue", "black"] as const;

const battle: GameDesign = {
  name: "Battle Dice",
  players: [2, 6],
  unit: "points",
  hasDeck: false,
  editions: [],
  probe: {
    question: "What each die is worth",
    about: "In duels of two players: what each die gains, and the cost that would be fair. It can take minutes.",
    experiment: "dice",
    words: ["--players=2", "--runs=4000"],
  },
  rules: [
    ...COLOURS.map((colour) => number(`die.${colour}.cost`, `Cost of a ${colour} die`, 1, 20)),
    number("goal", "Points that win", 2, 60, "The first player whose dice cost so much wins."),
    number("points", "Points at the start", 1, 40),
    number("least", "Dice that the draft must leave within reach", 1, 20),
    number("limit", "Most dice of a kind for one player", 1, 5),
    number("most", "Most dice taken after a duel", 1, 10),
    {
      key: "award",
      label: "What a won duel brings",
      control: { kind: "choice", options: [["per", "1 point for each beaten opponent"], ["flat", "1 point against one, 2 against more"]] },
    },
    {
      key: "version",
      label: "Box",
      control: { kind: "choice", options: ["auto", "cheap-4", "standard-4", "deluxe-4", "deluxe-6"].map((box) => [box, box] as const) },
    },
    ...COLOURS.map((colour): RuleControl => ({ key: `die.${colour}.faces`, label: `Faces of the ${colour} die`, control: { kind: "faces" } })),
  ],
};

const pig: GameDesign = {
  name: "Pig",
  players: [2, 6],
  unit: "points",
  hasDeck: false,
  editions: [],
  rules: [
    number("goal", "Score that wins", 1, 300),
    number("sides", "Sides of the die", 2, 20),
    number("bust", "Number that ends a turn and loses its total", 1, 20, "It must be one of the die's numbers."),
  ],
};

export const GAMES: Record<GameId, GameDesign> = { gang, pot, battle, pig };

export const GAME_IDS = Object.keys(GAMES) as GameId[];
