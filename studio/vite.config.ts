// How the studio is built: a folder of static files that works wherever it is put, and offline once it was open.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { documents } from "./documents";

/** Adds the service worker, which knows the names of all files of the build. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = Object.keys(bundle).filter((name) => !name.endsWith(".map")).sort();
        const page = bundle["index.html"];
        const build = createHash("sha256").update(files.join("\n"));
        if (page?.type === "asset") build.update(page.source);
        const source = readFileSync("src/sw.js", "utf8")
          .replace("/* global __FILES__, __BUILD__ */\n", "")
          .replace("__FILES__", () => JSON.stringify(files.map((name) => `./${name}`)))
          .replace("__BUILD__", () => JSON.stringify(build.digest("hex").slice(0, 16)));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}

export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  plugins: [documents(), offline()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    license: { fileName: "licences.txt" },
    modulePreload: { polyfill: false },
  },
});
