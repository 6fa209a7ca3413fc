// How the studio is built: a folder of static files that works wherever it is put.

import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    license: { fileName: "licences.txt" },
    modulePreload: { polyfill: false },
  },
});
