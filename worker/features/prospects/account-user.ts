import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { MemberContext } from "../../lib/context.ts";
import { aliased } from "../../lib/db/columns.ts";
import { members } from "../members/index.ts";
import { isOfAdministration, roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import type { ProspectRow } from "./prospects.rows.ts";
import { prospects } from "./prospects.table.ts";
import { prospectErrors } from "./prospects.texts.ts";

const others = alias(prospects, "others");

/**
 * The statement that reads, for prospects without a user, the users with their Discord account, who linked it before any sync.
 * The columns of their membership have the names of a prospect's own user.
 */
export const selectAccountUsers = ({ db }: MemberContext, ids: SQL) =>
  db
    .select({
      prospectId: prospects.id,
      userId: aliased(users.id, "account_user_id"),
      memberId: aliased(members.id, "member_id"),
      memberStatus: aliased(members.status, "member_status"),
      rolePriority: roles.priority,
      isOfAdministration: isOfAdministration(roles).mapWith(Boolean).as("of_administration"),
      otherId: aliased(others.id, "other_id"),
    })
    .from(prospects)
    .innerJoin(
      users,
      and(eq(users.organizationId, prospects.organizationId), eq(users.discordId, prospects.discordId)),
    )
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(roles, eq(roles.id, members.roleId))
    .leftJoin(others, eq(others.userId, users.id))
    .where(sql`${prospects.id} in ${ids} and ${prospects.userId} is null`);

export type AccountUser = Awaited<ReturnType<typeof selectAccountUsers>>[number];

/**
 * The user who gets a prospect because they hold its Discord account, as columns of its row; empty for none.
 * @throws AppError discord_id_taken for a user with a prospect
 */
export function accountUserOf(
  { id, discordId }: ProspectRow,
  found: readonly AccountUser[],
): Omit<AccountUser, "prospectId" | "otherId"> | undefined {
  const account = found.find(({ prospectId }) => prospectId === id);
  if (!account) return undefined;
  const { prospectId: _, otherId, ...columns } = account;
  if (otherId !== null) throw prospectErrors.discord_id_taken({ discordId: discordId ?? "" });
  return columns;
}
