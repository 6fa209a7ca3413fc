// The program for the page. Owns the worker: it starts it, hands it one call at a time, and starts it again after `stop`.

import { RefusedError, type Answered, type Engine, type Finished, type Said, type Sitting } from "./contract";

/** What the worker is asked. */
export type Call =
  | { do: "hold"; files: Record<string, string> }
  | { do: "play"; experiment: string; words: string[] }
  | { do: "say"; words: string[] }
  | { do: "sit"; words: string[]; answers: string[] };

/** What the worker answers: JSON of `Answered`, or why it is broken and must be started again. */
export interface Reply {
  number: number;
  json?: string;
  broken?: string;
}

interface Waiting {
  call: Call;
  resolve: (value: unknown) => void;
  reject: (error: RefusedError) => void;
}

/** The engine of this page, with a worker of its own. */
export function startEngine(): Engine {
  const held: Record<string, string> = {};
  let queue: Waiting[] = [];
  let number = 0;
  let busy = false;
  let worker = started();

  function started(): Worker {
    const fresh = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "analyze" });
    fresh.onmessage = ({ data }: MessageEvent<Reply>) => answered(data);
    fresh.onerror = (event) => {
      event.preventDefault();
      answered({ number, broken: event.message || "the program could not be loaded" });
    };
    return fresh;
  }

  /** Sends the first call that waits, unless one is under way. */
  function next(): void {
    const first = queue[0];
    if (busy || !first) return;
    busy = true;
    number += 1;
    worker.postMessage({ number, call: first.call });
  }

  function answered(reply: Reply): void {
    if (reply.number !== number || !busy) return;
    busy = false;
    const first = queue.shift();
    if (reply.json === undefined) {
      restart();
      first?.reject(new RefusedError({ kind: "fault", text: `The program failed: ${reply.broken}`, problems: [] }));
    } else {
      // The program writes null for what is absent.
      const answer = JSON.parse(reply.json, (key, value: unknown) => (value === null && key !== "ok" ? undefined : value)) as Answered<unknown>;
      if ("ok" in answer) first?.resolve(answer.ok);
      else first?.reject(new RefusedError(answer.refused));
    }
    next();
  }

  /** A new worker, which knows the same files. */
  function restart(): void {
    worker.terminate();
    busy = false;
    number += 1;
    worker = started();
    if (Object.keys(held).length > 0) worker.postMessage({ number: -1, call: { do: "hold", files: held } });
  }

  function ask<T>(call: Call): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ call, resolve: resolve as (value: unknown) => void, reject });
      next();
    });
  }

  return {
    async hold(files) {
      Object.assign(held, files);
      await ask<null>({ do: "hold", files });
    },
    play: (experiment, words) => ask<Finished>({ do: "play", experiment, words }),
    say: (words) => ask<Said>({ do: "say", words }),
    sit: (words, answers) => ask<Sitting>({ do: "sit", words, answers }),
    stop() {
      const refused = queue;
      queue = [];
      restart();
      for (const { reject } of refused) reject(new RefusedError({ kind: "stopped", text: "Stopped.", problems: [] }));
    },
  };
}
