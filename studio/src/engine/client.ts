// The program for the page. Owns the worker: it starts it, hands it one call at a time, and starts it again after `stop`.

import { RefusedError, type Answered, type Engine, type Finished, type Said, type Sitting } from "./contract";
import { program } from "./program";

/** What the worker is asked. */
export type Call =
  | { do: "hold"; files: Record<string, string> }
  | { do: "play"; experiment: string; words: string[] }
  | { do: "say"; words: string[] }
  | { do: "sit"; words: string[]; answers: string[] };

/** What the worker is sent: first the program, then calls. */
export type Message = { program: WebAssembly.Module } | { number: number; call: Call };

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
  let worker: Worker | undefined;
  /** Whether the worker has the program. */
  let isReady = false;

  /** A new worker, which knows the files that are held. */
  function start(): void {
    const fresh = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "analyze" });
    worker = fresh;
    fresh.onmessage = ({ data }: MessageEvent<Reply>) => answered(data);
    fresh.onerror = (event) => {
      event.preventDefault();
      if (fresh === worker) broke(event.message || "it could not be started");
    };
    const given = (compiled: WebAssembly.Module): void => {
      if (fresh !== worker) return;
      send({ program: compiled });
      if (Object.keys(held).length > 0) send({ number: -1, call: { do: "hold", files: held } });
      isReady = true;
      next();
    };
    program().then(given, (error: unknown) => {
      if (fresh === worker) broke(`it could not be loaded. ${String(error)}`);
    });
  }

  function send(message: Message): void {
    worker?.postMessage(message);
  }

  /** Ends the worker. The next call starts another. */
  function end(): void {
    worker?.terminate();
    worker = undefined;
    isReady = false;
    busy = false;
    number += 1;
  }

  /** Sends the first call that waits, unless one is under way. */
  function next(): void {
    const first = queue[0];
    if (busy || !first) return;
    if (!worker) start();
    if (!isReady) return;
    busy = true;
    number += 1;
    send({ number, call: first.call });
  }

  function answered(reply: Reply): void {
    if (reply.number !== number || !busy) return;
    busy = false;
    const first = queue.shift();
    if (reply.json === undefined) {
      end();
      first?.reject(fault(reply.broken));
    } else {
      // The program writes null for what is absent.
      const answer = JSON.parse(reply.json, (key, value: unknown) => (value === null && key !== "ok" ? undefined : value)) as Answered<unknown>;
      if ("ok" in answer) first?.resolve(answer.ok);
      else first?.reject(new RefusedError(answer.refused));
    }
    next();
  }

  /** Refuses all calls, because there is no worker that can do them. */
  function broke(why: string): void {
    refuseAll(() => fault(why));
  }

  function refuseAll(error: () => RefusedError): void {
    const refused = queue;
    queue = [];
    end();
    for (const { reject } of refused) reject(error());
  }

  function ask<T>(call: Call): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ call, resolve: resolve as (value: unknown) => void, reject });
      next();
    });
  }

  start();
  return {
    async hold(files) {
      Object.assign(held, files);
      await ask<null>({ do: "hold", files });
    },
    play: (experiment, words) => ask<Finished>({ do: "play", experiment, words }),
    say: (words) => ask<Said>({ do: "say", words }),
    sit: (words, answers) => ask<Sitting>({ do: "sit", words, answers }),
    stop() {
      refuseAll(stopped);
      start();
    },
    end() {
      refuseAll(stopped);
    },
  };
}

function stopped(): RefusedError {
  return new RefusedError({ kind: "stopped", text: "Stopped.", problems: [] });
}

function fault(why: string | undefined): RefusedError {
  return new RefusedError({ kind: "fault", text: `The program failed: ${why}`, problems: [] });
}
