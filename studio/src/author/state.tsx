// What the check of a game found, when there are no mistakes.
//
// Owns reading it: the range of each number that the game keeps, and how many positions were gone through.

/** The range of a field in all games and positions that were checked. */
export interface Range {
  field: string;
  least: string;
  most: string;
}

/** What `analyze check` says of a game. */
export interface Findings {
  /** The game, its players, and how many games were played. */
  headline: string;
  ranges: Range[];
  /** How far the search of positions came. */
  search: string;
}

const RANGE = /^ {2}(\S.*?)\s+(-?\d+) to (-?\d+)$/;

/** The parts of the text. */
export function findings(said: string): Findings {
  const [first = "", ...rest] = said.trim().split("\n");
  const ranges: Range[] = [];
  const search: string[] = [];
  for (const line of rest) {
    const [, field, least, most] = RANGE.exec(line) ?? [];
    if (field !== undefined && least !== undefined && most !== undefined) ranges.push({ field, least, most });
    else if (line.trim() !== "") search.push(line.trim());
  }
  const found = first.replace(/^\S+: /, "");
  return { headline: found.charAt(0).toUpperCase() + found.slice(1), ranges, search: search.join(" ").replace(/^./, (letter) => letter.toUpperCase()) };
}

/** The findings on the page. */
export function GameState({ said }: { said: string }) {
  const { headline, ranges, search } = findings(said);
  return (
    <div class="game-state">
      <p>{headline}.</p>
      <div class="scroll" role="region" aria-label="Ranges" tabIndex={0}>
        <table>
          <caption>How far each number of the game goes</caption>
          <thead>
            <tr>
              <th scope="col">number</th>
              <th scope="col" class="number">least</th>
              <th scope="col" class="number">most</th>
            </tr>
          </thead>
          <tbody>
            {ranges.map(({ field, least, most }) => (
              <tr>
                <th scope="row">{field}</th>
                <td class="number">{least}</td>
                <td class="number">{most}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="soft">{search}.</p>
    </div>
  );
}
