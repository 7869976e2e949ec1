import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client.ts";
import { members, roles } from "../members/index.ts";
import { organizations } from "../settings/index.ts";
import { skeletonOf, users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";

/** Most names that a new one is compared with, those of the highest roles first. */
const COMPARED = 120;

const permissionsOfMember = sql`(select permission.value from ${roles} plain, json_each(plain.permissions) permission
  where plain.organization_id = (select min(id) from ${organizations}) and plain.key = 'member')`;

/** SQL: usernames and display names, as JSON, of active members who may do more than the Member role. */
const standing: SQL<string> = sql<string>`(select json_group_array(json_array(username, display_name)) from (
  select ${users.username}, ${users.displayName}
  from (select id from ${roles}
    where organization_id = (select min(id) from ${organizations})
      and (key = 'administrator' or exists (select 1 from json_each(permissions) where value not in ${permissionsOfMember}))
    order by priority desc limit 100) higher
  cross join ${members} on ${members.roleId} = higher.id and ${members.status} = 'active'
  cross join ${users} on ${users.id} = ${members.userId}
  limit ${COMPARED}))`;

/** The statement that reads the names that those who register themselves cannot come close to. */
export const selectStandingNames = (db: Db) => db.all<{ names: string }>(sql`select ${standing} as names`);

/**
 * Refuses a visitor who is called like one of them. A member who gets more permissions in the same moment is not seen:
 * reading the names a second time, in the batch, would cost more than that is worth.
 * @param names what `selectStandingNames` answered
 * @throws AppError display_name_taken
 */
export function refuseLookAlikes(names: string, own: { username: string; displayName: string }): void {
  const known = new Set((JSON.parse(names) as [string, string][]).flat().map(skeletonOf));
  if ([own.username, own.displayName].some((name) => known.has(skeletonOf(name))))
    throw authErrors.display_name_taken({ name: own.displayName });
}
