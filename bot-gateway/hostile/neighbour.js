// A harmless bot that answers each line it receives.
const { createServer } = require("node:net");
const { createInterface } = require("node:readline");

createInterface({ input: process.stdin }).on("line", (line) => console.log(`pong ${line}`));
// Another service that hostile bots may try to reach.
const server = createServer((socket) => socket.on("error", () => undefined).end("here"));
server.listen(0, "127.0.0.1", () => console.log(`listens on ${server.address().port}\nready`));
