import { parseArgs } from "node:util";
import { seedDemo } from "../seed/demo.ts";
import { requireLocal, type Whereabouts } from "../seed/local.ts";
import { findDamage, moveAside, refuseDamage } from "./damage.ts";
import { withDatabase } from "./database.ts";
import { registerCommands } from "./declared.ts";
import { consentKey, startDiscord, startServices } from "./emulator.ts";
import { Failure } from "./failure.ts";
import { readBindings } from "./local-worker.ts";
import { claim } from "./lock.ts";
import { organizationFolder } from "./paths.ts";
import { readPort } from "./ports.ts";
import {
  checkSettings,
  DEMO_DISCORD,
  discordOf,
  readLocalSecrets,
  readOwnSettings,
  type Values,
} from "./settings.ts";

export type Organization = {
  port: number;
  folder: string;
  isDemo: boolean;
  settings: Values;
  /** The address of the emulated Discord; null when the settings name another. */
  emulator: string | null;
  /** Whether to run the bot gateway, because the settings name no other. */
  runsGateway: boolean;
};

function readChoices(command: string) {
  try {
    const { values } = parseArgs({
      options: { fresh: { type: "boolean" }, "no-demo": { type: "boolean" }, remote: { type: "boolean" } },
    });
    return {
      isDemo: !values["no-demo"],
      fresh: values.fresh === true,
      isAskedRemotely: values.remote === true,
    };
  } catch {
    throw new Failure(
      `"${process.argv.slice(2).join(" ")}" is not understood: \`${command}\` takes \`-- --fresh\` and \`-- --no-demo\`.`,
    );
  }
}

/**
 * Prepares everything that the worker needs: port, data folder, Discord, settings, database, demo.
 * @throws Failure with one sentence about a problem that the user can fix
 */
export async function prepareOrganization(command: string): Promise<Organization> {
  const { isDemo, fresh, isAskedRemotely } = readChoices(command);
  const port = await readPort(8787, command);
  const own = readOwnSettings();
  const bindings = await readBindings();
  const appUrl = own["APP_URL"] ?? `http://localhost:${port}`;
  const where: Whereabouts = { appUrl, isBoundRemotely: bindings.isRemote, isAskedRemotely };
  if (isDemo) requireLocal(where);

  const folder = organizationFolder(isDemo ? "demo" : "own");
  const startCommand = `${command} -- ${isDemo ? "" : "--no-demo "}--fresh`;
  const giveBack = await claim(folder, port, async () => {
    if (fresh) moveAside(folder, own);
    else refuseDamage(await findDamage(folder, own), startCommand);
  });
  try {
    const discord = await chooseDiscord(own, folder, appUrl);
    const values: Values = {
      ...bindings.vars,
      ...readLocalSecrets(),
      APP_URL: appUrl,
      ...discord.values,
      // Push services require a contact, also of a machine without a mail service.
      ...(own["MAIL_API_URL"] ? {} : { MAIL_FROM: "Command Centre <no-reply@example.org>" }),
      ...own,
    };
    const settings = checkSettings(values);

    await Promise.all([
      withDatabase(folder, startCommand, async (database) => {
        if (isDemo) await seedDemo(database, folder, values, where, discord.emulator);
      }),
      discord.emulator ? registerCommands(settings) : null,
    ]);
    return {
      port,
      folder,
      isDemo,
      settings,
      emulator: discord.emulator,
      runsGateway: !own["BOT_GATEWAY_URL"],
    };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

async function chooseDiscord(own: Values, folder: string, appUrl: string) {
  const kind = discordOf(own);
  if (kind === "named") return { values: {}, emulator: null };
  // With a Discord on this machine nothing else is requested over the internet.
  const services = await startServices(own, folder);
  if (kind === "loopback") {
    const values: Values = { ...services, ...DEMO_DISCORD, DISCORD_PUBLIC_KEY: "0".repeat(64) };
    const base = new URL(own["DISCORD_API_URL"] ?? "").origin;
    return { values: { ...values, DISCORD_AUTHORIZE_URL: `${base}/oauth2/authorize` }, emulator: null };
  }
  const emulator = await startDiscord(folder, appUrl);
  const values: Values = {
    ...services,
    ...DEMO_DISCORD,
    DISCORD_API_URL: `${emulator}/api/v10`,
    DISCORD_AUTHORIZE_URL: `${emulator}/${consentKey}/oauth2/authorize`,
    DISCORD_PUBLIC_KEY: await readPublicKey(`${emulator}/api/v10`),
  };
  return { values, emulator };
}

/** https://discord.com/developers/docs/resources/application#get-current-application */
async function readPublicKey(api: string): Promise<string> {
  const response = await fetch(`${api}/applications/@me`, {
    headers: { Authorization: `Bot ${DEMO_DISCORD.DISCORD_BOT_TOKEN}` },
  });
  const { verify_key: key } = (await response.json()) as { verify_key?: string };
  return key ?? "";
}
