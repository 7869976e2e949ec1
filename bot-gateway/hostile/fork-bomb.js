// Starts itself as often as it can, as a program, a worker and a cluster.
const { spawn, fork } = require("node:child_process");
const { Worker } = require("node:worker_threads");

const attempts = [
  () => spawn(process.execPath, [__filename], { detached: true }),
  () => fork(__filename),
  () => new Worker(__filename),
  () => process.binding("spawn_sync").spawn({ file: process.execPath, args: ["node", __filename] }),
];
let started = 0;
for (const attempt of attempts) {
  try {
    attempt();
    started += 1;
  } catch {
    // Refused, as expected.
  }
}
console.log(`started ${started}`);
setInterval(() => undefined, 1_000);
