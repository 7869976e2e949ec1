import { registerCommands } from "./lib/declared.ts";
import { Failure, runCommand } from "./lib/failure.ts";
import { discordOf, readLocalSecrets, readOwnSettings } from "./lib/settings.ts";

// `npm run discord:register` writes the commands that differ to the Discord application that the settings name.
await runCommand(async () => {
  const own = readOwnSettings();
  if (discordOf(own) === "emulated")
    throw new Failure(
      "The settings name no Discord application: set DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET in .dev.vars or in the environment. The emulated Discord of `npm start` has the commands already.",
    );
  const settings = { APP_URL: "http://localhost:8787", ...readLocalSecrets(), ...own };
  const { written, deleted } = await registerCommands(settings).catch((error) => {
    throw new Failure(error instanceof Error ? wordsOf(error) : String(error));
  });
  console.log(
    written + deleted === 0
      ? "Discord has all commands as they are here: nothing was written."
      : `Discord took the commands: ${written} written, ${deleted} deleted. It shows them in about a minute.`,
  );
  return 0;
});

/** The sentence of an error of the product. */
function wordsOf(error: Error): string {
  return "text" in error && typeof error.text === "function" ? String(error.text("en")) : error.message;
}
