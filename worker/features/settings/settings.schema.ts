import * as z from "zod/mini";
import { version } from "../../lib/wire.schema.ts";

/** Settings of an organization with the value each has until someone changes it. */
export const SETTING_DEFAULTS = {
  allow_registration: true,
  discord_auto_sync: true,
  bot_auto_start: true,
  email_notifications: false,
  debug_mode: false,
} as const;
export type SettingKey = keyof typeof SETTING_DEFAULTS;
export const SETTING_KEYS = Object.keys(SETTING_DEFAULTS) as [SettingKey, ...SettingKey[]];

/** The settings in the groups in which they are shown. */
export const SETTING_CATEGORIES = {
  authentication: ["allow_registration"],
  discord: ["discord_auto_sync", "bot_auto_start"],
  notifications: ["email_notifications"],
  system: ["debug_mode"],
} as const satisfies Record<string, readonly SettingKey[]>;

/** A setting that anyone may know before signing in: whether registration is open. */
export type PublicSetting = { settingKey: SettingKey; settingValue: boolean };

/** A setting, GET /api/organization/{orgId}/settings: all of them, those that were never changed too. */
export type OrganizationSetting = {
  settingKey: SettingKey;
  settingValue: boolean;
  defaultValue: boolean;
  /** Null for one that was never changed. */
  updatedAt: string | null;
  /** Name of the user who changed it last. */
  updatedBy: string | null;
  /** 0 for one that was never changed. */
  version: number;
  /** Why it cannot be switched on, null where it can. */
  blocked: "mail_not_configured" | null;
};

export const settingPath = z.object({ settingKey: z.enum(SETTING_KEYS) });

export const settingInput = z.strictObject({ settingValue: z.boolean(), version });
export type SettingInput = z.infer<typeof settingInput>;
