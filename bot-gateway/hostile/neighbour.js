// A harmless bot: it answers each line it is sent.
const { createInterface } = require("node:readline");

createInterface({ input: process.stdin }).on("line", (line) => console.log(`pong ${line}`));
console.log("ready");
