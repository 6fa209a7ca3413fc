// How hard cards are: the changed ones as curves beside the published ones, and all of them as a table. All numbers are exact.

import { useState } from "preact/hooks";
import { NumberField } from "../parts/fields";
import { signed } from "../parts/numbers";
import type { CardFound, Difficulty } from "./findings";

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The results of all cards. */
export function CardResults({ cards }: { cards: readonly CardFound[] }) {
  const [dice, setDice] = useState(3);
  const changed = cards.filter(({ published, yours }) => !same(published, yours));
  const most = cards[0]?.yours.length || cards[0]?.published.length || 8;
  return (
    <>
      {changed.length === 0 ? <p>No card is harder or easier than published.</p> : <NumberField label="Number of dice" from={1} to={most} value={dice} onValue={(next) => setDice(Math.min(Math.max(next, 1), most))} />}
      {changed.map((card) => (
        <ChangedCard key={card.id} card={card} dice={dice} />
      ))}
      <details>
        <summary>All cards, with {dice} dice</summary>
        <AllCards cards={cards} dice={dice} />
      </details>
    </>
  );
}

const at = (of: readonly Difficulty[], dice: number): Difficulty | undefined => of.find((one) => one.dice === dice);
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

function sentence({ id, published, yours }: CardFound, dice: number): string {
  const [before, after] = [at(published, dice), at(yours, dice)];
  const rolled = dice === 1 ? "one die" : `${dice} dice`;
  if (before && after) {
    const total = `${before.total.toFixed(2)} → ${after.total.toFixed(2)} (${signed(after.total - before.total, 2)})`;
    return `${id}, with ${rolled} and the best rerolls: expected total ${total}; chance to fail ${percent(before.fails)} → ${percent(after.fails)}.`;
  }
  const only = before ?? after;
  return only ? `${id} is ${before ? "not in your deck" : "new"}: with ${rolled}, expected total ${only.total.toFixed(2)}, chance to fail ${percent(only.fails)}.` : id;
}

function ChangedCard({ card, dice }: { card: CardFound; dice: number }) {
  return (
    <figure class="changed-card">
      <figcaption>{sentence(card, dice)}</figcaption>
      <div class="curves">
        <Curves title="expected total" card={card} of={({ total }) => total} dice={dice} />
        <Curves title="chance to fail" card={card} of={({ fails }) => fails} dice={dice} most={1} />
      </div>
    </figure>
  );
}

interface CurvesProps {
  title: string;
  card: CardFound;
  of: (difficulty: Difficulty) => number;
  dice: number;
  most?: number;
}

/** A curve for each design, by the number of dice. */
function Curves({ title, card, of, dice, most }: CurvesProps) {
  const all = [...card.published, ...card.yours];
  const top = most ?? Math.ceil(Math.max(...all.map(of), 1));
  const widest = Math.max(...all.map((one) => one.dice), 2);
  const x = (count: number): number => 30 + (260 * (count - 1)) / (widest - 1);
  const y = (value: number): number => 110 - (95 * value) / top;
  const line = (points: readonly Difficulty[]): string => points.map((one) => `${x(one.dice)},${y(of(one))}`).join(" ");
  const counts = Array.from({ length: widest }, (_, place) => place + 1);
  return (
    <svg class="curve" viewBox="0 0 300 140" role="img" aria-label={`${card.id}: ${title} by the number of dice, published and yours`}>
      <text x="30" y="10">
        {title}
      </text>
      <line class="axis" x1="30" x2="290" y1="110" y2="110" />
      <line class="axis" x1="30" x2="30" y1="15" y2="110" />
      <text x="26" y="20" text-anchor="end">
        {most === 1 ? "100%" : top}
      </text>
      <text x="26" y="112" text-anchor="end">
        0
      </text>
      <line class="interval-mark" x1={x(dice)} x2={x(dice)} y1="15" y2="110" />
      {counts.map((count) => (
        <text x={x(count)} y="124" text-anchor="middle">
          {count}
        </text>
      ))}
      <text x="160" y="138" text-anchor="middle">
        dice
      </text>
      <polyline class="line-published" points={line(card.published)} />
      <polyline class="line-yours" points={line(card.yours)} />
    </svg>
  );
}

function AllCards({ cards, dice }: { cards: readonly CardFound[]; dice: number }) {
  const fails = (card: CardFound): number => (at(card.yours, dice) ?? at(card.published, dice))?.fails ?? 0;
  const hardest = [...cards].sort((a, b) => fails(b) - fails(a));
  return (
    <div class="scroll" role="region" aria-label="All cards" tabIndex={0}>
      <table>
        <caption class="unseen">Exact chance to fail and expected total of each card, hardest first</caption>
        <thead>
          <tr>
            <th scope="col">card</th>
            <th scope="col" class="number">
              chance to fail
            </th>
            <th scope="col" class="number">
              published
            </th>
            <th scope="col" class="number">
              expected total
            </th>
            <th scope="col" class="number">
              published
            </th>
          </tr>
        </thead>
        <tbody>
          {hardest.map((card) => {
            const [before, after] = [at(card.published, dice), at(card.yours, dice)];
            return (
              <tr key={card.id}>
                <th scope="row">{card.id}</th>
                <td class="number">{after ? percent(after.fails) : "not in your deck"}</td>
                <td class="number">{before ? percent(before.fails) : "new"}</td>
                <td class="number">{after?.total.toFixed(2)}</td>
                <td class="number">{before?.total.toFixed(2)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
