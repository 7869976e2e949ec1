import { and, eq, type SQL, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import { SHOWN } from "../../lib/announcements.ts";
import { Speaker } from "../../lib/commands/command.ts";
import type { Card } from "../../lib/commands/reply.ts";
import type { Context } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import type { Feature } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { type Deliver, NotDelivered, type Outgoing } from "../../lib/outgoing/channels.ts";
import { openBotToken, selectCrmBot } from "../bots/index.ts";
import { renderPublic } from "../interactions/index.ts";
import { holdersOf } from "../members/index.ts";
import type { ChannelState } from "./announcements.schema.ts";
import { announcementChannels, postedMessages } from "./announcements.table.ts";
import { announcementNotices } from "./announcements.texts.ts";
import { announcedBy, drawSentence, markOf, withDoubt } from "./draw.ts";
import { DiscordMessages, lacking, Refused } from "./messages.ts";

/** Most redraws of a card that changed while it was sent; later changes are sent separately. */
const REDRAWN = 3;

type Posted = typeof postedMessages.$inferSelect;

/** SQL condition: the row of a posted card. */
const isPosted = ({ organizationId, subject, recordId, channelId }: Omit<Posted, "messageId" | "language">) =>
  and(
    eq(postedMessages.organizationId, organizationId),
    eq(postedMessages.subject, subject),
    eq(postedMessages.recordId, recordId),
    eq(postedMessages.channelId, channelId),
  );

/** Posts announcements into the channels that administrators chose, and updates cards there. */
export const deliverToChannel = (features: readonly Feature[]): Deliver => {
  const { texts, cards } = announcedBy(features);
  return async (system, message) => {
    const { organizationId, address: channelId, items, key, mayBeOut } = message;
    const [{ kind, details, at }] = items;
    const actor = actorWithoutSession("job", organizationId, "Discord");
    const context: Context = { ...system, actor, now: new Date() };
    const { db, env } = context;
    const text = texts.get(kind);
    const subject = kind === SHOWN ? String(details["subject"]) : (text?.subject ?? "");
    const place = { organizationId, subject, recordId: Number(details["id"]), channelId };
    const [channels, [posted], [bot]] = await readBatch(db, [
      db.select().from(announcementChannels).where(eq(announcementChannels.organizationId, organizationId)),
      db.select().from(postedMessages).where(isPosted(place)),
      selectCrmBot(db, organizationId),
    ]);
    const chosen = channels.find((each) => each.kind === kind && each.channelId === channelId);
    const follow = cards.get(subject)?.follow;
    const isErased = follow !== undefined && details["messageId"] !== undefined;
    if (kind === SHOWN ? !posted : (!chosen && !isErased) || !text) return;
    const token = await openBotToken(env, bot);
    if (token === null) {
      await report(context, channelId, "no_token");
      throw new NotDelivered("no CRM bot with a token");
    }
    const calls = new DiscordMessages(env, token);
    const speaker = new Speaker(env, posted?.language ?? chosen?.language ?? "en");
    const draw = async (): Promise<Card | null> =>
      (await cards.get(subject)?.draw({ ...context, now: new Date() }, place.recordId, speaker)) ?? null;
    const mark = markOf(key);
    const bodyOf = (drawn: Card) => renderPublic(drawn, `${subject}:${place.recordId}`, mark);

    /** Redraws a posted card until it shows its record, which may change while the card is sent. */
    async function update(messageId: string, before: Card | null): Promise<void> {
      let last = before;
      for (let turn = 0; turn < REDRAWN; turn++) {
        const drawn = await draw();
        if (last && JSON.stringify(drawn) === JSON.stringify(last)) return;
        const isThere = drawn
          ? await calls.edit(channelId, messageId, bodyOf(drawn))
          : await calls.delete(channelId, messageId);
        if (!isThere) return void (await db.delete(postedMessages).where(isPosted(place)));
        last = drawn;
      }
    }

    try {
      if (follow) {
        await follow(context, { messenger: calls, speaker, channelId, details, mayBeOut }).catch((error) => {
          throw isErased && error instanceof Refused ? new NotDelivered(error.message) : lacking(error, null);
        });
        if (chosen?.state === "no_token") await recover(context);
        return;
      }
      if (posted) return await update(posted.messageId, null);
      const card = text?.subject ? await draw() : null;
      if (!text || (text.subject && !card)) return;
      const drawn = (text.isCard && card) || drawSentence(speaker, text, details);
      const found = mayBeOut ? await calls.find(channelId, mark, at) : null;
      const sent = found === undefined ? withDoubt(speaker, drawn) : drawn;
      const messageId = found ?? (await calls.post(channelId, bodyOf(sent), key));
      if (text.isCard) {
        await db
          .insert(postedMessages)
          .values({ ...place, messageId, language: speaker.language })
          .onConflictDoUpdate({ target: POSTED_KEY, set: { messageId } });
        await update(messageId, found ? null : drawn);
      }
      if (chosen?.state === "no_token") await recover(context);
    } catch (error) {
      throw await refused(context, message, error);
    }
  };
};

const POSTED_KEY = [
  postedMessages.organizationId,
  postedMessages.subject,
  postedMessages.recordId,
  postedMessages.channelId,
];

/** The outbox's error for a failed delivery; administrators are told once of a permanent refusal. */
async function refused(context: Context, { address, items }: Outgoing, error: unknown): Promise<unknown> {
  const { status = 0, lacks = null } = error instanceof Refused ? error : {};
  const state = lacks ?? ({ 401: "no_token", 403: "forbidden", 404: "gone" } as const)[status];
  if (!state) return error;
  await report(context, address, state, lacks && items[0].kind);
  return new NotDelivered((error as Refused).message, { isGone: state !== "no_token" });
}

/**
 * Sets the state of a channel, or of all for a refused token, and notifies administrators of the first.
 * @param kind for which alone the channel does not work; null for every kind
 */
export async function report(
  context: Context,
  channelId: string,
  state: Exclude<ChannelState, "ready">,
  kind: string | null = null,
): Promise<void> {
  const { db, actor } = context;
  const { organizationId } = actor;
  const isConcerned: SQL =
    state === "no_token"
      ? sql`organization_id = ${organizationId} and state = 'ready'`
      : sql`organization_id = ${organizationId} and channel_id = ${channelId} and state in ('ready', 'no_token')
          and ${kind === null ? sql`true` : eq(announcementChannels.kind, kind)}`;
  const holders = holdersOf(actor, "admin.system");
  const isFirst = sql`exists (select 1 from ${announcementChannels} where ${isConcerned})`;
  const name = sql`select channel_name from ${announcementChannels} where ${isConcerned} limit 1`;
  const receivers = { ...holders, users: sql`select id from (${holders.users}) where ${isFirst}` };
  await write(db, [
    ...announcementNotices.write(
      context,
      receivers,
      `announcement.${state}`,
      sql`json_object('channel', (${name}))`,
    ),
    db.update(announcementChannels).set({ state }).where(isConcerned),
    // Posted messages cannot be changed any more.
    ...(state === "no_token" || kind !== null
      ? []
      : [
          db
            .delete(postedMessages)
            .where(sql`organization_id = ${organizationId} and channel_id = ${channelId}`),
        ]),
  ]);
}

/** Records that Discord accepts the token again. */
const recover = ({ db, actor }: Context) =>
  db
    .update(announcementChannels)
    .set({ state: "ready" })
    .where(sql`organization_id = ${actor.organizationId} and state = 'no_token'`);
