// The cards of a deck: a list, and the controls of the card that is open.

import { useState } from "preact/hooks";
import { ChoiceField, NumberField, TextField } from "../parts/fields";
import { ConditionEditor } from "./condition_editor";
import { inWords } from "./conditions";
import { type Card, cardState, type Deck, type Published } from "./design";

interface DeckEditorProps {
  deck: Deck;
  published: Published;
  onDeck: (deck: Deck, control: string) => void;
}

/** A name that no card has yet. */
function freeId(cards: readonly Card[], wanted: string): string {
  const taken = new Set(cards.map(({ id }) => id));
  for (let number = 2; ; number += 1) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
}

/** The deck. */
export function DeckEditor({ deck, published, onDeck }: DeckEditorProps) {
  const { cards, removed } = deck;
  const [open, setOpen] = useState<number>();
  const put = (next: Card[], control: string): void => onDeck({ ...deck, cards: next }, control);
  const add = (card: Card): void => {
    put([...cards, card], "add");
    setOpen(cards.length);
  };
  return (
    <>
      <ul class="cards">
        {cards.map((card, at) => (
          <li>
            <CardRow card={card} state={cardState(card, published)} isOpen={open === at} onToggle={() => setOpen(open === at ? undefined : at)} />
            {open === at && (
              <CardEditor
                card={card}
                before={published.deck?.cards.find(({ id }) => id === card.id)}
                onCard={(next, control) => put(cards.map((old, place) => (place === at ? next : old)), `card ${at} ${control}`)}
                onDuplicate={() => add({ ...card, id: freeId(cards, card.id) })}
                onRemove={() => {
                  put(cards.filter((_, place) => place !== at), "remove");
                  setOpen(undefined);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" disabled={cards.length >= 100} onClick={() => add({ id: freeId(cards, "card"), condition: "sum>=9", trigger: "bomb", back: "light" })}>
          Add a card
        </button>
        <span class="soft small">
          {cards.length} cards; {cards.length - removed.light - removed.dark} are played, one in each round.
        </span>
      </div>
      <NumberField label="Light cards that are removed before the game" from={0} to={12} value={removed.light} isChanged={removed.light !== published.deck?.removed.light} onValue={(light) => onDeck({ ...deck, removed: { ...removed, light } }, "light")} />
      <NumberField label="Dark cards that are removed before the game" from={0} to={12} value={removed.dark} isChanged={removed.dark !== published.deck?.removed.dark} onValue={(dark) => onDeck({ ...deck, removed: { ...removed, dark } }, "dark")} />
    </>
  );
}

function CardRow({ card, state, isOpen, onToggle }: { card: Card; state: string; isOpen: boolean; onToggle: () => void }) {
  return (
    <button type="button" class={`card-row ${state === "published" ? "" : "changed"}`} aria-expanded={isOpen} onClick={onToggle}>
      <span class={`back back-${card.back === "dark" ? "dark" : "light"}`} aria-hidden="true" />
      <span>
        <strong>{card.id}</strong>
        {state !== "published" && <span class="badge">{state}</span>}
        <br />
        <span class="soft small">
          {card.trigger === "bomb" ? "Bomb" : "Explosion"} on {inWords(card.condition)}; {card.back} back
        </span>
      </span>
    </button>
  );
}

interface CardEditorProps {
  card: Card;
  /** The published card of this name. */
  before: Card | undefined;
  onCard: (card: Card, control: string) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

function CardEditor({ card, before, onCard, onDuplicate, onRemove }: CardEditorProps) {
  const isChanged = before !== undefined && JSON.stringify(before) !== JSON.stringify(card);
  return (
    <div class="card-editor" role="group" aria-label={`Card ${card.id}`}>
      <ConditionEditor text={card.condition} onText={(condition, control) => onCard({ ...card, condition }, control)} />
      <ChoiceField
        label="When it is checked"
        value={card.trigger}
        options={[
          ["bomb", "bomb: only on the last roll"],
          ["explosion", "explosion: on every roll"],
        ]}
        onValue={(trigger) => onCard({ ...card, trigger }, "trigger")}
      />
      <ChoiceField
        label="Back"
        value={card.back}
        options={[
          ["light", "light"],
          ["dark", "dark"],
        ]}
        onValue={(back) => onCard({ ...card, back }, "back")}
      />
      {before === undefined && <TextField label="Name of the card" value={card.id} onValue={(id) => onCard({ ...card, id }, "id")} />}
      <div class="row">
        {isChanged && (
          <button type="button" onClick={() => onCard(before, "reset")}>
            Reset this card
          </button>
        )}
        <button type="button" onClick={onDuplicate}>
          Duplicate
        </button>
        <button type="button" onClick={onRemove}>
          Remove
        </button>
      </div>
    </div>
  );
}
