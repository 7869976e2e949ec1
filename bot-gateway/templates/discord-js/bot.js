// This file is the bot: the command centre runs it with Node.js. Save it, then press Restart to run what you saved.
// Guide to discord.js: https://discordjs.guide
import { clientOptions, commandCentre } from "command-centre";
import { Client, Events, MessageFlags } from "discord.js";

// clientOptions() asks Discord for what the recruitment pipeline needs: the server, its members, who is in voice
// and who is online. To hear of more, name further intents, here the messages people write:
//
//   clientOptions({ intents: [GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent] })
//
// (import GatewayIntentBits from "discord.js" as well). Presences, server members and message content must also be
// switched on in Discord's Developer Portal, under Bot > Privileged Gateway Intents.
const client = new Client(clientOptions());

// Presence, voice, joining and leaving now reach the command centre by themselves; nothing else is needed for it.
commandCentre.attach(client);

// The slash commands. Add one here, and what it does under "answers" below.
const commands = [
  {
    name: "ping",
    description: "Shows that the bot is awake",
    descriptionLocalizations: { da: "Viser at botten er vågen" },
  },
];

// What the bot does when somebody uses a command. It has three seconds to reply; if something takes longer, call
// `await interaction.deferReply()` first and `await interaction.editReply("…")` when it is done.
const answers = {
  async ping(interaction) {
    const content = `Pong! I have been awake since <t:${Math.floor(client.readyTimestamp / 1000)}:R>.`;
    await interaction.reply({ content, flags: MessageFlags.Ephemeral });
  },
};

// Discord has let the bot in. What console.log prints appears on the Logs tab; console.error appears there in red.
client.once(Events.ClientReady, async () => {
  console.log(`Signed in as ${client.user.username}.`);
  await commandCentre.registerCommands(client, commands);
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) await answers[interaction.commandName]?.(interaction);
});

// Signs in with the token from the Settings tab. Stop logs the bot out again; nothing has to be written for that.
await commandCentre.login(client);
