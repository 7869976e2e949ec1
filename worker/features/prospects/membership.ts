import { sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import {
  hasAdministrator,
  insertMember,
  type MemberStatus,
  memberErrors,
  removeMember,
  setMemberStatus,
  systemRoleId,
} from "../members/index.ts";
import { endSessionsOfUser } from "../sessions/index.ts";
import { insertUser } from "../users/index.ts";
import type { ProspectRow } from "./prospects.rows.ts";
import type { ProspectStatus } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";

/** The membership that a status goes with: active makes it, inactive ends its access, onboarding does neither. */
export const memberStatusAt = (to: ProspectStatus, before: MemberStatus | null): MemberStatus | null =>
  to === "active" ? "active" : to === "inactive" && before !== null ? "inactive" : before;

/** The guard that the organization still has an active administrator when all is written. */
export const keepAdministrator = ({ actor }: UserContext, { displayName }: ProspectRow): Guard =>
  guard(hasAdministrator(actor.organizationId), memberErrors.last_administrator({ name: displayName }));

/**
 * The statements that give a prospect's membership a status: active makes the member (and the user, for a
 * person without one), inactive ends its access and its sessions, null takes it back as if never made.
 */
export function membershipStatements(
  context: UserContext,
  row: ProspectRow,
  wanted: MemberStatus | null,
): Statement[] {
  const { db, actor } = context;
  if (wanted === row.memberStatus) return [];
  if (wanted !== "active") {
    if (row.userId === null) return [];
    if (wanted === null) return removeMember(context, row.userId);
    return [...setMemberStatus(context, row.userId, "inactive"), endSessionsOfUser(db, row.userId)];
  }
  if (row.userId !== null && row.memberId !== null) return setMemberStatus(context, row.userId, "active");
  const { organizationId } = actor;
  const { id, username, displayName, email, discordId } = row;
  const makeUser =
    row.userId === null
      ? [
          // With the Discord id the next sync knows the person again; signing in with it waits for that sync.
          insertUser(context, { organizationId, username, displayName, email, discordId }),
          // Ids only grow and nothing else writes inside this transaction: the highest is the new one.
          db.run(sql`update ${prospects} set user_id = (select max(id) from users) where id = ${id}`),
        ]
      : [];
  return [
    ...makeUser,
    ...insertMember(context, {
      userId: sql`(select user_id from ${prospects} where id = ${id})`,
      roleId: systemRoleId(organizationId, "member"),
      inDiscord: row.discordStatus === "active",
      lastSeenAt: row.discordLastSeen,
    }),
  ];
}
