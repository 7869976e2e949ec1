// Allocates memory in every way other than V8's heap: some more for each line it receives, or all at once in as many
// threads as it gets.
const { createInterface } = require("node:readline");
const { Worker } = require("node:worker_threads");

const SIZE = 8 << 20;
const kept = [];
const take = [
  () => Buffer.alloc(SIZE, 1),
  () => new Uint8Array(new SharedArrayBuffer(SIZE)).fill(1),
  () => new Uint8Array(new WebAssembly.Memory({ initial: SIZE >> 16 }).buffer).fill(1),
];

function takeAll() {
  try {
    for (let index = 0; index < 4; index += 1) new Worker(__filename);
  } catch {
    // Refused, as expected.
  }
  for (const way of take) {
    try {
      for (let round = 0; round < 12; round += 1) kept.push(way());
    } catch {
      // This way is exhausted; the others may not be.
    }
  }
  console.log("full");
  setInterval(() => undefined, 1_000);
}

if (process.env.AT_ONCE) process.stdout.write("takes all\n", takeAll);
else
  createInterface({ input: process.stdin }).on("line", (line) => {
    kept.push(take[kept.length % take.length]());
    console.log(`holds ${line} ${SIZE}`);
  });
