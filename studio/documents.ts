// How documents get into the studio.
//
// Owns the plugin that turns a file of Markdown, imported as a module, into HTML while the studio is built.

import { readFileSync } from "node:fs";
import { Marked } from "marked";
import type { Plugin } from "vite";

/** The title of a document is left out, because the studio has its own. Other documents are not part of the studio. */
const words = new Marked({
  renderer: {
    heading({ depth, tokens }) {
      const text = this.parser.parseInline(tokens);
      return depth === 1 ? "" : `<h${depth}>${text}</h${depth}>\n`;
    },
    link({ tokens }) {
      return this.parser.parseInline(tokens);
    },
  },
});

export function documents(): Plugin {
  return {
    name: "documents",
    enforce: "pre",
    load(id) {
      if (!id.endsWith(".md")) return undefined;
      this.addWatchFile(id);
      const html = words.parse(readFileSync(id, "utf8"), { async: false });
      return { code: `export default ${JSON.stringify(html)};`, moduleType: "js" };
    },
  };
}
