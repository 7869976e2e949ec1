import { and, eq, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import type { Env } from "../../lib/env.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { named } from "../../lib/named.ts";
import { isMailConfigured } from "../../lib/outgoing/mail.ts";
import { fieldErrors, invalidInput } from "../../lib/validation.ts";
import {
  type OrganizationSetting,
  organizationSetting,
  SETTING_DEFAULTS,
  SETTING_KEYS,
  type SettingInput,
  type SettingKey,
  settingValueOf,
} from "./settings.schema.ts";
import { organizationSettings } from "./settings.table.ts";
import { settingAudit, settingErrors, settingName, valueText } from "./settings.texts.ts";

type Row = typeof organizationSettings.$inferSelect;

const isOf = ({ actor }: Context, key?: SettingKey) =>
  and(
    eq(organizationSettings.organizationId, actor.organizationId),
    key && eq(organizationSettings.settingKey, key),
  );

function toSetting(env: Env, settingKey: SettingKey, row: Row | undefined): OrganizationSetting {
  const defaultValue = SETTING_DEFAULTS[settingKey];
  const isBlocked = settingKey === "email_notifications" && !isMailConfigured(env);
  return {
    settingKey,
    settingValue:
      row && typeof defaultValue === "boolean" ? row.settingValue === 1 : (row?.settingValue ?? defaultValue),
    defaultValue,
    updatedAt: row?.updatedAt ?? null,
    updatedBy: row?.updatedBy ?? null,
    version: row?.version ?? 0,
    blocked: isBlocked ? "mail_not_configured" : null,
  };
}

/** All settings of the caller's organization. */
export async function listSettings(context: Context): Promise<OrganizationSetting[]> {
  const rows = await context.db.select().from(organizationSettings).where(isOf(context));
  return SETTING_KEYS.map((key) =>
    toSetting(
      context.env,
      key,
      rows.find(({ settingKey }) => settingKey === key),
    ),
  );
}

/** How often a change looks at the setting anew because it changed meanwhile. */
const TRIES = 3;

/**
 * Changes a setting; one that has the value already stays as it is.
 * @throws AppError invalid_input for a value that it cannot have, stale_version, mail_not_configured to have e-mail sent without a mail service
 */
export async function changeSetting(
  context: Context,
  settingKey: SettingKey,
  { settingValue, version }: SettingInput,
): Promise<OrganizationSetting> {
  const { db, env, actor, now, language } = context;
  const { error } = settingValueOf(settingKey).safeParse({ settingValue }, { reportInput: true });
  if (error) throw invalidInput(fieldErrors(error.issues, language));
  const select = db.select().from(organizationSettings).where(isOf(context, settingKey));
  const name = settingName(settingKey, language);
  for (let tries = 1; ; tries++) {
    const [row] = await select;
    const setting = toSetting(env, settingKey, row);
    const stale = errors.stale_version(
      { name: name[0]?.toUpperCase() + name.slice(1) },
      { current: named(organizationSetting, setting) },
    );
    if (version !== undefined && version !== setting.version) throw stale;
    if (setting.settingValue === settingValue) return setting;
    if (settingValue && setting.blocked) throw settingErrors.mail_not_configured();
    const set = { settingValue: Number(settingValue), updatedAt: now.toISOString(), updatedBy: actor.name };
    const details = {
      setting: settingKey,
      from: valueText(setting.settingValue),
      to: valueText(settingValue),
    };
    const isUnchanged = sql`coalesce((select version from ${organizationSettings} where ${isOf(context, settingKey)}), 0)
      = ${setting.version}`;
    try {
      const results = await write(db, [
        guard(isUnchanged, stale),
        db
          .insert(organizationSettings)
          .values({ organizationId: actor.organizationId, settingKey, ...set })
          .onConflictDoUpdate({
            target: [organizationSettings.organizationId, organizationSettings.settingKey],
            set: { ...set, version: sql`${organizationSettings.version} + 1` },
          }),
        settingAudit.write(context, {
          action: typeof settingValue === "boolean" ? "setting.changed" : "setting.number_changed",
          entity: { id: null, name: settingKey },
          details,
        }),
        select as Statement,
      ]);
      const [changed] = results.at(-1) as Row[];
      return toSetting(env, settingKey, changed);
    } catch (error) {
      if (error !== stale || tries === TRIES) throw error;
    }
  }
}
