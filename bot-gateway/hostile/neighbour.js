// A harmless bot: it answers each line that it is sent.
const { createServer } = require("node:net");
const { createInterface } = require("node:readline");

createInterface({ input: process.stdin }).on("line", (line) => console.log(`pong ${line}`));
// Others may try to reach this, too.
const server = createServer((socket) => socket.on("error", () => undefined).end("here"));
server.listen(0, "127.0.0.1", () => console.log(`listens on ${server.address().port}\nready`));
