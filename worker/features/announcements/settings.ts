import { eq, sql } from "drizzle-orm";
import type { AnnouncementText } from "../../lib/announcements.ts";
import { Speaker } from "../../lib/commands/command.ts";
import { card } from "../../lib/commands/reply.ts";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { AppError } from "../../lib/errors.ts";
import type { Feature } from "../../lib/feature.ts";
import { write, writeIf } from "../../lib/guard.ts";
import { openBotToken, selectCrmBot } from "../bots/index.ts";
import { readTextChannels, type TextChannel } from "../discord/index.ts";
import { renderPublic } from "../interactions/index.ts";
import type * as schema from "./announcements.schema.ts";
import { announcementChannels } from "./announcements.table.ts";
import { announcementAudit, announcementErrors, MESSAGE_TEXTS, whyError } from "./announcements.texts.ts";
import { report } from "./deliver.ts";
import { announcedBy, markOf } from "./draw.ts";
import { DiscordMessages, Refused } from "./messages.ts";

/** The kinds that can be announced in a channel. */
export const kindsOf = (features: readonly Feature[]): [kind: string, text: AnnouncementText][] =>
  [...announcedBy(features).texts].filter(([, { isForPrograms }]) => !isForPrograms);

export const selectChannels = ({ db, actor }: MemberContext) =>
  db.select().from(announcementChannels).where(eq(announcementChannels.organizationId, actor.organizationId));

/** The channel of each kind, and what is wrong with it. */
export const getSettings = (features: readonly Feature[]) => {
  const kinds = kindsOf(features);
  return async (context: MemberContext): Promise<schema.AnnouncementSettings> => {
    const { db, actor, language } = context;
    const [rows, [bot]] = await readBatch(db, [
      selectChannels(context),
      selectCrmBot(db, actor.organizationId),
    ]);
    return {
      hasBot: Boolean(bot?.token),
      kinds: kinds.map(([kind, text]) => {
        const row = rows.find((each) => each.kind === kind);
        return {
          kind,
          title: text[language].title,
          isPersonal: text.isPersonal === true,
          channel: row
            ? {
                ...{ id: row.channelId, name: row.channelName, language: row.language, state: row.state },
                why: whyOf(row, language),
              }
            : null,
        };
      }),
    };
  };
};

const whyOf = (
  { state, channelName }: typeof announcementChannels.$inferSelect,
  language: MemberContext["language"],
) => (state === "ready" ? null : whyError(state, channelName).text(language));

/** The CRM bot's token. @throws AppError announcement_no_token */
async function tokenOf({ db, env, actor }: MemberContext): Promise<string> {
  const [bot] = await selectCrmBot(db, actor.organizationId);
  const token = await openBotToken(env, bot);
  if (token === null) throw announcementErrors.announcement_no_token();
  return token;
}

/** The text channels of the server. @throws AppError announcement_no_token, announcement_discord */
export const listChannels = async (context: MemberContext): Promise<TextChannel[]> =>
  readTextChannels(context.env, await tokenOf(context)).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    throw error.code === "sync_discord_unauthorized"
      ? announcementErrors.announcement_no_token()
      : announcementErrors.announcement_discord();
  });

/**
 * Sets or removes the channel for a kind of announcement.
 * @throws AppError announcement_unknown, announcement_gone, announcement_forbidden, and as `listChannels`
 */
