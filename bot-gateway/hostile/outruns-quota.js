// Writes eight times its quota as fast as it can, into files that are each within the limit of one file, and keeps
// them.
const { closeSync, openSync, writeSync } = require("node:fs");

const chunk = Buffer.alloc(8 * 1024 * 1024, 1);
for (let index = 0; index < 24; index += 1) {
  const file = openSync(`outruns-${process.env.BOT_ID}-${index}`, "w");
  writeSync(file, chunk);
  closeSync(file);
}
setInterval(() => undefined, 1_000);
