// Takes memory in every way that is not V8's heap, again and again, in as many threads as it gets.
const { Worker } = require("node:worker_threads");

try {
  for (let index = 0; index < 4; index += 1) new Worker(__filename);
} catch {
  // Refused, as it should be.
}
const kept = [];
const take = [
  () => Buffer.alloc(4 << 20, 1),
  () => new Uint8Array(new SharedArrayBuffer(4 << 20)).fill(1),
  () => new Uint8Array(new WebAssembly.Memory({ initial: 64 }).buffer).fill(1),
];
for (let round = 0; round < 1_000; round += 1) {
  try {
    kept.push(take[round % take.length]());
  } catch {
    // One of them is full; the others may not be.
  }
}
console.log("full");
setInterval(() => undefined, 1_000);