export const chooseChannel = (features: readonly Feature[]) => {
  const kinds = new Map(kindsOf(features));
  return async (
    context: MemberContext,
    { kind, channelId, language }: schema.ChooseInput,
  ): Promise<schema.AnnouncementSettings> => {
    const { db, actor } = context;
    const { organizationId } = actor;
    const text = kinds.get(kind);
    if (!text) throw announcementErrors.announcement_unknown();
    const entity = { id: null, name: text.en.title };
    const isKind = sql`organization_id = ${organizationId} and kind = ${kind}`;
    if (channelId === null) {
      await writeIf(db, sql`exists (select 1 from ${announcementChannels} where ${isKind})`, [
        announcementAudit.write(context, { action: "announcements.channel_removed", entity }),
        db.delete(announcementChannels).where(isKind),
      ]);
      return getSettings(features)(context);
    }
    const channel = (await listChannels(context)).find(({ id }) => id === channelId);
    if (!channel) throw announcementErrors.announcement_gone({ channel: channelId });
    if (channel.lacks) throw announcementErrors.announcement_forbidden({ channel: channel.name });
    if (text.isThread && channel.lacksInThreads) throw whyError(channel.lacksInThreads, channel.name);
    const values = { channelId, channelName: channel.name, language, state: "ready" } as const;
    const details = { channel: channel.name };
    const isSame = sql`channel_id = ${channelId} and channel_name = ${channel.name} and language = ${language}
      and state = 'ready'`;
    await writeIf(db, sql`not exists (select 1 from ${announcementChannels} where ${isKind} and ${isSame})`, [
      announcementAudit.write(context, { action: "announcements.channel_chosen", entity, details }),
      db
        .insert(announcementChannels)
        .values({ organizationId, kind, ...values })
        .onConflictDoUpdate({
          target: [announcementChannels.organizationId, announcementChannels.kind],
          set: values,
        }),
      ...again(features, text, context),
    ]);
    return getSettings(features)(context);
  };
};

/** The statements that queue what was not told of a kind whose records have threads. */
const again = (features: readonly Feature[], { subject }: AnnouncementText, context: MemberContext) =>
  announcedBy(features)
    .cards.get(subject ?? "")
    ?.again?.(context) ?? [];

/** Sets the language of all kinds that have a channel. */
export const setLanguage =
  (features: readonly Feature[]) =>
  async (
    context: MemberContext,
    { language }: schema.LanguageInput,
  ): Promise<schema.AnnouncementSettings> => {
    const { db, actor } = context;
    const isOther = sql`organization_id = ${actor.organizationId} and language <> ${language}`;
    await writeIf(db, sql`exists (select 1 from ${announcementChannels} where ${isOther})`, [
      announcementAudit.write(context, { action: "announcements.language", details: { language } }),
      db.update(announcementChannels).set({ language }).where(isOther),
    ]);
    return getSettings(features)(context);
  };

/**
 * Posts a test into the channel of a kind; success clears its fault.
 * @throws AppError announcement_unknown, announcement_no_token, announcement_forbidden, announcement_gone, announcement_discord
 */
export const sendTest = (features: readonly Feature[]) => {
  const kinds = new Map(kindsOf(features));
  return async (context: MemberContext, { kind }: schema.TestInput): Promise<schema.AnnouncementSettings> => {
    const { db, env } = context;
    const text = kinds.get(kind);
    const row = (await selectChannels(context)).find((each) => each.kind === kind);
    if (!text || !row) throw announcementErrors.announcement_unknown();
    const { organizationId, channelId, channelName: channel } = row;
    const speaker = new Speaker(env, row.language);
    const key = crypto.randomUUID().replaceAll("-", "");
    const drawn = card({
      title: text[row.language].title,
      lines: [speaker.say(MESSAGE_TEXTS.test)],
      isIdle: true,
    });
    const calls = new DiscordMessages(env, await tokenOf(context));
    const inThreads = text.isThread ? await listChannels(context) : [];
    const lacks = inThreads.find(({ id }) => id === channelId)?.lacksInThreads;
    if (lacks) {
      await report(context, channelId, lacks, kind);
      throw whyError(lacks, channel);
    }
    try {
      await calls.post(channelId, renderPublic(drawn, "", markOf(key)), key);
    } catch (error) {
      const status = error instanceof Refused ? error.status : 0;
      const state = ({ 401: "no_token", 403: "forbidden", 404: "gone" } as const)[status];
      if (state) {
        await report(context, channelId, state);
        throw whyError(state, channel);
      }
      // A message without an answer may be posted, which the administrator can see.
      throw announcementErrors.announcement_discord();
    }
    // What a channel lacks for threads alone is cleared by a test of that kind.
    const isCleared = sql`kind = ${kind} or state = 'no_token' or channel_id = ${channelId} and state in ('forbidden', 'gone')`;
    if (row.state !== "ready")
      await write(db, [
        db
          .update(announcementChannels)
          .set({ state: "ready" })
          .where(sql`organization_id = ${organizationId} and (${isCleared})`),
        ...again(features, text, context),
      ]);
    return getSettings(features)(context);
  };
};
