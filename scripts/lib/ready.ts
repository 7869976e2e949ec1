import { ISOLATION_LEVELS } from "../../bot-gateway/protocol.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "../seed/people.ts";
import { consentKey } from "./emulator.ts";
import type { Isolation } from "./gateway-output.ts";
import type { Organization } from "./organization.ts";
import { shown } from "./paths.ts";
import { DEMO_DISCORD, isLoopback } from "./settings.ts";

const LEVELS: Record<Isolation["level"], string> = {
  process: "a process of its own for each bot, all as one user",
  own_uid: "a user of its own for each bot",
  bubblewrap: "a sandbox for each bot",
  virtual_machine: "a machine for each bot",
};

/** Describes how well bots are isolated, with a warning when more is possible. */
function isolationLines({ level, advice, refused }: Isolation): string[] {
  const step = `${ISOLATION_LEVELS.indexOf(level) + 1} of ${ISOLATION_LEVELS.length}`;
  const lines = [`  ${advice ? "WARNING: bots" : "Bots"} are kept apart at level ${step}, ${LEVELS[level]}.`];
  if (refused) {
    lines.push(
      `  Bots in ${refused} are NOT STARTED: nothing would keep them from this data. BOT_ALLOW_UNCONFINED allows them by name.`,
    );
  }
  if (advice) lines.push(`  For a higher level: ${advice}`);
  return lines;
}

/** Prints the address and the demo accounts. */
export function printReady(
  { port, folder, isDemo, emulator, settings }: Organization,
  isolation: Isolation | null,
): void {
  const lines = [`Command Centre is ready at http://localhost:${port}`, ""];
  if (isDemo) {
    lines.push(`  Demo sign-ins, each with the password ${DEMO_PASSWORD}:`);
    for (const { username, displayName, title } of DEMO_PEOPLE) {
      lines.push(`    ${username.padEnd(13)}${displayName.padEnd(17)}${title}`);
    }
  } else {
    lines.push(
      "  The organization is empty. Make its first administrator in another terminal:",
      "    npm run admin:create",
      "  The dashboard then leads through setting it up.",
    );
    if (emulator)
      lines.push("  Its CRM bot's token, for the emulated Discord:", `    ${DEMO_DISCORD.DISCORD_BOT_TOKEN}`);
  }
  lines.push("");
  if (emulator)
    lines.push(
      `  Discord is emulated at ${emulator}; "Continue with Discord" lets you pick one of its people.`,
      `  Commands are tried in its chat: ${emulator}/${consentKey}/chat`,
    );
  const rsi = settings["RSI_URL"];
  if (isLoopback(rsi)) lines.push(`  RSI is emulated at ${rsi}; there you edit a citizen's Short Bio.`);
  if (isolation) lines.push("", ...isolationLines(isolation), "");
  lines.push(`  Data is kept in ${shown(folder)}. Ctrl-C ends everything.`);
  console.log(lines.join("\n"));
}
