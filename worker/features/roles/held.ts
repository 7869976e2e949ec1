import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Permission, SYSTEM_PERMISSIONS, type SystemRole } from "../../lib/permissions.schema.ts";
import { roles } from "./roles.table.ts";

const SYSTEM: ReadonlySet<string> = new Set(SYSTEM_PERMISSIONS);
/** Whether a permission is the product's, not an organization's own. */
export const isSystem = (permission: string): permission is Permission => SYSTEM.has(permission);

/** The permissions of a role: for the administrator role all of the product's, in addition to its row's. */
export function permissionsOf(key: SystemRole | null, stored: readonly string[]): Set<string> {
  return new Set([...stored, ...(key === "administrator" ? SYSTEM_PERMISSIONS : [])]);
}

/** SQL condition: the role of a row holds a permission, as in `permissionsOf`. Reads only the role's row. */
export const roleHolds = (permission: string): SQL =>
  sql`((${Number(isSystem(permission))} and ${roles.key} is 'administrator')
    or instr(${roles.permissions}, ${JSON.stringify(permission)}) > 0)`;

/** SQL condition: a role, given as its alias, is of the administration; null without a role. */
export const isOfAdministration = (role: SQLWrapper): SQL =>
  sql`(${role}.key = 'administrator' or ${role}.permissions like '%"admin.%')`;
