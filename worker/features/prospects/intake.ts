import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { prospectHistory, prospects } from "./prospects.table.ts";

/** The statements that put a user who registers on the website into the pipeline at intro. */
export function insertWebsiteProspect(
  { db, actor, now }: Context,
  person: { userId: SQL; username: string; displayName: string; email: string | null },
): Statement[] {
  const at = now.toISOString();
  return [
    db.insert(prospects).values({
      ...person,
      organizationId: actor.organizationId,
      status: "intro",
      referralSource: "website",
      stageChangedAt: at,
      createdAt: at,
      updatedAt: at,
    }),
    db.insert(prospectHistory).values({
      prospectId: sql`(select max(id) from ${prospects})`,
      action: "created",
      performedBy: actor.name,
      performedById: actor.userId,
      newValue: "intro",
      createdAt: at,
    }),
  ];
}
