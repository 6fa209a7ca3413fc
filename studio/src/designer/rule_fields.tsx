// The controls of a game's rules.

import { ChoiceField, Group, NumberField, TextField } from "../parts/fields";
import { type Design, isRuleChanged, type Published, type RuleValue } from "./design";
import { type Control, GAMES, type RuleControl } from "./games";

interface RuleFieldsProps {
  design: Design;
  published: Published;
  onDesign: (design: Design, control: string) => void;
}

/** All rules of the game. */
export function RuleFields({ design, published, onDesign }: RuleFieldsProps) {
  return (
    <>
      {GAMES[design.game].rules.map((rule) => (
        <RuleField
          key={rule.key}
          rule={rule}
          value={design.rules[rule.key] ?? published.rules[rule.key] ?? 0}
          players={design.players}
          isChanged={isRuleChanged(design, published, rule.key)}
          onValue={(value, part = "") => onDesign({ ...design, rules: { ...design.rules, [rule.key]: value } }, rule.key + part)}
        />
      ))}
    </>
  );
}

interface RuleFieldProps {
  rule: RuleControl;
  value: RuleValue;
  players: number;
  isChanged: boolean;
  onValue: (value: RuleValue, part?: string) => void;
}

function RuleField({ rule, value, players, isChanged, onValue }: RuleFieldProps) {
  const { label, about, control } = rule;
  const said = { label, about, isChanged };
  switch (control.kind) {
    case "number":
      return <NumberField {...said} {...control} value={Number(value)} onValue={onValue} />;
    case "choice":
      return <ChoiceField {...said} options={control.options} value={String(value)} onValue={onValue} />;
    case "by-players":
      return <ByPlayers {...said} control={control} value={value} players={players} onValue={onValue} />;
    case "numbers":
      return <Numbers {...said} control={control} value={Array.isArray(value) ? value.map(Number) : [Number(value)]} onValue={onValue} />;
    case "faces":
      return <Faces {...said} value={Array.isArray(value) ? value.map(String) : [String(value)]} onValue={onValue} />;
  }
}

interface Part<K extends Control["kind"], V> {
  label: string;
  about: string | undefined;
  isChanged: boolean;
  control: Extract<Control, { kind: K }>;
  value: V;
  onValue: (value: RuleValue, part?: string) => void;
}

/** The number for this many players; the numbers for others stay. */
function ByPlayers({ control, value, players, onValue, ...said }: Part<"by-players", RuleValue> & { players: number }) {
  const list = Array.isArray(value) ? value.map(Number) : [];
  const none = control.none;
  const number = (
    <NumberField
      {...said}
      label={`${said.label}, with ${players} players`}
      about={none === undefined ? said.about : undefined}
      {...control}
      value={list[players - 2] ?? 0}
      onValue={(next) => onValue(list.map((old, at) => (at === players - 2 ? next : old)))}
    />
  );
  if (none === undefined) return number;
  const isNone = list.length === 0;
  return (
    <>
      <ChoiceField
        {...said}
        value={isNone ? none : "limited"}
        options={[
          [none, "no limit"],
          ["limited", "a limit"],
        ]}
        onValue={(next) => onValue(next === none ? none : [24, 36, 36], " limit")}
      />
      {!isNone && number}
    </>
  );
}

function Numbers({ control, value, onValue, isChanged, label }: Part<"numbers", number[]>) {
  return (
    <Group label={label} isChanged={isChanged}>
      {value.map((one, at) => (
        <NumberField
          label={control.item(at, value.length)}
          from={control.from}
          to={control.to}
          value={one}
          onValue={(next) => onValue(value.map((old, place) => (place === at ? next : old)), String(at))}
        />
      ))}
      <div class="row">
        <button type="button" disabled={value.length >= control.most} onClick={() => onValue([value[0] ?? control.from, ...value], " more")}>
          Add an earlier round
        </button>
        <button type="button" disabled={value.length === 0} onClick={() => onValue(value.slice(1), " fewer")}>
          Remove the earliest
        </button>
      </div>
    </Group>
  );
}

function Faces({ label, isChanged, value, onValue }: Omit<Part<"faces", string[]>, "control">) {
  return (
    <details class={isChanged ? "changed" : ""}>
      <summary>
        {label}: {value.join(" · ")}
      </summary>
      <div class="six">
        {value.map((face, at) => (
          <TextField label={`face ${at + 1}`} value={face} onValue={(next) => onValue(value.map((old, place) => (place === at ? next : old)), String(at))} />
        ))}
      </div>
      <p class="soft small">
        A face is a number, or one of: helmet with a number, extra, shield, great shield, x2, double x2, x3, exchange, reroll, cancel, cancel 2, 1 VP, +2 per
        die.
      </p>
    </details>
  );
}
