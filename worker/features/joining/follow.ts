import { type SQL, sql } from "drizzle-orm";
import { hoursFrom } from "../../lib/db/columns.ts";
import { attachToProspects, withMerged } from "../prospects/index.ts";
import { settingNumber } from "../settings/index.ts";
import { eraseThreads, tellThread } from "./joining.announcements.ts";
import { admissions } from "./joining.table.ts";
import { joiningNotices } from "./joining.texts.ts";

type Parts = Parameters<typeof attachToProspects>[0];

/** Hours for which an accepted application is open again where its prospect goes back. */
const UNDO_HOURS = 1;

/** Applications follow their prospects: decided with them, and open again with them. */
const whenMoved: Parts["whenMoved"] = (context, ids, to, { words, outcome }) => {
  const { db, actor, now } = context;
  const at = now.toISOString();
  // Brings the threads of these applications up to date, open ones and decided ones.
  const thread = tellThread(context, threadsOf(ids));
  const among = sql`prospect_id in (${withMerged(ids)})`;
  const isSent = sql`${among} and status = 'sent'`;
  const tell = joiningNotices.write(
    context,
    sql`select user_id as id from ${admissions} where ${isSent}`,
    "admission.news",
  );
  const answered = sql`answered_at = coalesce(answered_at, ${at}), updated_at = ${at}, version = version + 1`;
  const decided = sql`decided_at = ${at}, kept_from = ${at}, decided_by = ${actor.name}, ${answered}`;
  if (to === "active")
    return [
      thread,
      ...tell,
      db.run(sql`update ${admissions} set status = 'accepted', ${decided} where ${isSent}`),
    ];
  if (to === "inactive") {
    const wait = settingNumber(actor.organizationId, "wait_after_refusal_days");
    const retryOn =
      outcome === "withdrawn" ? sql`null` : sql`strftime('%Y-%m-%d', ${at}, ${wait} || ' days')`;
    return [
      thread,
      ...tell,
      db.run(sql`update ${admissions} set status = ${outcome === "withdrawn" ? "withdrawn" : "declined"},
          words = ${words?.trim() || null}, retry_on = ${retryOn}, ${decided} where ${isSent}`),
    ];
  }
  const last = sql`select max(id) from ${admissions} where ${among}`;
  return [
    thread,
    db.run(sql`update ${admissions} set status = 'sent', words = null, retry_on = null, decided_at = null,
        decided_by = null, updated_at = ${at}, version = version + 1
      where id in (${last}) and purged_at is null
        and (status = 'declined' or (status = 'accepted' and decided_at > ${hoursFrom(now, -UNDO_HOURS)}))
        and not exists (select 1 from ${admissions} o where o.user_id = admissions.user_id and o.form_id = admissions.form_id
          and o.status in ('draft', 'sent'))`),
    ...tell,
    db.run(sql`update ${admissions} set ${answered} where ${isSent} and answered_at is null`),
  ];
};

/** The query of the newest applications of prospects that were sent. */
const threadsOf = (ids: SQL) =>
  sql`select max(id) as id from ${admissions} where prospect_id in (${withMerged(ids)}) group by user_id`;

export const followProspects = (): void =>
  attachToProspects({
    whenMoved,
    whenAssigned: (context, ids) => [tellThread(context, threadsOf(ids))],
    whenForgotten: (context, userId) =>
      eraseThreads(context, sql`select id from ${admissions} where user_id = ${userId}`),
  });
