import { and, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import type { SystemRole } from "../../lib/permissions.schema.ts";
import { memberHistory, members, roles, selectMember } from "../members/index.ts";
import { permissionsOf } from "../sessions/index.ts";
import type { MemberPermissions } from "./profiles.schema.ts";

/** What a member may do, and how they came by it. @throws AppError not_found */
export async function explainPermissions(context: UserContext, id: number): Promise<MemberPermissions> {
  const { db } = context;
  const newest = (which: SQL) =>
    db
      .select()
      .from(memberHistory)
      .where(and(eq(memberHistory.memberId, id), which))
      .orderBy(desc(memberHistory.id))
      .limit(1);
  const [[member], [role], [given], [ended]] = await readBatch(db, [
    selectMember(context, id),
    db
      .select({ key: roles.key, permissions: roles.permissions })
      .from(members)
      .innerJoin(roles, eq(roles.id, members.roleId))
      .where(eq(members.id, id)),
    newest(inArray(memberHistory.action, ["joined", "role"])),
    newest(eq(memberHistory.action, "status")),
  ]);
  if (!member || !role) throw errors.not_found();
  const isActive = member.status === "active";
  const held = isActive ? permissionsOf(role.key as SystemRole | null, role.permissions) : [];
  return {
    role: member.role,
    by: isActive ? (role.key === "administrator" ? "administrator" : "role") : "inactive",
    permissions: [...held].sort(),
    given: given ? { at: given.createdAt, by: given.performedBy, because: given.because } : null,
    ended: !isActive && ended ? { at: ended.createdAt, by: ended.performedBy } : null,
  };
}
