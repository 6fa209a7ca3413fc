// Dice as pictures.
//
// Owns how a die looks: pips for 1 to 6, and a letter or a number for every other face.

/** Where the pips of each number are, on a grid of three by three. */
const PIPS: Record<string, readonly (readonly [number, number])[]> = {
  "1": [[1, 1]],
  "2": [[0, 0], [2, 2]],
  "3": [[0, 0], [1, 1], [2, 2]],
  "4": [[0, 0], [2, 0], [0, 2], [2, 2]],
  "5": [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  "6": [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};

const NAMES: Record<string, string> = { B: "Boss" };
/** Faces that are written with their first letter. */
const WORDS = /^[a-z]{2,}$/;

/** One die. */
export function Die({ face }: { face: string }) {
  const pips = PIPS[face];
  return (
    <svg class="die" viewBox="0 0 24 24" aria-hidden="true">
      <rect class="die-body" x="1" y="1" width="22" height="22" rx="5" />
      {pips?.map(([x, y]) => <circle class="die-pip" cx={6 + 6 * x} cy={6 + 6 * y} r="2.1" />)}
      {!pips && (
        <text class="die-letter" x="12" y="17" text-anchor="middle">
          {WORDS.test(face) ? face.slice(0, 1).toUpperCase() : face}
        </text>
      )}
    </svg>
  );
}

/** A row of dice. */
export function Dice({ faces }: { faces: readonly string[] }) {
  const said = faces.map((face) => NAMES[face] ?? face).join(", ");
  return (
    <span class="dice" role="img" aria-label={faces.length === 1 ? `a die: ${said}` : `dice: ${said}`}>
      {faces.map((face) => (
        <Die face={face} />
      ))}
    </span>
  );
}
