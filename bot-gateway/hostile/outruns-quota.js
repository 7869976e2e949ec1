// Writes eight times what it may as fast as it can, in files that are each within the limit of one file, and keeps it.
const { closeSync, openSync, writeSync } = require("node:fs");

const chunk = Buffer.alloc(8 * 1024 * 1024, 1);
for (let index = 0; index < 24; index += 1) {
  const file = openSync(`part-${index}`, "w");
  writeSync(file, chunk);
  closeSync(file);
}
setInterval(() => undefined, 1_000);
