// The page: its head, the three tabs, and which of them the address names. A tab is loaded when it is first opened, and stays
// as it is while another one is shown. Each tab has an engine of its own, so that none stops the games of another.

import { render, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { startEngine } from "./engine/client";
import type { Engine } from "./engine/contract";
import { Failed } from "./parts/failed";
import { Offline } from "./parts/offline";
import { Theme } from "./parts/theme";

type Tab = ComponentType<{ engine: Engine }>;

const TABS = {
  designer: { name: "Designer", load: () => import("./designer/index") },
  strategist: { name: "Strategist", load: () => import("./strategist/index") },
  author: { name: "Author", load: () => import("./author/index") },
} satisfies Record<string, { name: string; load: () => Promise<{ default: Tab }> }>;

type TabId = keyof typeof TABS;

const IDS = Object.keys(TABS) as TabId[];
const engines = new Map<TabId, Engine>();

/** The engine of a tab, started when it is first needed. */
function engineOf(tab: TabId): Engine {
  const engine = engines.get(tab) ?? startEngine();
  engines.set(tab, engine);
  return engine;
}

/** The tab that the address names: the word behind #, up to the first slash. */
function named(): TabId {
  const word = location.hash.slice(1).split("/")[0];
  return IDS.find((id) => id === word) ?? "designer";
}

function Studio() {
  const [shown, show] = useState<TabId>(named);
  const [loaded, load] = useState<Partial<Record<TabId, Tab>>>({});
  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    const follow = () => show(named());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);

  useEffect(() => {
    if (loaded[shown]) return;
    TABS[shown].load().then(
      (module) => load((all) => ({ ...all, [shown]: module.default })),
      () => setFailed(true),
    );
  }, [shown, loaded]);

  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <header class="top">
        <span class="brand">Dice studio</span>
        <nav aria-label="Parts of the studio">
          {IDS.map((id) => (
            <a key={id} href={`#${id}`} aria-current={id === shown ? "page" : undefined}>
              {TABS[id].name}
            </a>
          ))}
        </nav>
        <Theme />
      </header>
      <main id="main" tabIndex={-1}>
        {IDS.map((id) => {
          const Body = loaded[id];
          return (
            <div key={id} hidden={id !== shown}>
              {Body ? <Body engine={engineOf(id)} /> : isFailed ? <Failed what="This part" /> : <p role="status">Loading …</p>}
            </div>
          );
        })}
      </main>
      <footer class="foot soft small">
        <Offline />
        <a href="./licences.txt">Licences</a>
      </footer>
    </>
  );
}

/** Moves the focus to the content without a change of the address. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

const root = document.getElementById("studio");
if (root) render(<Studio />, root);
