// The tab "Strategist".

import type { Engine } from "../engine/contract";

export default function Strategist({ engine: _ }: { engine: Engine }) {
  return <h1>Strategist</h1>;
}
