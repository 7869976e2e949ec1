import { sql } from "drizzle-orm";
import type { Followed } from "../../lib/announcements.ts";
import type { Card, Note } from "../../lib/commands/reply.ts";
import type { Context } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { NotDelivered } from "../../lib/outgoing/channels.ts";
import { markOf, withDoubt } from "../announcements/index.ts";
import { type FormContent, formVersions } from "../forms/index.ts";
import { renderPublic } from "../interactions/index.ts";
import { members } from "../members/index.ts";
import { keptProspect, prospectHistory, prospects } from "../prospects/index.ts";
import { users } from "../users/index.ts";
import { admissions, reviewThreads } from "./joining.table.ts";
import { selectMessages } from "./messages.ts";
import {
  drawApplication,
  drawEntry,
  drawMessage,
  type Entry,
  type Shown,
  threadName,
} from "./thread.card.ts";

/** Threads that one delivery opens for an application: another where the first was deleted. */
const TURNS = 2;

type Thread = typeof reviewThreads.$inferSelect;
type Happened = Entry & { id: number; createdAt: string };
type Read = Omit<Shown, "answers" | "content"> & {
  answers: string;
  content: string | null;
  /** The last entry of the prospect's history before the application. */
  before: number;
};
/** Something that is told in a thread, and where it ends in its table. */
type Told = {
  key: string;
  at: string;
  drawn: Note;
  set: Partial<Pick<Thread, "toldMessage" | "toldHistory">>;
};

