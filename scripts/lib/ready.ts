import { DEMO_PASSWORD, DEMO_PEOPLE } from "../seed/people.ts";
import type { Organization } from "./organization.ts";
import { shown } from "./paths.ts";
import { isLoopback } from "./settings.ts";

/** Tells the person at the terminal where the product is and how to get in. */
export function printReady({ port, folder, isDemo, emulator, settings }: Organization): void {
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
    );
  }
  lines.push("");
  if (emulator)
    lines.push(
      `  Discord is emulated at ${emulator}; "Continue with Discord" lets you pick one of its people.`,
    );
  const rsi = settings["RSI_URL"];
  if (isLoopback(rsi)) lines.push(`  RSI is emulated at ${rsi}; there you edit a citizen's Short Bio.`);
  lines.push(`  Data is kept in ${shown(folder)}. Ctrl-C ends everything.`);
  console.log(lines.join("\n"));
}
