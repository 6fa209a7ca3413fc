// How the interval of a change narrows as more games are played.

import { change, counted } from "../parts/numbers";
import type { Played } from "./findings";

/** For each strategy, the change of its win share after each step. */
export function Narrowing({ runs }: { runs: readonly Played[] }) {
  const last = runs.at(-1);
  if (!last || !last.shares.some((share) => share.change)) return null;
  const changes = runs.flatMap((run) => run.shares.flatMap((share) => (share.change ? [share.change] : [])));
  const most = Math.max(...changes.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]), 1e-6) * 1.08;
  const x = (at: number): number => 100 + (100 * at) / most;
  return (
    <div class="scroll" role="region" aria-label="The change as games are played" tabIndex={0}>
      <table class="compared narrowing">
        <caption>Change in win share in percentage points, as games are played. The line is no change.</caption>
        <thead>
          <tr>
            <th scope="col">games</th>
            {last.shares.map(({ label }) => (
              <th scope="col" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.games}>
              <th scope="row" class="number">
                {counted(run.games)}
              </th>
              {run.shares.map(({ label, change: of }) => (
                <td key={label}>
                  {of && (
                    <>
                      <span class="small">{change(of, "share")}</span>
                      <svg class="narrow" viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true">
                        <line class="interval-mark" x1="100" x2="100" y1="0" y2="10" />
                        <rect class="bar-yours" x={x(of.low)} width={Math.max(x(of.high) - x(of.low), 1)} y="2" height="6" />
                        <rect class="point-yours" x={x(of.value) - 1} width="2" y="0" height="10" />
                      </svg>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
