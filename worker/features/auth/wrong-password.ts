import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { write } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import { notices } from "../../lib/notices.table.ts";
import { countWrong, FREE_ATTEMPTS, isOfDevice, windowStart } from "./attempts.ts";
import { authNotices } from "./auth.texts.ts";
import { inWords, type Visitor } from "./visitor.ts";

/** Whether so many wrong passwords are told: at five, and whenever they have doubled. */
const isTold = (count: number): boolean => {
  const doubled = Math.log2(count / FREE_ATTEMPTS.password);
  return doubled >= 0 && Number.isInteger(doubled);
};

/**
 * Counts a wrong password, and tells the account's user of many: one notice for each hour, which is kept true. That is
 * done after the answer, which must take as long for a name that nobody has.
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
      and id >= ${Date.parse(windowStart(now))} and kind = 'auth.attempts'`),
    authNotices.write(context, id, "auth.attempts", details),
  ]);
  // A refused request tells open pages of nothing.
  await announce(env, organizationId);
}
