import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Permission, SYSTEM_PERMISSIONS, type SystemRole } from "../../lib/permissions.schema.ts";
import { roles } from "./roles.table.ts";

const SYSTEM: ReadonlySet<string> = new Set(SYSTEM_PERMISSIONS);
/** Whether a permission is the product's, not an organization's own. */
export const isSystem = (permission: string): permission is Permission => SYSTEM.has(permission);

/** What a role holds: the administrator role each of the product's permissions, whatever its row says. */
export function permissionsOf(key: SystemRole | null, stored: readonly string[]): Set<string> {
  return new Set([...stored, ...(key === "administrator" ? SYSTEM_PERMISSIONS : [])]);
}

/** SQL condition: the role of a row holds a permission, as `permissionsOf` says. Reads no row more than the role's. */
export const roleHolds = (permission: string): SQL =>
  sql`((${Number(isSystem(permission))} and ${roles.key} is 'administrator')
    or instr(${roles.permissions}, ${JSON.stringify(permission)}) > 0)`;

/** SQL condition: a role, given as its alias, is one of the administration; null where there is none. */
export const isOfAdministration = (role: SQLWrapper): SQL =>
  sql`(${role}.key = 'administrator' or ${role}.permissions like '%"admin.%')`;
