import * as z from "zod/mini";
import type { Call, Command, Option, Text } from "../../lib/commands/command.ts";
import { clip, type Link, MOST_OPTIONS, note, plain } from "../../lib/commands/reply.ts";
import type { Env } from "../../lib/env.ts";
import { AppError } from "../../lib/errors.ts";
import type { Feature } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { inBackground, type RequestContext } from "../../lib/http/app.ts";
import { cachedActor, findActor, setCredentials, withFreshActor } from "../../lib/http/ways-in.ts";
import { callJson, OutgoingError, retryAfterSeconds } from "../../lib/outgoing/outgoing.ts";
import { nameOfOrganization } from "../organization/index.ts";
import { type Asked, callOf, isOnCard, languageOf, type Made, perform, sayIn, tell } from "./answer.ts";
import { commandsOf, publicControl } from "./commands.ts";
import { type CommandData, type OfUser, valuesOf } from "./interactions.schema.ts";
import { interactionNotices, TEXTS } from "./interactions.texts.ts";
import { type Pressed, queryPerson } from "./person.ts";
import { FLAGS } from "./render.ts";
import type { InteractionContext } from "./verify.ts";

/** Seconds for which a refused answer is retried: right after a deferral Discord may not know it yet. */
const PATIENCE_SECONDS = 10;
const CALL_MS = 5_000;

type Sent = { token: string; data: object; isNew: boolean };

/**
 * Sends the answer of a deferred interaction: as its first answer, or as a new one.
 * https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
 * @returns whether Discord accepted it
 */
async function followUp(env: Env, { token, data, isNew }: Sent): Promise<boolean> {
  const base = `${env.DISCORD_API_URL}/webhooks/${env.DISCORD_CLIENT_ID}/${token}`;
  const request = {
    url: isNew ? base : `${base}/messages/@original`,
    method: isNew ? ("POST" as const) : ("PATCH" as const),
    headers: { "Content-Type": "application/json", "User-Agent": `DiscordBot (${env.APP_URL}, 1.0)` },
    body: JSON.stringify(data),
    schema: z.unknown(),
    timeoutMs: CALL_MS,
  };
  const end = Date.now() + PATIENCE_SECONDS * 1_000;
  for (let wait = 0.25; ; wait = Math.min(2, wait * 2)) {
    const answer = await callJson(request).catch((error) => {
      if (error instanceof OutgoingError) return error;
      throw error;
    });
    // A response that cannot be parsed counts as accepted.
    const isTaken = "ok" in answer ? answer.ok : answer.fault === "nonsense" || answer.fault === "too_large";
    if (isTaken) return true;
    const status = "ok" in answer ? answer.status : 0;
    const mayPass = status === 0 || status === 404 || status === 429 || status >= 500;
    const seconds = "ok" in answer && status === 429 ? retryAfterSeconds(answer.headers, wait) : wait;
    if (!mayPass || Date.now() + seconds * 1_000 > end) return false;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/** Milliseconds after which an answer is deferred: Discord waits three seconds for the first. */
const PATIENCE_MS = 1_500;

/** Answers within Discord's three seconds: slower work is deferred and its answer sent afterwards. */
async function inTime(
  c: RequestContext,
  context: InteractionContext,
  interaction: OfUser,
  work: Promise<Made>,
  isSlow = false,
): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), isSlow ? 0 : PATIENCE_MS));
  const first = await Promise.race([work, late]);
  if (first) {
    const { data, isForm, isNew } = first;
    return Response.json({ type: isForm ? 9 : isNew ? 4 : 7, data });
  }
  inBackground(
    c,
    work.then((made) => sendLate(c, context, interaction, made)),
  );
  return Response.json(isOnCard(interaction) ? { type: 6 } : { type: 5, data: { flags: FLAGS.ephemeral } });
}

async function sendLate(
  c: RequestContext,
  context: InteractionContext,
  interaction: OfUser,
  { data, isForm, isNew, command }: Made,
): Promise<void> {
  // Discord accepts a form only as the first answer.
  const shown = isForm ? tell(note(TEXTS.tooSlow[languageOf(interaction)])).data : data;
  // The first answer to a command that was deferred is an edit of "is thinking".
  const isAnother = isOnCard(interaction) && (isNew || isForm);
  if (await followUp(context.env, { token: interaction.token, data: shown, isNew: isAnother })) return;
  if (command === null) return;
  const { userId } = c.var.actor;
  await write(context.db, interactionNotices.write(context, userId, "command.unanswered", { command }));
}

/** The place of an interaction, by the owner of the installation that Discord names. */
function placeOf({ authorizing_integration_owners: owners }: OfUser, guildId: string, discordId: string) {
  if (owners?.["0"] === guildId) return "server";
  return owners?.["1"] === discordId ? "personal" : "elsewhere";
}

/** The verb of the route that Discord calls: answers an interaction by the commands of the features. */
export const interact =
  (features: readonly Feature[]) =>
  async (context: InteractionContext, _: unknown, c: RequestContext): Promise<Response> => {
    const { interaction } = context;
    if (interaction.type === 1) return Response.json({ type: 1 });
    c.set("isAsking", true);
    const understood = () => understand(c, context, interaction, features);
    if (interaction.type === 4) return withFreshActor(c, async () => complete(c, await understood()));
    const named = "name" in interaction.data ? commandsOf(features).get(interaction.data.name) : undefined;
    const work = withFreshActor(c, async () => {
      const asked = await understood();
      return "run" in asked ? perform(c, context, asked) : asked;
    });
    return inTime(c, context, interaction, work, named?.isSlow);
  };

