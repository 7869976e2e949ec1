import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { ActorRole, Person } from "../../lib/actor.ts";
import type { Db } from "../../lib/db/client.ts";
import type { Found } from "../../lib/http/actor-cache.ts";
import { isLockedIn } from "../../lib/pause.ts";
import { isOfAdministration, permissionsOf } from "../roles/index.ts";
import { settingIsOn } from "../settings/index.ts";

/**
 * SQL condition: the holders of a role, given as its alias, need a second factor: because of the role, or because the
 * organization requires it of its administration. Null without a role.
 */
export const isSecondFactorAsked = (organizationId: SQLWrapper, role: SQLWrapper): SQL =>
  sql`(${role}.requires_second_factor
    or (${settingIsOn(organizationId, "require_second_factor")} and ${isOfAdministration(role)}))`;

/** SQL condition: a user has neither an authenticator app nor a passkey. */
export const hasNoFactor = (userId: SQLWrapper): SQL =>
  sql`(not exists (select 1 from passkeys where user_id = ${userId})
    and not exists (select 1 from authenticators where user_id = ${userId} and confirmed_at is not null))`;

/** A person as read; `role` is JSON, and like `permissions` of an active member only. */
export type PersonRow = Pick<Person, "userId" | "organizationId" | "name" | "language" | "memberId"> & {
  role: string | null;
  permissions: string | null;
  isHeldBack: 0 | 1;
};

/** The columns of a person's organization; `revisions` is JSON. */
export type OrganizationRow = { revisions: string; isDebugging: 0 | 1; isLocked: 0 | 1 | null };

/** The columns of an `OrganizationRow`, for `selectPeople`. */
export const organizationColumns = sql`coalesce((select topics from revisions where organization_id = u.organization_id), '{}') as revisions,
  ${settingIsOn(sql`u.organization_id`, "debug_mode")} as isDebugging,
  ${isLockedIn(sql`u.organization_id`)} as isLocked`;

/**
 * The query, still without a condition, that reads people with their permissions.
 * @param from tables, in which users are `u`
 * @param columns further columns
 * @param isUnproven SQL condition: the person has a second factor, but this way in did not require it
 */
export const selectPeople = (from: SQL, columns: SQL, isUnproven: SQL) => sql`
  select u.id as userId, u.organization_id as organizationId, u.display_name as name, u.language,
    m.id as memberId, r.permissions,
    case when r.id is not null then json_object('id', r.id, 'key', r.key, 'name', r.name,
      'priority', r.priority, 'version', r.version) end as role,
    coalesce(${isSecondFactorAsked(sql`u.organization_id`, sql`r`)}, 0)
      and (${isUnproven} or ${hasNoFactor(sql`u.id`)}) as isHeldBack,
    ${columns}
  from ${from}
  left join members m on m.user_id = u.id and m.status = 'active'
  left join roles r on r.id = m.role_id`;

/** Permissions by role and what is stored: all people of a role share them. */
const granted = new Map<string, Person["permissions"]>();

function permissionsFrom(role: ActorRole, stored: string): Person["permissions"] {
  const key = `${role.key} ${stored}`;
  const known = granted.get(key);
  if (known) return known;
  // More than there are roles, but for those that were changed meanwhile.
  if (granted.size >= 500) granted.clear();
  const made = permissionsOf(role.key, JSON.parse(stored) as string[]);
  granted.set(key, made);
  return made;
}

export function toPerson(row: PersonRow): Person {
  const { userId, organizationId, name, language } = row;
  const isHeldBack = row.isHeldBack === 1;
  const role = row.role === null || isHeldBack ? null : (JSON.parse(row.role) as ActorRole);
  return {
    ...{ userId, organizationId, name, language, isHeldBack, role },
    memberId: isHeldBack ? null : row.memberId,
    rank: role?.key === "administrator" ? Number.POSITIVE_INFINITY : (role?.priority ?? 0),
    permissions: role ? permissionsFrom(role, row.permissions ?? "[]") : new Set(),
  };
}

export const toOrganization = ({ revisions, isDebugging, isLocked }: OrganizationRow) => ({
  revisions: JSON.parse(revisions) as Record<string, number>,
  isDebugging: isDebugging === 1,
  pause: isLocked === null ? null : isLocked === 1 ? ("locked" as const) : ("paused" as const),
});

export type ActingRow = PersonRow & OrganizationRow;

/**
 * The query that reads users with their permissions, which are withheld while they need a second factor and have none.
 * @param where a condition on users, as `u`
 * @param more further columns
 */
export const actingPeople = (where: SQL, more = sql``): SQL =>
  sql`${selectPeople(sql`users u`, sql`${organizationColumns} ${more}`, sql`0`)} where ${where}`;

/** The statement of `actingPeople`. */
export const selectActingPeople = <More extends object = object>(db: Db, where: SQL, more = sql``) =>
  db.all<ActingRow & More>(actingPeople(where, more));

export const toFound = (row: ActingRow): Found<Person> => ({
  actor: toPerson(row),
  ...toOrganization(row),
});

/** A user by their id, as `selectActingPeople` reads them; one round trip. @param userId SQL where another table has it */
export async function findActingPerson(db: Db, userId: number | SQL): Promise<Found<Person> | null> {
  const [row] = await selectActingPeople(db, sql`u.id = ${userId}`);
  return row ? toFound(row) : null;
}
