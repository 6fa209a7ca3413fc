// The tab "Designer".

import type { Engine } from "../engine/contract";

export default function Designer({ engine: _ }: { engine: Engine }) {
  return <h1>Designer</h1>;
}
