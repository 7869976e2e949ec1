import { type SQL, sql } from "drizzle-orm";
import type { Performer } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { prospectHistory, prospects } from "./prospects.table.ts";

/** The statements that put somebody who registered on the website into the pipeline at intro. */
export function insertWebsiteProspect(
  db: Db,
  person: {
    organizationId: number;
    userId: SQL;
    username: string;
    displayName: string;
    email: string | null;
    at: string;
    by: Performer;
  },
): Statement[] {
  const { at, by, ...values } = person;
  return [
    db.insert(prospects).values({
      ...values,
      status: "intro",
      referralSource: "website",
      stageChangedAt: at,
      createdAt: at,
      updatedAt: at,
    }),
    db.insert(prospectHistory).values({
      prospectId: sql`(select max(id) from ${prospects})`,
      action: "created",
      performedBy: by.name,
      performedById: by.userId,
      newValue: "intro",
      createdAt: at,
    }),
  ];
}
