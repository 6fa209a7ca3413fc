// Whether the studio works without a network, said in a line.
//
// Owns the start of the service worker that keeps the files. A browser without service workers needs the network again when it
// opens a tab for the first time.

import { useEffect, useState } from "preact/hooks";

export function Offline() {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker
      .register("./sw.js")
      .then(() => navigator.serviceWorker.ready)
      .then(() => setKept(true))
      .catch(() => setKept(false));
  }, []);
  return <span role="status">{isKept ? "Everything runs on your own computer, also offline." : "Everything runs on your own computer."}</span>;
}
