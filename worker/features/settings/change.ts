import { sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { isMailConfigured } from "../../lib/outgoing/mail.ts";
import { record } from "../../lib/record.ts";
import { fieldErrors, invalidField, invalidInput } from "../../lib/validation.ts";
import {
  isNumber,
  type OrganizationSetting,
  organizationSetting,
  SETTING_DEFAULTS,
  SETTING_KEYS,
  SETTING_RANGES,
  type SettingInput,
  type SettingKey,
  type SettingPath,
  settingValueOf,
} from "./settings.schema.ts";
import { organizationSettings } from "./settings.table.ts";
import { settingAudit, settingErrors, settingName, valueText } from "./settings.texts.ts";

/** SQL: all existing settings, stored or not. */
const SETTINGS = sql`(select column1 as value from (values ${sql.join(
  SETTING_KEYS.map((key) => sql`(${key})`),
  sql`, `,
)})) setting`;

/** The record of a setting, which is stored once it was changed. */
const settingRecord = record({
  table: organizationSettings,
  select: ({ db, actor }, which) => {
    const { organizationId, settingKey, settingValue, updatedAt, updatedBy, version } = organizationSettings;
    return db
      .select({
        id: sql<SettingKey>`setting.value`.as("id"),
        ...{ settingValue, updatedAt, updatedBy },
        version: sql<number>`coalesce(${version}, 0)`.as("setting_version"),
      })
      .from(SETTINGS)
      .leftJoin(
        organizationSettings,
        sql`${organizationId} = ${actor.organizationId} and ${settingKey} = setting.value`,
      )
      .where(which);
  },
  by: sql`setting.value`,
  identity: ({ id: settingKey }, { actor }) => ({ organizationId: actor.organizationId, settingKey }),
  answers: organizationSetting,
  present: ({ id: settingKey, settingValue, ...row }, { env }): OrganizationSetting => {
    const defaultValue = SETTING_DEFAULTS[settingKey];
    const value =
      typeof defaultValue === "boolean" && settingValue !== null ? settingValue === 1 : settingValue;
    const isBlocked = settingKey === "email_notifications" && !isMailConfigured(env);
    return {
      settingKey,
      settingValue: value ?? defaultValue,
      defaultValue,
      ...row,
      blocked: isBlocked ? "mail_not_configured" : null,
    };
  },
  nameOf: ({ id }, { language }) => {
    const name = settingName(id, language);
    return name[0]?.toUpperCase() + name.slice(1);
  },
  audit: settingAudit,
});

export async function listSettings(context: MemberContext): Promise<OrganizationSetting[]> {
  const rows = await settingRecord.find(context, sql`true`);
  return rows.map((row) => settingRecord.present(row, context));
}

/**
 * Changes a setting; an equal value changes nothing.
 * @throws AppError invalid_input for a value that it cannot have, stale_version, mail_not_configured to have e-mail sent
 * without a mail service
 */
export async function changeSetting(
  context: MemberContext,
  { settingKey, settingValue, version }: SettingPath & SettingInput,
): Promise<OrganizationSetting> {
  const { actor, language } = context;
  const { error } = settingValueOf(settingKey).safeParse({ settingValue }, { reportInput: true });
  if (error) throw invalidInput(fieldErrors(error.issues, language));
  return settingRecord.upsert(context, settingKey, version, (row) => {
    const setting = settingRecord.present(row, context);
    if (setting.settingValue === settingValue) return null;
    if (settingValue && setting.blocked) throw settingErrors.mail_not_configured();
    const [from, to] = [valueText(settingKey, setting.settingValue), valueText(settingKey, settingValue)];
    const action = typeof settingValue === "boolean" ? "setting.changed" : "setting.number_changed";
    const isRole = isNumber(settingKey) && SETTING_RANGES[settingKey].unit === "role";
    const details = isRole
      ? sql`json_object('setting', ${settingKey}, 'from', ${nameOfRole(from)}, 'to', ${nameOfRole(to)})`
      : { setting: settingKey, from, to };
    return {
      set: { settingValue: Number(settingValue), updatedBy: actor.name },
      audit: [{ action, entity: { id: null, name: settingKey }, details }],
      checkBefore: isRole && settingValue !== 0 ? [guardRole(context, Number(settingValue))] : [],
    };
  });
}

// Roles build on settings, so this reads them by the name of their table.
const nameOfRole = (id: string) => sql`(select name from roles where id = ${id})`;

/** The guard that a role is one of the organization below administration. */
const guardRole = ({ actor, language }: MemberContext, id: number): Guard =>
  guard(
    sql`exists (select 1 from roles where id = ${id} and organization_id = ${actor.organizationId}
      and key is not 'administrator' and permissions not like '%"admin.%')`,
    invalidField("settingValue", language),
  );
