// Writes two gigabytes as fast as it can, in files that are each within the limit of one file.
const { closeSync, openSync, writeSync } = require("node:fs");

const chunk = Buffer.alloc(8 * 1024 * 1024, 1);
for (let index = 0; index < 256; index += 1) {
  const file = openSync(`part-${index}`, "w");
  writeSync(file, chunk);
  closeSync(file);
}
console.log("wrote all of it");
