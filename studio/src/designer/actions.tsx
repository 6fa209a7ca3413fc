// What is done with a whole design: undo, reset, share, and save.

import { useEffect, useState } from "preact/hooks";
import type { Finished } from "../engine/contract";
import { Download } from "../parts/download";
import { pack } from "../share";
import { type Design, type Published, untouched } from "./design";
import { DECK, deckText, RULES, rulesText } from "./files";
import type { Edited } from "./history";

interface ActionsProps {
  edited: Edited;
  published: Published;
  finished: Finished | undefined;
}

/** The address that opens a design in any browser. */
async function linkTo(design: Design): Promise<string> {
  return `${location.href.split("#")[0] ?? ""}#designer/${await pack(design)}`;
}

/** The row of buttons, and the link once it is made. */
export function Actions({ edited, published, finished }: ActionsProps) {
  const { design, change, undo, redo } = edited;
  const [link, setLink] = useState<string>();
  const [isCopied, setCopied] = useState(false);
  // A link holds one design.
  useEffect(() => setLink(undefined), [design]);
  const deck = design.deck;
  const report = finished?.files["report.html"];

  const share = async (): Promise<void> => {
    const made = await linkTo(design);
    setLink(made);
    try {
      await navigator.clipboard.writeText(made);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };

  return (
    <div class="actions">
      <div class="row">
        <button type="button" disabled={!undo} onClick={undo}>
          Undo
        </button>
        <button type="button" disabled={!redo} onClick={redo}>
          Redo
        </button>
        <button type="button" onClick={() => change(untouched(published, design.players), "reset")}>
          Reset to published
        </button>
        <button type="button" class="main" onClick={() => void share()}>
          Share link
        </button>
      </div>
      <div class="row">
        {deck && <Download name={DECK} label="deck" type="application/toml" text={() => deckText(deck, published.deckComment)} />}
        <Download name={RULES} label="rules" type="application/toml" text={() => rulesText(published.rulesText, design.rules)} />
        {report !== undefined && <Download name="report.html" label="report" type="text/html" text={() => report} />}
      </div>
      {link !== undefined && (
        <div class="notice" role="status">
          <label>
            {isCopied ? "Copied. The link holds the whole design:" : "Copy this link. It holds the whole design:"}
            <input type="text" class="wide" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          </label>
        </div>
      )}
    </div>
  );
}
