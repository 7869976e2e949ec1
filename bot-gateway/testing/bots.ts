/** Source that defines `report({...})`, which writes like a bot's module. */
export const REPORT = `import { writeSync } from "node:fs";
const report = (message) => writeSync(3, JSON.stringify(message) + "\\n");
`;

export const READY = `${REPORT}
report({ type: "identify" });
report({ type: "ready", user: { id: "1100000000000000001", username: "Test" } });
process.on("SIGTERM", () => process.exit(0));
setInterval(() => {}, 1000);
`;

/** Source of a discord.js client that speaks the gateway's protocol, like a bot's module. */
export const DISCORD_BOT = `${REPORT}
import { createInterface } from "node:readline";
import { Client, Events, GatewayIntentBits } from ${JSON.stringify(import.meta.resolve("discord.js"))};
const api = process.env.DISCORD_API_URL.replace(/\\/v10$/, "");
const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates, GatewayIntentBits.GuildMembers];
const client = new Client({ intents, rest: { api } });
const leave = async () => { await client.destroy(); process.exit(0); };
process.on("SIGTERM", leave);
client.on(Events.ClientReady, ({ user }) => report({ type: "ready", user: { id: user.id, username: user.username } }));
client.on(Events.ShardDisconnect, ({ code }) => {
  if (code === 4004) report({ type: "fatal", reason: "token_refused", code, detail: "Discord refused the token." });
});
client.on(Events.VoiceStateUpdate, (before, after) => report({ type: "activity", items: [{
  guildId: after.guild.id, discordId: after.id, username: after.member?.user.username ?? "", type: "voice_join",
  details: after.channel?.name ?? null, timestamp: new Date().toISOString(),
}] }));
createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "command") report({ type: "command_done", id: message.id });
});
report({ type: "identify" });
client.login(process.env.DISCORD_TOKEN).catch((error) => {
  report({ type: "fatal", reason: "token_refused", code: null, detail: error.message });
  process.exit(1);
});
`;
