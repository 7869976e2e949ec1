import { at, insert, nextNumber } from "../../../testing/database.ts";
import { person, raw } from "../../../testing/world.ts";

/** Inserts a custom role; returns its id. */
export const customRole = (
  permissions: readonly string[] = ["dashboard.view"],
  { priority = 20, name = `Role ${nextNumber()}`, organizationId = 1 } = {},
): Promise<number> =>
  insert("roles", {
    ...{ organization_id: organizationId, name, priority },
    ...{ permissions: JSON.stringify(permissions), is_system: 0, created_at: at(), updated_at: at() },
  });

/** A signed-in member with this role. */
export async function holderOf(roleId: number, name?: string) {
  const caller = await person("member", 1, name);
  await raw.DB.prepare("update members set role_id = ? where id = ?").bind(roleId, caller.memberId).run();
  return caller;
}

/** Inserts an own permission of organization 1; returns its id. */
export async function customPermission(): Promise<string> {
  const key = `custom.made_${nextNumber()}`;
  await insert("custom_permissions", {
    ...{ organization_id: 1, key, name: `Made ${key}`, category: "Custom" },
    ...{ created_at: at(), updated_at: at() },
  });
  await raw.DB.prepare(
    `update roles set permissions = json_insert(permissions, '$[#]', ?), version = version + 1
     where organization_id = 1 and key = 'administrator'`,
  )
    .bind(key)
    .run();
  return key;
}
