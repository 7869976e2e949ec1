import type { Call, Command, Option, Text } from "../../lib/commands/command.ts";
import { clip, type Link, MOST_OPTIONS, note, plain } from "../../lib/commands/reply.ts";
import { AppError } from "../../lib/errors.ts";
import type { Feature } from "../../lib/feature.ts";
import type { RequestContext } from "../../lib/http/app.ts";
import { actAs } from "../../lib/http/ways-in.ts";
import { type Asked, callOf, languageOf, type Made, perform, sayIn, tell } from "./answer.ts";
import { commandsOf, publicControl } from "./commands.ts";
import { inTime } from "./in-time.ts";
import { type CommandData, type OfUser, valuesOf } from "./interactions.schema.ts";
import { TEXTS } from "./interactions.texts.ts";
import { findPerson, type Pressed } from "./person.ts";
import type { InteractionContext } from "./verify.ts";

/** Where an interaction comes from, as the owner of the installation says that Discord names. */
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
    if (interaction.type === 4) return complete(c, await understand(c, context, interaction, features));
    const named = "name" in interaction.data ? commandsOf(features).get(interaction.data.name) : undefined;
    const work = understand(c, context, interaction, features).then((asked) =>
      "run" in asked ? perform(c, context, asked) : asked,
    );
    return inTime(c, context, interaction, work, named?.isSlow);
  };

/** What an interaction asks for, or the answer to one that asks for nothing that its user may have. */
async function understand(
  c: RequestContext,
  { env, db, now }: InteractionContext,
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
  const { found, pressed: stored } = await findPerson(db, key, language);
  if (!found) {
    const name = plain(user.global_name ?? user.username ?? "", 40);
    return say(TEXTS.stranger, { name }, [{ label: TEXTS.howToJoin[language], href: env.APP_URL }]);
  }
  await actAs(c, found);
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

/** What an interaction runs; null for a control that the command does not have. */
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

/** Answers what Discord offers while a person types: nothing where they may not see it. */
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
      // Not for the security log: each letter would count as a try.
      if (!(error instanceof AppError)) throw error;
      return [];
    });
  const shown = (choices ?? [])
    .slice(0, MOST_OPTIONS)
    .map(({ name, value }) => ({ name: clip(name, 100), value }));
  return Response.json({ type: 8, data: { choices: shown } });
}
