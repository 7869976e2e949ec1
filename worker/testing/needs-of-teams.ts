import { teamApplications, teams } from "../features/teams/teams.table.ts";
import { openDb, readBatch } from "../lib/db/client.ts";
import { raw } from "./database.ts";

type Reader = { userId: number; roleId: number; may: ReadonlySet<string> };

/** The applications to teams that ask something of a reader. */
export async function teamsAsRead({ userId, roleId, may }: Reader): Promise<number[]> {
  const { db } = openDb(raw.DB, "first-primary");
  const [all, applications] = await readBatch(db, [
    db.select().from(teams),
    db.select().from(teamApplications),
  ]);
  const reviewed = all.filter(({ reviewerRoleId }) =>
    reviewerRoleId === null ? may.has("admin.system") : reviewerRoleId === roleId,
  );
  return applications
    .filter((each) => each.status === "pending" && each.userId !== userId)
    .filter(({ teamId }) => reviewed.some(({ id }) => id === teamId))
    .map(({ id }) => id);
}
