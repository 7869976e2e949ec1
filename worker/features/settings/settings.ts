import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { isMailConfigured } from "../../lib/outgoing/mail.ts";
import { SETTING_DEFAULTS, type SettingKey, type SwitchKey } from "./settings.schema.ts";
import { organizationSettings, organizations } from "./settings.table.ts";

/** SQL value: the deployment's first organization, which visitors register with and apply to. */
export const FIRST_ORGANIZATION = sql<number>`(select min(id) from ${organizations})`;

/** The statement that reads every organization with the value of a setting, the oldest first. */
function selectSetting(db: Db, key: SwitchKey) {
  const value = sql`coalesce(${organizationSettings.settingValue}, ${Number(SETTING_DEFAULTS[key])})`;
  const isOf = eq(organizationSettings.organizationId, organizations.id);
  return db
    .select({
      organizationId: organizations.id,
      isOn: value.mapWith(Boolean),
      passwordLength: settingNumber(organizations.id, "password_length").mapWith(Number),
      mails: settingIsOn(organizations.id, "email_notifications").mapWith(Boolean).as("mails"),
    })
    .from(organizations)
    .leftJoin(organizationSettings, and(isOf, eq(organizationSettings.settingKey, key)))
    .orderBy(organizations.id);
}

/** The organization that visitors register with (the deployment's first), and whether they may register. */
export const selectRegistration = (db: Db) => selectSetting(db, "allow_registration").limit(1);

/** Lists the settings that visitors can read. @throws AppError not_found for an organization that does not exist */
export async function listPublicSettings({ db, env }: SystemContext, { orgId }: { orgId: number }) {
  const settingKey = "allow_registration" as const;
  const [found] = await selectSetting(db, settingKey).where(eq(organizations.id, orgId));
  if (!found) throw errors.not_found();
  return [
    { settingKey, settingValue: found.isOn },
    { settingKey: "password_length" as const, settingValue: found.passwordLength },
    { settingKey: "email_notifications" as const, settingValue: found.mails && isMailConfigured(env) },
  ];
}

/** The statement that gives an organization another name. */
export const renameOrganization = (db: Db, id: number, name: string) =>
  db.update(organizations).set({ name }).where(eq(organizations.id, id));

export async function listOrganizations(db: Db): Promise<number[]> {
  const rows = await db.select({ id: organizations.id }).from(organizations);
  return rows.map(({ id }) => id);
}

export async function listOrganizationsWith(db: Db, key: SwitchKey): Promise<number[]> {
  const rows = await selectSetting(db, key);
  return rows.filter(({ isOn }) => isOn).map(({ organizationId }) => organizationId);
}

/** SQL value: the number of a setting of the organization, 0 or 1 for a switch. */
export function settingNumber(organizationId: SQLWrapper | number, key: SettingKey): SQL<number> {
  const { settingValue, settingKey, organizationId: organization } = organizationSettings;
  const stored = sql`select ${settingValue} from ${organizationSettings}
    where ${organization} = ${organizationId} and ${settingKey} = ${key}`;
  // For use inside another template, where drizzle keeps the names of tables: see worker/testing/subqueries.ts.
  return sql`coalesce((${stored}), ${sql.raw(String(Number(SETTING_DEFAULTS[key])))})`;
}

/**
 * SQL condition: a user who is no active member may sign in, since the front door is on, or to read their open application.
 * Applications build on settings, so this reads them by the name of their table.
 */
export const mayComeIn = (organizationId: SQLWrapper | number, userId: SQLWrapper | number): SQL =>
  sql`(${settingIsOn(organizationId, "front_door")}
    or exists (select 1 from admissions where user_id = ${userId} and status = 'sent'))`;

/** SQL condition: a setting of the organization is on. */
export const settingIsOn = (organizationId: SQLWrapper | number, key: SwitchKey): SQL =>
  sql`${settingNumber(organizationId, key)} = 1`;
