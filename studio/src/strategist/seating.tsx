// Who sits where.
//
// Owns the choice of the number of players and of a strategy for each seat; the seat of a person has none.

import { Count } from "./choices";
import { Chosen, type Choice } from "./chosen";

interface SeatingProps {
  choices: readonly Choice[];
  /** The default strategies by number of players. */
  lineups: ReadonlyMap<number, readonly string[]>;
  /** The strategy of each seat. */
  seated: readonly string[];
  onSeated: (seated: string[]) => void;
  /** The seat of the person who plays, from 1. */
  me?: number;
  least?: number;
}

/** So many strategies: those that are seated, then those of the line-up. */
export function filled(seated: readonly string[], players: number, lineup: readonly string[] | undefined): string[] {
  return Array.from({ length: players }, (_, at) => seated[at] ?? lineup?.[at] ?? "random");
}

/** The table. */
export function Seating({ choices, lineups, seated, onSeated, me, least = 1 }: SeatingProps) {
  const counts = [...lineups.keys()].filter((count) => count >= least).sort((a, b) => a - b);
  return (
    <div class="seating">
      <Count label="Players" value={seated.length} counts={counts} onValue={(players) => onSeated(filled(seated, players, lineups.get(players)))} />
      {seated.map((typed, at) =>
        at + 1 === me ? (
          <p class="field">
            <span>Seat {at + 1}</span> <strong>you</strong>
          </p>
        ) : (
          <Chosen
            label={`Seat ${at + 1}`}
            choices={choices}
            typed={typed}
            onTyped={(name) => onSeated(seated.map((old, seat) => (seat === at ? name : old)))}
          />
        ),
      )}
    </div>
  );
}
