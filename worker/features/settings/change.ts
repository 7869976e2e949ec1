import { sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { isMailConfigured } from "../../lib/outgoing/mail.ts";
import { record } from "../../lib/record.ts";
import { fieldErrors, invalidInput } from "../../lib/validation.ts";
import {
  type OrganizationSetting,
  organizationSetting,
  SETTING_DEFAULTS,
  SETTING_KEYS,
  type SettingInput,
  type SettingKey,
  type SettingPath,
  settingValueOf,
} from "./settings.schema.ts";
import { organizationSettings } from "./settings.table.ts";
import { settingAudit, settingErrors, settingName, valueText } from "./settings.texts.ts";

/** SQL: the settings that there are, stored or not. */
const SETTINGS = sql`(select column1 as value from (values ${sql.join(
  SETTING_KEYS.map((key) => sql`(${key})`),
  sql`, `,
)})) setting`;

/** The one way to read and change a setting, which is stored once it was changed. */
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
 * Changes a setting; one that has the value already stays as it is.
 * @throws AppError invalid_input for a value that it cannot have, stale_version, mail_not_configured to have e-mail sent
 *   without a mail service
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
    return {
      set: { settingValue: Number(settingValue), updatedBy: actor.name },
      audit: [{ action, entity: { id: null, name: settingKey }, details: { setting: settingKey, from, to } }],
    };
  });
}
