import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { dayOf } from "../../lib/days.ts";
import type { Statement } from "../../lib/db/client.ts";

/** What features that build on members add to them; their `index.ts` pass it in. */
export type Attached = {
  /** SQL: the days of the leave of a user that covers a day, such as `2026-12-03/2026-12-10`; null for none. */
  leaveOn: (userId: SQLWrapper, day: SQLWrapper | string) => SQL<string | null>;
  /** Statements that are written before members become inactive, of whom some may be so already. */
  whenInactive: (context: Context, userIds: SQL | number) => readonly Statement[];
};

const attached: Partial<Attached> = {};

/** Sets what a feature adds to members, which do not import it. */
export function attachToMembers(parts: Partial<Attached>): void {
  Object.assign(attached, parts);
}

export const whenInactive: Attached["whenInactive"] = (...given) => attached.whenInactive?.(...given) ?? [];

/**
 * SQL: the days of the leave of a user that covers a day, today by default, for `daysOf`; null for none, and for readers
 * who may not know.
 */
export const leaveOn = (
  { actor, now }: Context,
  userId: SQLWrapper,
  day: SQLWrapper | string = dayOf(now),
): SQL<string | null> =>
  (actor.permissions.has("members.read") && attached.leaveOn?.(userId, day)) || sql`null`;

/** The first and the last day of what `leaveOn` reads. */
export function daysOf(leave: string | null): { from: string; to: string } | null {
  const [from, to] = leave?.split("/") ?? [];
  return from && to ? { from, to } : null;
}
