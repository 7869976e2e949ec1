import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { dayOf } from "../../lib/days.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { members } from "./members.table.ts";

/** The statement that notes a member's leaves. It keeps the version, so that edits of the member stay valid. */
export const setMemberLeaves = (db: Db, userId: number, leaves: SQL): Statement =>
  db.run(sql`update ${members} set leaves = ${leaves} where user_id = ${userId}`);

type Reading = Pick<Context, "actor" | "now">;
export type Days = { from: string; to: string };

/**
 * The noted leave of a member that covers today or, without one, another day; null for none, and for readers who may not
 * read members.
 */
export function leaveOf({ actor, now }: Reading, leaves: string | null, other?: string): Days | null {
  if (!leaves || !actor.permissions.has("members.read")) return null;
  const all = leaves.split(" ").map((each): Days => {
    const [from = "", to = ""] = each.split("/");
    return { from, to };
  });
  const on = (day: string) => all.find(({ from, to }) => from <= day && day <= to);
  return on(dayOf(now)) ?? (other ? on(other) : undefined) ?? null;
}

/** The last day of the noted leave that covers today; null as `leaveOf`. */
export const awayUntil = (context: Reading, leaves: string | null): string | null =>
  leaveOf(context, leaves)?.to ?? null;
