import type { Call, Command, Option, Value } from "../../lib/commands/command.ts";
import { note, plain, type Reply } from "../../lib/commands/reply.ts";
import { AppError } from "../../lib/errors.ts";
import type { Feature } from "../../lib/feature.ts";
import type { RequestContext } from "../../lib/http/app.ts";
import { actAs } from "../../lib/http/ways-in.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { type Asked, answer, callOf, sayIn } from "./answer.ts";
import { commandsOf } from "./commands.ts";
import { type CommandData, type OfUser, valuesOf } from "./interactions.schema.ts";
import { TEXTS } from "./interactions.texts.ts";
import { findPerson, type Pressed } from "./person.ts";
import { render } from "./render.ts";
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
    const { interaction, env, db } = context;
    if (interaction.type === 1) return Response.json({ type: 1 });
    c.set("isAsking", true);
    const language: Language = interaction.locale?.startsWith("da") ? "da" : "en";
    const say = (text: Parameters<typeof sayIn>[1], values?: Record<string, string>) =>
      tell(interaction, note(sayIn(language, text, values)));
    const user = interaction.member?.user ?? interaction.user;
    if (!user) return say(TEXTS.unknown);
    const place = placeOf(interaction, env.DISCORD_GUILD_ID, user.id);
    if (place === "elsewhere") return say(TEXTS.elsewhere);
    const customId = "custom_id" in interaction.data ? interaction.data.custom_id : undefined;
    const key = { discordId: user.id, interactionId: interaction.id, ...(customId ? { customId } : {}) };
    const { found, pressed } = await findPerson(db, key, language);
    if (!found) {
      const name = plain(user.global_name ?? user.username ?? "", 40);
      const buttons = [{ label: TEXTS.howToJoin[language], href: env.APP_URL }];
      return tell(interaction, note(sayIn(language, TEXTS.stranger, { name }), buttons));
    }
    await actAs(c, found);
    const commands = commandsOf(features);
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
    if (!work) return say(TEXTS.oldButton);
    const asked: Asked = { interaction, command, language, isPersonal, pressed, ...work };
    if (interaction.type === 4) return complete(c, asked);
    return answer(c, context, asked);
  };

/** Answers without a command: only the person sees it. */
function tell(interaction: OfUser, reply: Reply): Response {
  if (interaction.type === 4) return Response.json({ type: 8, data: { choices: [] } });
  return Response.json({ type: 4, data: render(reply, "", "").data });
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
  const typed = interaction.type === 5 ? valuesOf(interaction.data.components) : {};
  const [chosen] = interaction.type === 3 ? (interaction.data.values ?? []) : [];
  const values = chosen === undefined ? typed : { chosen };
  return { typed, run: (call: Call) => action(call, given, values) };
}

const optionsOf = ({ options }: CommandData): Record<string, Value> =>
  Object.fromEntries(
    (options ?? []).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );

/** Answers what Discord offers while a person types: nothing where they may not see it. */
async function complete(c: RequestContext, asked: Asked): Promise<Response> {
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
      if (!(error instanceof AppError)) throw error;
      c.var.refused(error);
      return [];
    });
  const shown = (choices ?? []).slice(0, 25).map(({ name, value }) => ({ name: name.slice(0, 100), value }));
  return Response.json({ type: 8, data: { choices: shown } });
}
