// Allocates two gigabytes outside of the heap that V8 limits.
const { writeSync } = require("node:fs");

const kept = [];
for (let megabytes = 0; megabytes < 2_048; megabytes += 8) {
  writeSync(1, `has ${megabytes}\n`);
  kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
}
writeSync(1, "finished\n");
