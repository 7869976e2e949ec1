import { and, eq, ne, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { write } from "../../lib/guard.ts";
import { makeHangar } from "./hangar.rows.ts";
import type { HangarPrivacy } from "./hangar.schema.ts";
import { hangars } from "./hangar.table.ts";
import { hangarAudit } from "./hangar.texts.ts";

/** Whether the fleet leaves the actor's hangar out. */
export async function getPrivacy({ db, actor }: UserContext): Promise<HangarPrivacy> {
  const [hangar] = await db
    .select({ isHidden: hangars.isHidden })
    .from(hangars)
    .where(eq(hangars.userId, actor.userId));
  return { isHidden: hangar?.isHidden ?? false };
}

/** Hides the actor's hangar from the fleet or shows it there. */
export async function changePrivacy(
  context: UserContext,
  { isHidden }: HangarPrivacy,
): Promise<HangarPrivacy> {
  const { db, actor } = context;
  const isOther = and(eq(hangars.userId, actor.userId), ne(hangars.isHidden, isHidden));
  await write(db, [
    // Without a hangar there is nothing to show, and something to keep hidden.
    ...(isHidden ? [makeHangar(context, actor.userId)] : []),
    hangarAudit.writeMany(context, isHidden ? "hangar.hidden" : "hangar.shown", {
      id: sql`null`,
      name: sql`null`,
      details: sql`null`,
      from: sql`from ${hangars} where ${isOther}`,
    }),
    db.update(hangars).set({ isHidden }).where(isOther),
  ]);
  return { isHidden };
}
