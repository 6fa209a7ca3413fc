// The program's code, loaded and compiled once for all workers of the page.

import address from "../../pkg/analyze_studio_bg.wasm?url";

let loaded: Promise<WebAssembly.Module> | undefined;

/** The compiled program. If it cannot be loaded, the next call tries again. */
export function program(): Promise<WebAssembly.Module> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answers ${response.status} for ${address}`);
  // A server may not know what the file is; then it is compiled when all of it is there.
  const isNamed = response.headers.get("content-type")?.startsWith("application/wasm");
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
