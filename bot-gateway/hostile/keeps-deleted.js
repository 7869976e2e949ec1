// Writes eight times what it may into files that no folder names any more, and keeps them open.
const { openSync, unlinkSync, writeSync } = require("node:fs");

const chunk = Buffer.alloc(8 * 1024 * 1024, 1);
for (let index = 0; index < 24; index += 1) {
  const file = openSync("gone", "w");
  unlinkSync("gone");
  writeSync(file, chunk);
}
setInterval(() => undefined, 1_000);