/** An application, its thread, and what the thread has not been told, in order of time. */
async function read({ db }: Context, id: number, speaker: Followed["speaker"]) {
  const told = (column: "told_message" | "told_history", otherwise: unknown) =>
    sql`coalesce((select ${sql.identifier(column)} from ${reviewThreads} where admission_id = ${id}), ${otherwise})`;
  const theirs = sql`(select ${keptProspect(sql`prospect_id`)} from ${admissions} where id = ${id})`;
  const before = sql`(select coalesce(max(h.id), 0) from ${prospectHistory} h where h.prospect_id = ${theirs}
    and h.created_at <= (select sent_at from ${admissions} where id = ${id}))`;
  const [[found], [thread], messages, entries] = await readBatch(db, [
    db.all<Read>(sql`select a.id, a.status, a.answers, a.sent_at as sentAt, a.decided_by as decidedBy,
        ${prospects.id} as prospectId, ${prospects.displayName} as name, ${prospects.status} as at,
        (select ${users.displayName} from ${members} join ${users} on ${users.id} = ${members.userId}
          where ${members.id} = ${prospects.assignedTo}) as assignee,
        (select content from ${formVersions} where form_id = a.form_id and number = a.form_number) as content,
        ${before} as before
      from ${admissions} a cross join ${prospects} on ${prospects.id} = ${theirs} where a.id = ${id}`),
    db.select().from(reviewThreads).where(sql`admission_id = ${id}`),
    selectMessages(db, id, sql`admission_messages.id > ${told("told_message", 0)}`),
    db.all<Happened>(sql`select id, action, performed_by as performedBy, new_value as newValue,
        changes ->> '$.outcome.to' as outcome, created_at as createdAt
      from ${prospectHistory} where prospect_id = ${theirs} and id > ${told("told_history", before)}
        and action in ('assigned', 'status') order by id`),
  ]);
  if (!found) return null;
  const { answers, content, before: told_before, ...rest } = found;
  const shown: Shown = {
    ...rest,
    answers: JSON.parse(answers) as Shown["answers"],
    content: content === null ? null : (JSON.parse(content) as FormContent),
  };
  const news: Told[] = [
    ...messages.map((each) => ({
      ...{ key: `m${each.id}`, at: each.createdAt, drawn: drawMessage(speaker, each) },
      set: { toldMessage: each.id },
    })),
    ...entries.map((each) => ({
      ...{ key: `h${each.id}`, at: each.createdAt, drawn: drawEntry(speaker, each) },
      set: { toldHistory: each.id },
    })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return { shown, thread, news, before: told_before };
}

/**
 * Brings the thread of an application up to date: posts its card and opens the thread, or redraws the card; then writes what
 * happened since, in order, each once. What is known to stand there is stored after each step, so that any step can be the last.
 */
export async function followThread(context: Context, followed: Followed): Promise<void> {
  const { messenger, channelId, details, speaker } = followed;
  const messageId = details["messageId"];
  if (messageId) {
    await messenger.empty(String(messageId));
    await messenger.delete(channelId, String(messageId)).catch((error) => {
      if (!(error instanceof NotDelivered && isUnknown(error))) throw error;
    });
    return;
  }
  const id = Number(details["id"]);
  let isNew = false;
  for (let turn = 0; turn < TURNS; turn++) {
    const known = await read(context, id, speaker);
    if (!known) return;
    const { shown, news, before } = known;
    let { thread } = known;
    if (!thread) {
      if (shown.status !== "sent") return;
      const { organizationId } = context.actor;
      const made = { admissionId: id, organizationId, channelId, toldHistory: before };
      [thread] = await context.db.insert(reviewThreads).values(made).onConflictDoNothing().returning();
      if (!thread) throw new NotDelivered("another delivery opens the thread", { retryAfter: 1 });
      isNew = true;
    }
    if (await bring(context, followed, { thread, shown, news, isNew })) return;
    // The next turn is opened anew, after the message of the one before is gone.
    isNew = true;
  }
  throw new NotDelivered("threads are deleted as they are opened");
}

/** Whether Discord knows neither the channel nor the message. */
const isUnknown = (error: NotDelivered) => "status" in error && error.status === 404;

type Bringing = { thread: Thread; shown: Shown; news: readonly Told[]; isNew: boolean };

/** @returns false where the thread was deleted, and the next one is to be opened */
async function bring(
  { db }: Context,
  { messenger, speaker, mayBeOut }: Followed,
  { thread, shown, news, isNew }: Bringing,
): Promise<boolean> {
  const { channelId, turn } = thread;
  const { id, status } = shown;
  const isOver = status !== "sent";
  const isThread = sql`admission_id = ${id} and turn = ${turn}`;
  const store = (set: Partial<Thread>) => db.update(reviewThreads).set(set).where(isThread);
  const bodyOf = (drawn: Card | Note, mark: number) => renderPublic(drawn, `application:${id}`, mark);
  const key = `r${id}.${turn}`;
  const drawn = drawApplication(speaker, shown);

  let { messageId, state } = thread;
  if (messageId === null) {
    if (isOver) return true;
    const found = isNew ? null : await messenger.find(channelId, markOf(key), shown.sentAt);
    const sent = found === undefined ? withDoubt(speaker, drawn) : drawn;
    messageId = found ?? (await messenger.post(channelId, bodyOf(sent, markOf(key)), key));
    state = "posted";
    await store({ messageId, state });
  } else await messenger.edit(channelId, messageId, bodyOf(drawn, markOf(key)));

  /** Leaves a thread that is gone: nothing is opened again for what is over. */
  const leave = async (): Promise<boolean> => {
    if (isOver) {
      await store({ state: "archived", ...Object.assign({}, ...news.map(({ set }) => set)) });
      return true;
    }
    await messenger.delete(channelId, messageId);
    await store({ messageId: null, state: "posting", turn: turn + 1 });
    return false;
  };

  if (state === "posted") {
    if (!(await messenger.openThread(channelId, messageId, threadName(shown)))) return leave();
    state = "open";
    await store({ state });
  }
  for (const [at, { key: ofNews, at: since, drawn: said, set }] of news.entries()) {
    const own = `${key}${ofNews}`;
    const found = mayBeOut && at === 0 ? await messenger.find(messageId, markOf(own), since) : null;
    if (!found) {
      const shownNote = found === undefined ? { ...said, text: `${said.text}\n${doubt(speaker)}` } : said;
      const sent = await messenger.reply(messageId, bodyOf(shownNote, markOf(own)), own);
      if (typeof sent !== "string") return sent.lacks === "thread" ? leave() : true;
    }
    state = "open";
    await store({ ...set, state });
  }
  if (isOver && state !== "archived") {
    await messenger.archive(messageId);
    await store({ state: "archived" });
  }
  return true;
}

const doubt = (speaker: Followed["speaker"]): string =>
  `-# ${withDoubt(speaker, { kind: "card", title: "" }).note}`;