/** The request of an interaction, or the answer to one that its user may not make. */
async function understand(
  c: RequestContext,
  { db, env, now }: InteractionContext,
  interaction: OfUser,
  features: readonly Feature[],
): Promise<Asked | Made> {
  const language = languageOf(interaction);
  const say = (text: Text, values?: Record<string, string>, buttons: Link[] = []) =>
    tell(note(sayIn(language, text, values), buttons));
  const user = interaction.member?.user ?? interaction.user;
  if (!user) return say(TEXTS.unknown);
  const place = placeOf(interaction, env.DISCORD_GUILD_ID, user.id);
  if (place === "elsewhere") return say(TEXTS.elsewhere);
  const customId = "custom_id" in interaction.data ? interaction.data.custom_id : undefined;
  const key = { discordId: user.id, interactionId: interaction.id, ...(customId ? { customId } : {}) };
  let stored: Pressed | null = null;
  setCredentials(
    c,
    queryPerson(key, language, (pressed) => {
      stored = pressed;
    }),
  );
  // What is stored for a press has to be known first.
  if (!(customId ? await findActor(c) : await cachedActor(c))) {
    const name = plain(user.global_name ?? user.username ?? "", 40);
    const { name: organization, invite, isNamed } = await nameOfOrganization(db);
    return say(isNamed ? TEXTS.strangerOf : TEXTS.stranger, { name, organization: plain(organization, 60) }, [
      ...(invite ? [{ label: TEXTS.joinServer[language], href: invite }] : []),
      { label: TEXTS.howToJoin[language], href: env.APP_URL },
    ]);
  }
  const commands = commandsOf(features);
  const control = interaction.type === 3 && customId ? publicControl(features, customId) : null;
  const pressed = control ? { control, at: now.toISOString() } : stored;
  const command = commands.get(
    "name" in interaction.data ? interaction.data.name : (pressed?.control[0] ?? ""),
  );
  if (!command) return say(customId ? TEXTS.oldButton : TEXTS.unknown);
  const isPersonal = place === "personal";
  if (isPersonal && !command.isOwn) {
    const own = [...commands.values()].filter(({ isOwn, kind }) => isOwn && kind === "chat");
    return say(TEXTS.serverOnly, { commands: own.map(({ name }) => `\`/${name[language]}\``).join(", ") });
  }
  const work = toWork(command, interaction, pressed);
  return work ? { interaction, command, language, isPersonal, pressed, ...work } : say(TEXTS.oldButton);
}

/** The work of an interaction; null for a control that the command does not have. */
function toWork(
  command: Command,
  interaction: OfUser,
  pressed: Pressed | null,
): Pick<Asked, "typed" | "run"> | null {
  if (interaction.type === 2 || interaction.type === 4) {
    const { data } = interaction;
    if (command.kind === "chat") return { typed: {}, run: (call) => command.run(call, optionsOf(data)) };
    const { target_id: targetId = null, resolved } = data;
    const text = resolved?.messages?.[targetId ?? ""]?.content ?? "";
    const place = `${interaction.guild_id ?? "@me"}/${interaction.channel_id ?? ""}/${targetId}`;
    const target = {
      userId: command.kind === "user" ? targetId : null,
      text,
      link: `https://discord.com/channels/${place}`,
    };
    return { typed: {}, run: (call) => command.run(call, target) };
  }
  const [, name = "", given = {}] = pressed?.control ?? [];
  const action = Object.hasOwn(command.actions ?? {}, name) ? command.actions?.[name] : undefined;
  if (!action) return null;
  const fields = interaction.type === 5 ? interaction.data.components : [];
  const [chosen] = interaction.type === 3 ? (interaction.data.values ?? []) : [];
  const values = chosen === undefined ? valuesOf(fields) : { chosen };
  const typed = valuesOf(fields, true);
  return { typed, run: (call: Call) => action(call, given, values) };
}

const optionsOf = ({ options }: CommandData): Record<string, string> =>
  Object.fromEntries((options ?? []).map(({ name, value = "" }) => [name, `${value}`]));

/** Answers autocomplete while a person types: empty where they may not see the records. */
async function complete(c: RequestContext, asked: Asked | Made): Promise<Response> {
  if (!("run" in asked)) return Response.json({ type: 8, data: { choices: [] } });
  const { command, interaction } = asked;
  const typing =
    "options" in interaction.data ? interaction.data.options?.find(({ focused }) => focused) : undefined;
  const options: readonly Option[] = command.kind === "chat" ? (command.options ?? []) : [];
  const option = options.find(({ name }) => name.en === typing?.name);
  const choices = await option
    ?.complete?.(
      callOf(c, asked, async () => {}),
      String(typing?.value ?? ""),
    )
    .catch((error) => {
      // Omitted from the security log: each letter would count as a try.
      if (!(error instanceof AppError)) throw error;
      return [];
    });
  const shown = (choices ?? [])
    .slice(0, MOST_OPTIONS)
    .map(({ name, value }) => ({ name: clip(name, 100), value }));
  return Response.json({ type: 8, data: { choices: shown } });
}
