/** Settings of an organization with the value each has until someone changes it. */
export const SETTING_DEFAULTS = {
  allow_registration: true,
  discord_auto_sync: true,
  bot_auto_start: true,
  email_notifications: false,
  debug_mode: false,
} as const;
export type SettingKey = keyof typeof SETTING_DEFAULTS;

/** A setting that anyone may know before signing in: whether registration is open. */
export type PublicSetting = { settingKey: SettingKey; settingValue: boolean };
