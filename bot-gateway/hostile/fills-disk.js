// Writes one file as large as it can, then more files than it may have, and keeps them.
const { mkdirSync, openSync, writeSync, closeSync, writeFileSync } = require("node:fs");

process.on("SIGXFSZ", () => undefined);
const chunk = Buffer.alloc(1024 * 1024);
let size = 0;
try {
  const file = openSync("large", "w");
  for (; size < 256; size += 1) writeSync(file, chunk);
  closeSync(file);
} catch (error) {
  console.log(`one file: ${size} MB, ${error.code}`);
}
for (let index = 0; index < 4_000; index += 1) {
  if (index % 200 === 0) mkdirSync(`many/${index}`, { recursive: true });
  writeFileSync(`many/${index - (index % 200)}/${index}`, "x");
}
setInterval(() => undefined, 1_000);
