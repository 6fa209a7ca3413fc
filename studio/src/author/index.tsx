// The tab "Author".

import type { Engine } from "../engine/contract";

export default function Author({ engine: _ }: { engine: Engine }) {
  return <h1>Author</h1>;
}
