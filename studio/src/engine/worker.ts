// The worker in which the program runs. Owns the program's memory; knows nothing of pages.
//
// The first message is the compiled program. Every other is a call; the answer has the call's number and the program's JSON as
// it came.

import { hold, initSync, play, say, sit } from "../../pkg/analyze_studio.js";
import type { Call, Message, Reply } from "./client";

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

self.onmessage = ({ data }: MessageEvent<Message>) => {
  if ("program" in data) {
    initSync({ module: data.program });
    return;
  }
  const reply: Reply = { number: data.number };
  try {
    reply.json = done(data.call);
  } catch (error) {
    reply.broken = String(error);
  }
  self.postMessage(reply);
};
