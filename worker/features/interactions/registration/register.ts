import * as z from "zod/mini";
import type { Command } from "../../../lib/commands/command.ts";
import type { MemberContext } from "../../../lib/context.ts";
import type { Env } from "../../../lib/env.ts";
import type { Feature } from "../../../lib/feature.ts";
import { write } from "../../../lib/guard.ts";
import { OutgoingError, type OutgoingRequest } from "../../../lib/outgoing/outgoing.ts";
import { snowflake } from "../../../lib/wire.schema.ts";
import { callDiscord } from "../../discord/index.ts";
import { commandsOf } from "../commands.ts";
import { interactionAudit, interactionErrors } from "../interactions.texts.ts";
import { type Definition, differences, toDefinition } from "./definitions.ts";
import type { CommandReport } from "./registration.schema.ts";

const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1), z.maxLength(2_000)) });
const stored = z.looseObject({
  id: snowflake,
  name: z.string().check(z.maxLength(32)),
  type: z._default(z.number(), 1),
});
type Stored = z.infer<typeof stored>;
const all = z.array(stored).check(z.maxLength(130));

type Call<Schema extends z.ZodMiniType> = Omit<OutgoingRequest<Schema>, "url" | "headers">;

/** @throws AppError commands_refused */
async function ask<Schema extends z.ZodMiniType>(
  env: Env,
  path: string,
  token: string,
  request: Call<Schema>,
) {
  const answer = await callDiscord(env, path, token, request).catch((error) => {
    if (error instanceof OutgoingError) throw interactionErrors.commands_refused({ reason: error.message });
    throw error;
  });
  if (!answer.ok) throw interactionErrors.commands_refused({ reason: `status ${answer.status}` });
  return answer.body;
}

/** https://discord.com/developers/docs/topics/oauth2#client-credentials-grant */
async function authorize(env: Env): Promise<string> {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    scope: "applications.commands.update",
  });
  const client = `Basic ${btoa(`${env.DISCORD_CLIENT_ID}:${env.DISCORD_CLIENT_SECRET}`)}`;
  const { access_token } = await ask(env, "/oauth2/token", client, {
    method: "POST",
    body,
    schema: tokenAnswer,
  });
  return `Bearer ${access_token}`;
}

const pathOf = (env: Env) => `/applications/${env.DISCORD_CLIENT_ID}/commands`;

/** A command of the product and Discord's command of its name; one of them may be missing. */
type Compared = {
  command: Command | null;
  wanted: Definition | null;
  found: Stored | null;
  changes: string[];
};

async function compare(env: Env, token: string, commands: readonly Command[]): Promise<Compared[]> {
  const found = await ask(env, `${pathOf(env)}?with_localizations=true`, token, { schema: all });
  const isSame = (one: Definition) => (other: Stored) => one.name === other.name && one.type === other.type;
  const ours = commands.map((command): Compared => {
    const wanted = toDefinition(command);
    const there = found.find(isSame(wanted)) ?? null;
    return { command, wanted, found: there, changes: there ? differences(wanted, there) : [] };
  });
  const foreign = found.filter((each) => !ours.some(({ wanted }) => wanted && isSame(wanted)(each)));
  return [...ours, ...foreign.map((each) => ({ command: null, wanted: null, found: each, changes: [] }))];
}

/** Whether a command has to be written. */
const isOff = ({ found, changes, wanted }: Compared) => !found || !wanted || changes.length > 0;

/**
 * Updates Discord's commands to the features', writing only differences: overwriting all makes clients load them again. Deletes
 * unknown ones.
 * @returns how many were written and deleted
 * @throws AppError commands_refused
 */
export async function registerCommands(env: Env, features: readonly Feature[]) {
  const token = await authorize(env);
  const off = (await compare(env, token, [...commandsOf(features).values()])).filter(isOff);
  for (const { wanted, found } of off) {
    // Adding a command under a name that exists overwrites it.
    if (wanted)
      await ask(env, pathOf(env), token, { method: "POST", body: JSON.stringify(wanted), schema: stored });
    else if (found)
      await ask(env, `${pathOf(env)}/${found.id}`, token, { method: "DELETE", schema: z.unknown() });
  }
  const written = off.filter(({ wanted }) => wanted).length;
  return { written, deleted: off.length - written };
}

const KINDS = { 2: "user", 3: "message" } as const;

/** The verb of the route that shows the state of the commands in Discord. */
export const getCommandReport =
  (features: readonly Feature[]) =>
  async ({ env, language }: MemberContext): Promise<CommandReport> => {
    const compared = await compare(env, await authorize(env), [...commandsOf(features).values()]);
    const commands = compared.map(({ command, found, changes }) => ({
      kind: command?.kind ?? KINDS[found?.type as keyof typeof KINDS] ?? ("chat" as const),
      name: command?.name[language] ?? found?.name ?? "",
      description: command?.description[language] ?? "",
      state: !command
        ? ("foreign" as const)
        : !found
          ? ("missing" as const)
          : changes.length > 0
            ? ("differs" as const)
            : ("same" as const),
      changes,
    }));
    return { commands, endpoint: `${env.APP_URL}/api/discord/interactions` };
  };

/** The verb of the route that registers them. */
export const register = (features: readonly Feature[]) => async (context: MemberContext) => {
  const { written, deleted } = await registerCommands(context.env, features);
  if (written + deleted > 0) {
    const entity = { id: null, name: "Discord" };
    const details = { written, deleted };
    await write(context.db, [
      interactionAudit.write(context, { action: "commands.registered", entity, details }),
    ]);
  }
  return getCommandReport(features)(context);
};
