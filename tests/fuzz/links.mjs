// The page's links outside of a browser: a line with letters in JSON in, a line with their text, or null if refused, out.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const source = readFileSync(process.argv[2], "utf8");
const { packed, unpacked } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { letters, most, text } = JSON.parse(line);
  const told = text === undefined ? await unpacked(letters, most).catch(() => null) : await packed(text);
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
