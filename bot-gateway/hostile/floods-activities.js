// Reports activities of invented people as fast as it can.
const { writeSync } = require("node:fs");

const TIMES = Number(process.env.TIMES ?? 500);
let person = 0;

/** Writes a whole text to the gateway, waiting while the pipe is full. */
function report(text) {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(3, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

const user = { id: "1100000000000000001", username: "flood" };
report(`${JSON.stringify({ type: "ready", user })}\n`);
for (let times = 0; times < TIMES; times += 1) {
  const items = Array.from({ length: 200 }, () => ({
    guildId: process.env.DISCORD_GUILD_ID,
    discordId: String(10n ** 17n + BigInt(person++ % 500)),
    username: "nobody",
    type: "voice_move",
    details: null,
    timestamp: new Date().toISOString(),
  }));
  report(`${JSON.stringify({ type: "activity", items })}\n`);
}
console.log("finished");
