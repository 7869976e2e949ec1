// Writes eight times its quota into deleted files that it keeps open.
const { openSync, unlinkSync, writeSync } = require("node:fs");

const chunk = Buffer.alloc(8 * 1024 * 1024, 1);
for (let index = 0; index < 24; index += 1) {
  const file = openSync("gone", "w");
  unlinkSync("gone");
  writeSync(file, chunk);
}
setInterval(() => undefined, 1_000);
