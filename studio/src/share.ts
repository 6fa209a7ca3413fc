// Links that hold what a person made: JSON, compressed, in the part of the address behind #. Nothing of it reaches a server.
//
// Owns the text of such links. What the JSON means, and whether it is sound, is for the tab that reads it.

/** The version of the form, at the beginning of the text. */
const VERSION = "1";

/** The longest text that a link may unfold to, in bytes. */
const MOST = 1_000_000;

/** Why a link cannot be read, said to the person who opened it. */
export class LinkError extends Error {}

/** The text of a link for a value. */
export async function pack(value: unknown): Promise<string> {
  const plain = new Blob([JSON.stringify(value)]).stream();
  const packed = await new Response(plain.pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  return `${VERSION}.${toBase64Url(new Uint8Array(packed))}`;
}

/**
 * The value of a link's text, of which nothing is known but that it is JSON.
 *
 * @throws {LinkError} if the text is of another version, damaged, or too long.
 */
export async function unpack(text: string): Promise<unknown> {
  const [version, data] = text.split(".", 2);
  if (version !== VERSION || data === undefined) {
    throw new LinkError(
      /^\d+$/.test(version ?? "")
        ? `This link is of version ${version}; this page reads version ${VERSION}. Ask for a new link, or use the newest studio.`
        : "This link is damaged: its beginning is missing. Copy the whole link again.",
    );
  }
  const damaged = new LinkError("This link is damaged: a part of it is missing or changed. Copy the whole link again.");
  try {
    return JSON.parse(await unfolded(fromBase64Url(data))) as unknown;
  } catch (error) {
    throw error instanceof LinkError ? error : damaged;
  }
}

/** The text that was compressed. */
async function unfolded(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    read += value.length;
    if (read > MOST) throw new LinkError(`This link holds more than ${MOST.toLocaleString("en")} bytes, which no design needs.`);
    text += decoder.decode(value, { stream: true });
  }
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
