import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { write } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import { notices } from "../../lib/notices.table.ts";
import { countWrong, FREE_ATTEMPTS, isOfDevice } from "./attempts.ts";
import { authNotices } from "./auth.texts.ts";
import { inWords, type Visitor } from "./visitor.ts";

/** Whether so many wrong passwords are told: at five, and whenever they have doubled. */
const isTold = (count: number): boolean => {
  const doubled = Math.log2(count / FREE_ATTEMPTS.password);
  return doubled >= 0 && Number.isInteger(doubled);
};

/**
 * Counts a wrong password, and tells the account's user of many, once an hour and whenever they double. A notice takes
 * the place of one of the day before: guesses must not push others out of what the user is shown. That is done after
 * the answer, which must take as long for a name that nobody has.
 * @param key what `admit` answered  @param at the name or user that the password was tried for
 */
export async function noteWrongPassword(
  context: SystemContext,
  key: string,
  at: string,
  user: { id: number; organizationId: number } | null,
  visitor: Visitor,
): Promise<void> {
  if (isOfDevice(key)) return;
  const [wrong] = await countWrong(context, at);
  if (user && wrong && isTold(wrong.count)) context.later?.(tellUser(context, user, wrong.count, visitor));
}

async function tellUser(
  context: SystemContext,
  { id, organizationId }: { id: number; organizationId: number },
  count: number,
  visitor: Visitor,
): Promise<void> {
  const { db, env, now } = context;
  const details = { count, where: inWords(visitor) };
  await write(db, [
    db.run(sql`delete from ${notices} where organization_id = ${organizationId} and user_id = ${id}
      and created_at > ${hoursFrom(now, -24)} and kind = 'auth.attempts'`),
    authNotices.write(context, id, "auth.attempts", details),
  ]);
  // A refused request tells open pages of nothing.
  await announce(env, organizationId);
}
