// Reads and prints every open file that it inherited.
const { readSync } = require("node:fs");

const buffer = Buffer.alloc(4096);
for (let descriptor = 0; descriptor < 1024; descriptor += 1) {
  try {
    const length = readSync(descriptor, buffer, 0, buffer.length, 0);
    console.log(`file ${descriptor}: ${buffer.toString("utf8", 0, length)}`);
  } catch {
    // Not open, or not readable.
  }
}
console.log("finished");
setInterval(() => undefined, 1_000);
