/** Settings of an organization with the value each has until someone changes it. */
export declare const SETTING_DEFAULTS: {
  readonly allow_registration: true;
  readonly discord_auto_sync: true;
  readonly bot_auto_start: true;
  readonly email_notifications: false;
  readonly debug_mode: false;
};
export type SettingKey = keyof typeof SETTING_DEFAULTS;
/** What anyone may know before signing in. */
export declare const PUBLIC_SETTINGS: readonly ["allow_registration"];
export type PublicSetting = {
  settingKey: SettingKey;
  settingValue: boolean;
};
