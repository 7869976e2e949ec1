// Starts itself as often as it may, as a program, as a worker, as a cluster.
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
    // Refused, as it should be.
  }
}
console.log(`started ${started}`);
setInterval(() => undefined, 1_000);
