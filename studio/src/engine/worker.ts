// The worker in which the program runs. Owns the program's memory; knows nothing of pages.
//
// A message is a call; the answer has the call's number and the program's JSON as it came.

import init, { hold, play, say, sit } from "../../pkg/analyze_studio.js";
import type { Call, Reply } from "./client";

const ready = init();

/** Does one call. Files are held silently; everything else answers with JSON. */
function done(call: Call): string {
  switch (call.do) {
    case "hold":
      for (const [name, text] of Object.entries(call.files)) hold(name, text);
      return '{"ok":null}';
    case "play":
      return play(call.experiment, call.words);
    case "say":
      return say(call.words);
    case "sit":
      return sit(call.words, call.answers);
  }
}

self.onmessage = async ({ data }: MessageEvent<{ number: number; call: Call }>) => {
  const reply: Reply = { number: data.number };
  try {
    await ready;
    reply.json = done(data.call);
  } catch (error) {
    reply.broken = String(error);
  }
  self.postMessage(reply);
};
