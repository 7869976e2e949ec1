import { sql } from "drizzle-orm";
import { Speaker } from "../../lib/commands/command.ts";
import { note, plain } from "../../lib/commands/reply.ts";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { needLines } from "../../lib/needs.ts";
import { noticeSentence, pagePath } from "../../lib/notice-text.ts";
import { type Deliver, type MessageItem, NotDelivered } from "../../lib/outgoing/channels.ts";
import { openBotToken, selectCrmBot } from "../bots/index.ts";
import { renderPublic } from "../interactions/index.ts";
import { deleteSettings } from "../notices/index.ts";
import { selectActingPeople, toFound } from "../sessions/index.ts";
import { announcementNotices, MESSAGE_TEXTS } from "./announcements.texts.ts";
import { markOf } from "./draw.ts";
import { CLOSED, DiscordMessages, Refused } from "./messages.ts";

/** Most notices of a summary; the others are in the app. */
const MOST = 20;
const MOST_NEEDS = 5;
/** Most characters of a detail, so that a summary fits into a message. */
const DETAIL_LENGTH = 60;
const NEED_LENGTH = 100;

/** Sends a notice, or a summary of several, as a direct message of the CRM bot. */
export const deliverDirect: Deliver = async (context, message) => {
  const { db, env } = context;
  const { organizationId, userId, address, key, language, items, needs, mayBeOut } = message;
  const [[row], [bot]] = await readBatch(db, [
    selectActingPeople(db, sql`u.id = ${userId} and u.organization_id = ${organizationId} limit 1`),
    selectCrmBot(db, organizationId),
  ]);
  const token = await openBotToken(env, bot);
  if (!row || token === null) throw new NotDelivered("no CRM bot with a token");
  const { actor } = toFound(row);
  const speaker = new Speaker(env, language);
  const sentenceOf = ({ text, details }: MessageItem): string => {
    const shown = Object.entries(details).map(([name, value]) => [
      name,
      typeof value === "string" ? plain(value, DETAIL_LENGTH) : value,
    ]);
    return text ? noticeSentence(text, language, Object.fromEntries(shown)) : "";
  };
  const [first] = items;
  const page = items.length === 1 && first.text ? pagePath(first.text.opens, first.details, actor) : "/";
  const asked = needLines(needs, language, MOST_NEEDS, (text) => plain(text, NEED_LENGTH));
  const told =
    items.length === 1
      ? [sentenceOf(first)]
      : [
          `**${speaker.say(MESSAGE_TEXTS.summary, { count: items.length })}**`,
          ...items.slice(0, MOST).map((each) => `- ${sentenceOf(each)}`),
          ...(items.length > MOST ? [speaker.say(MESSAGE_TEXTS.more, { count: items.length - MOST })] : []),
        ];
  const buttons = page === null ? [] : [{ label: speaker.say(MESSAGE_TEXTS.open), href: speaker.link(page) }];
  const print = [speaker.say(MESSAGE_TEXTS.chosen, { address: speaker.link("/account/notifications") })];
  const mark = markOf(key);
  const calls = new DiscordMessages(env, token);
  try {
    const channelId = await calls.direct(address);
    const found = mayBeOut ? await calls.find(channelId, mark, first.at) : null;
    if (found) return;
    if (found === undefined) print.push(speaker.say(MESSAGE_TEXTS.twice));
    const answer = note([...asked, ...told, `-# ${print.join(" ")}`].join("\n"), buttons);
    await calls.post(channelId, renderPublic(answer, "", mark), key);
  } catch (error) {
    if (!(error instanceof Refused && CLOSED.includes(error.code))) throw error;
    await endDirect(context, userId);
    throw new NotDelivered(error.message, { isGone: true });
  }
};

/** Switches direct messages off for a user who cannot get any, and tells them once how to turn them on. */
async function endDirect(context: SystemContext, userId: number): Promise<void> {
  const { db } = context;
  const isChosen = sql`exists (select 1 from notice_settings where user_id = ${userId} and channel = 'direct')`;
  const receivers = sql`select id from users where id = ${userId} and ${isChosen}`;
  await write(db, [
    ...announcementNotices.write(context, receivers, "direct.closed"),
    deleteSettings(db, userId, "direct"),
  ]);
}
