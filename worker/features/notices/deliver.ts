import { sql } from "drizzle-orm";
import type { AuditDetails } from "../../lib/audit.table.ts";
import type { SystemContext } from "../../lib/context.ts";
import { jsonList, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { defineErrors } from "../../lib/errors.ts";
import { faultText } from "../../lib/fault.ts";
import type { JobResult } from "../../lib/feature.ts";
import type { NoticeText } from "../../lib/notice-text.ts";
import { outbox } from "../../lib/notices.table.ts";
import { CHANNELS, configuredChannels } from "../../lib/outgoing/channels.ts";
import type { Language } from "../../lib/wire.schema.ts";

/** Notices that are delivered at once, and how often that is done by one run of the job. */
const ROUND = 20;
const ROUNDS = 10;
/** Hours after which a delivery that did not end counts as interrupted; each channel ends within seconds. */
const LEASE_HOURS = 0.1;
/** Hours until the second attempt; each wait is four times the one before, up to the longest. */
const FIRST_WAIT_HOURS = 1 / 12;
const LONGEST_WAIT_HOURS = 12;
/** Hours after which an undelivered notice is given up. */
const KEPT_HOURS = 72;

defineErrors({
  notices_not_delivered: {
    status: 502,
    en: "Some notifications were not delivered. They are tried again for three days; the server's log says more.",
    da: "Nogle notifikationer blev ikke leveret. De forsøges igen i tre dage; serverens log siger mere.",
  },
});

export type Texts = Readonly<Record<string, NoticeText>>;

type Row = Pick<typeof outbox.$inferSelect, "id" | "channel" | "kind" | "attempts"> & {
  details: string | null;
  language: Language | null;
  address: string | null;
};

/**
 * Delivers the notices of an organization that are due, 20 at most. Each is leased first, so that no other request or
 * job delivers it at the same time.
 * @param texts of all kinds of notices
 */
export async function deliverDue({ db, env }: SystemContext, organizationId: number, texts: Texts) {
  const channels = configuredChannels(env);
  if (channels.length === 0) return { sent: 0, failed: 0 };
  const now = new Date();
  const addresses = channels.map((each) => sql`when ${each} then ${CHANNELS[each].address}`);
  const rows =
    await db.all<Row>(sql`update ${outbox} set attempts = attempts + 1, next_try_at = ${hoursFrom(now, LEASE_HOURS)}
    where organization_id = ${organizationId} and id in (select id from ${outbox}
      where organization_id = ${organizationId} and channel in ${jsonList(channels)} and next_try_at <= ${now.toISOString()}
      order by next_try_at limit ${ROUND})
    returning id, channel, kind, details, attempts, (select language from users where users.id = user_id) as language,
      (select case channel ${sql.join(addresses, sql` `)} end from users where users.id = user_id) as address`);

  /** Delivers a notice and deletes it; a user without an address gets nothing. */
  async function deliver({ id, channel, kind, details, attempts, language, address }: Row): Promise<boolean> {
    const isThis = sql`organization_id = ${organizationId} and id = ${id}`;
    const text = texts[kind];
    try {
      if (!text) throw new Error("no such kind of notice");
      if (address !== null)
        await CHANNELS[channel].deliver(env, {
          ...{ key: id, address, language: language ?? "en", text },
          details: JSON.parse(details ?? "{}") as AuditDetails,
        });
      await db.run(sql`delete from ${outbox} where ${isThis}`);
      return true;
    } catch (error) {
      console.error(JSON.stringify({ channel, kind, attempts, error: faultText(error) }));
      const wait = Math.min(FIRST_WAIT_HOURS * 4 ** (attempts - 1), LONGEST_WAIT_HOURS);
      // The number of attempts fences: another delivery may have taken it since.
      await db.run(sql`update ${outbox} set next_try_at = ${hoursFrom(new Date(), wait)}
        where ${isThis} and attempts = ${attempts}`);
      return false;
    }
  }
  const results = await Promise.all(rows.map(deliver));
  const sent = results.filter(Boolean).length;
  return { sent, failed: results.length - sent };
}

/** Delivers what is due in rounds, until nothing is left or no delivery succeeds. */
export async function deliverByJob(
  context: SystemContext,
  organizationId: number,
  texts: Texts,
): Promise<JobResult> {
  const counts = { sent: 0, failed: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    const { sent, failed } = await deliverDue(context, organizationId, texts);
    counts.sent += sent;
    counts.failed += failed;
    if (sent === 0 || sent + failed < ROUND) break;
  }
  return counts.failed > 0
    ? { outcome: "failed", error: "notices_not_delivered", counts }
    : { outcome: "done", counts };
}

/** The statement that gives up notices that could not be delivered. */
export const deleteUndelivered = ({ db, now }: SystemContext): Statement =>
  db.run(sql`delete from ${outbox} where created_at < ${hoursFrom(now, -KEPT_HOURS)}`);
