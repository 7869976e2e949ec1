import { type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client.ts";
import { admissionMessages, admissions } from "./joining.table.ts";

/** The newest applications that count, and the fewest answers of which a usual time is told. */
const COUNTED = 50;
const FEWEST = 10;
const DAY_MS = 86_400_000;

type FirstAnswer = { sentAt: string; answeredAt: string | null };

/** The statement that reads when the newest applications were sent, and when each got its first message or its decision. */
export const selectFirstAnswers = (db: Db, organizationId: SQLWrapper | number) =>
  db.all<FirstAnswer>(sql`select sent_at as sentAt, nullif(min(coalesce(decided_at, '~'), coalesce((
      select min(m.created_at) from ${admissionMessages} m where m.admission_id = sent.id and not m.is_theirs), '~')), '~')
      as answeredAt
    from (select * from ${admissions} where organization_id = ${organizationId} and sent_at is not null
      order by id desc limit ${COUNTED}) sent`);

/** The median of days until a first answer, at least one, and of how many; null below FEWEST. */
export function usualDays(read: readonly FirstAnswer[]): { days: number; count: number } | null {
  const waits = read
    .flatMap(({ sentAt, answeredAt }) => (answeredAt ? Date.parse(answeredAt) - Date.parse(sentAt) : []))
    .sort((a, b) => a - b);
  const median = waits[Math.floor(waits.length / 2)];
  if (median === undefined || waits.length < FEWEST) return null;
  return { days: Math.max(1, Math.ceil(median / DAY_MS)), count: waits.length };
}
