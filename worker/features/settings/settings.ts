import { and, eq, sql } from "drizzle-orm";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { PUBLIC_SETTINGS, type PublicSetting, SETTING_DEFAULTS, type SettingKey } from "./settings.schema.ts";
import { organizationSettings, organizations } from "./settings.table.ts";

/** The organization that visitors register with (the deployment's first), and whether they may. */
export const selectRegistration = (db: Db) =>
  db
    .select({
      organizationId: organizations.id,
      isOpen: sql<number>`coalesce(${organizationSettings.settingValue}, ${Number(SETTING_DEFAULTS.allow_registration)})`,
    })
    .from(organizations)
    .leftJoin(
      organizationSettings,
      and(
        eq(organizationSettings.organizationId, organizations.id),
        eq(organizationSettings.settingKey, "allow_registration"),
      ),
    )
    .orderBy(organizations.id)
    .limit(1);

/** The settings that anyone may know. @throws AppError not_found for an organization that does not exist */
export async function listPublicSettings(db: Db, organizationId: number): Promise<PublicSetting[]> {
  const [found, stored] = await readBatch(db, [
    db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, organizationId)),
    db.select().from(organizationSettings).where(eq(organizationSettings.organizationId, organizationId)),
  ]);
  if (!found.length) throw errors.not_found();
  const values = new Map(stored.map((row) => [row.settingKey, row.settingValue]));
  return PUBLIC_SETTINGS.map((settingKey) => ({
    settingKey,
    settingValue: values.get(settingKey) ?? SETTING_DEFAULTS[settingKey],
  }));
}

/** The statement that reads the ids of all organizations. */
export const selectOrganizations = (db: Db) => db.select({ id: organizations.id }).from(organizations);

/** The ids of all organizations. */
export async function listOrganizations(db: Db): Promise<number[]> {
  const rows = await selectOrganizations(db);
  return rows.map(({ id }) => id);
}

/** The organizations in which a setting is on. */
export async function listOrganizationsWith(db: Db, key: SettingKey): Promise<number[]> {
  const rows = await db
    .select({ id: organizations.id, value: organizationSettings.settingValue })
    .from(organizations)
    .leftJoin(
      organizationSettings,
      and(
        eq(organizationSettings.organizationId, organizations.id),
        eq(organizationSettings.settingKey, key),
      ),
    );
  return rows.filter((row) => row.value ?? SETTING_DEFAULTS[key]).map((row) => row.id);
}
