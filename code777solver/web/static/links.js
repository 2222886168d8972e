// @ts-check
// A log as the letters of a link, and back. Needs no page: tests/fuzz runs it alone.

/** @param {BodyInit} content @param {CompressionStream | DecompressionStream} through */
const piped = async (content, through) =>
  new Uint8Array(
    await new Response(/** @type {any} */ (new Response(content).body)?.pipeThrough(through)).arrayBuffer(),
  );

/** The text of a log as letters that fit into an address. @param {string} text */
export async function packed(text) {
  const bytes = await piped(text, new CompressionStream("deflate-raw"));
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text in a link. A few letters can unpack to gigabytes: what has more than so many bytes is given up on the way. @param {string} letters @param {number} most */
export async function unpacked(letters, most) {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const through = /** @type {any} */ (new DecompressionStream("deflate-raw"));
  const reader = /** @type {ReadableStream<Uint8Array>} */ (new Response(bytes).body).pipeThrough(through).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("larger than a game");
    }
    text += decoder.decode(value, { stream: true });
  }
}
