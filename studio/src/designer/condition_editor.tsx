// The controls of a card's condition: its parts, or its text.

import { ChoiceField, NumberField, TextField } from "../parts/fields";
import { type Condition, KINDS, type Part, type PartKind, readCondition, usual, writeCondition } from "./conditions";

const KIND_OPTIONS = (Object.keys(KINDS) as PartKind[]).map((kind) => [kind, KINDS[kind].label] as const);

interface ConditionEditorProps {
  text: string;
  onText: (text: string, control: string) => void;
}

/** What makes a roll on the card invalid. */
export function ConditionEditor({ text, onText }: ConditionEditorProps) {
  const condition = readCondition(text);
  if ("text" in condition) return <TextField label="Condition in the program's words" value={text} onValue={(next) => onText(next, "text")} />;
  const { join, parts } = condition;
  const write = (next: Condition, control: string): void => onText(writeCondition(next), control);
  return (
    <>
      {parts.length > 1 && (
        <ChoiceField
          label="It goes off if"
          value={join}
          options={[
            ["either", "one of these shows"],
            ["all", "all of these show together"],
          ]}
          onValue={(next) => write({ join: next === "all" ? "all" : "either", parts }, "join")}
        />
      )}
      {parts.map((part, at) => (
        <PartEditor
          part={part}
          label={parts.length > 1 ? `Part ${at + 1}` : "It goes off on"}
          onPart={(next) => write({ join, parts: parts.map((old, place) => (place === at ? next : old)) }, `part ${at}`)}
          onRemove={parts.length > 1 ? () => write({ join, parts: parts.filter((_, place) => place !== at) }, "remove") : undefined}
        />
      ))}
      <button type="button" class="quiet" disabled={parts.length >= 5} onClick={() => write({ join, parts: [...parts, usual("sum")] }, "add")}>
        Add a part, such as a total
      </button>
    </>
  );
}

interface PartEditorProps {
  part: Part;
  label: string;
  onPart: (part: Part) => void;
  onRemove: (() => void) | undefined;
}

function PartEditor({ part, label, onPart, onRemove }: PartEditorProps) {
  const { from, to, unit } = KINDS[part.kind];
  return (
    <div class="part">
      <ChoiceField label={label} value={part.kind} options={KIND_OPTIONS} onValue={(kind) => onPart(usual(kind as PartKind))} />
      {(part.kind === "faces" || part.kind === "face") && <Faces part={part} onPart={onPart} />}
      {from < to && (
        <NumberField label={`${label}: ${unit === undefined ? "total" : "number"}`} from={from} to={to} value={part.number} onValue={(number) => onPart({ ...part, number })} />
      )}
      {onRemove && (
        <button type="button" class="quiet" onClick={onRemove}>
          Remove {label.toLowerCase()}
        </button>
      )}
    </div>
  );
}

/** The values that a part is about: one, or any number of them. */
function Faces({ part, onPart }: { part: Part; onPart: (part: Part) => void }) {
  const isMany = part.kind === "faces";
  const toggled = (face: number): number[] => {
    if (!isMany) return [face];
    const faces = part.faces.includes(face) ? part.faces.filter((old) => old !== face) : [...part.faces, face].sort();
    return faces.length === 0 ? part.faces : faces;
  };
  return (
    <div class="row" role="group" aria-label={isMany ? "Values" : "Value"}>
      {[1, 2, 3, 4, 5].map((face) => (
        <button type="button" class="face" aria-pressed={part.faces.includes(face)} onClick={() => onPart({ ...part, faces: toggled(face) })}>
          {face}
        </button>
      ))}
    </div>
  );
}
