import * as z from "zod/mini";
import { version } from "../../lib/wire.schema.ts";

/** Settings of an organization with their values until someone changes them. */
export const SETTING_DEFAULTS = {
  allow_registration: true,
  require_second_factor: false,
  /** The least characters of a new password: PASSWORD_MIN, until an administrator raises it. */
  password_length: 6,
  /** Days after which a session ends, whatever its use. */
  session_days: 90,
  discord_auto_sync: true,
  bot_auto_start: true,
  /** The most bots that the organization has. */
  bots_most: 20,
  /** The most of its bots that run at the same time. */
  bots_running_most: 10,
  email_notifications: false,
  debug_mode: false,
  /** The fee of a transfer in the game, in hundredths of a percent. */
  transfer_fee: 50,
  /** The id of the security team's role; 0 for none. */
  security_role: 0,
  /** Weeks of a trial in the security team. */
  security_trial_weeks: 6,
  /** Whether people from outside can sign in and apply. */
  front_door: false,
  /** Whether search engines may list the page at /join. */
  join_indexed: false,
  /** The least age of an applicant's Discord account in days; 0 for any. */
  least_account_days: 0,
  /** Whether applicants have to be in the Discord server. */
  needs_server: false,
  /** Days from a refusal until the same person may apply again. */
  wait_after_refusal_days: 42,
  /** The most applications of the organization in a day. */
  applications_a_day: 300,
  /** Days after which the answers of declined and withdrawn applications are deleted. */
  purge_days: 90,
} as const;
type Defaults = typeof SETTING_DEFAULTS;
export type SettingKey = keyof Defaults;
/** A setting that is on or off. */
export type SwitchKey = { [Key in SettingKey]: Defaults[Key] extends boolean ? Key : never }[SettingKey];
/** A setting that is a whole number. */
export type NumberKey = Exclude<SettingKey, SwitchKey>;
export const SETTING_KEYS = Object.keys(SETTING_DEFAULTS) as [SettingKey, ...SettingKey[]];

/**
 * Least and greatest value of a number, and its unit: percent are stored as hundredths. A role is one of the organization below
 * administration, by its id, or 0 for none.
 */
export const SETTING_RANGES: Record<
  NumberKey,
  {
    least: number;
    most: number;
    unit: "percent" | "days" | "weeks" | "characters" | "bots" | "role" | "applications";
  }
> = {
  password_length: { least: 6, most: 64, unit: "characters" },
  session_days: { least: 1, most: 365, unit: "days" },
  bots_most: { least: 1, most: 100, unit: "bots" },
  bots_running_most: { least: 1, most: 50, unit: "bots" },
  transfer_fee: { least: 0, most: 1_000, unit: "percent" },
  security_role: { least: 0, most: Number.MAX_SAFE_INTEGER, unit: "role" },
  security_trial_weeks: { least: 1, most: 26, unit: "weeks" },
  least_account_days: { least: 0, most: 365, unit: "days" },
  wait_after_refusal_days: { least: 0, most: 365, unit: "days" },
  applications_a_day: { least: 10, most: 2_000, unit: "applications" },
  purge_days: { least: 7, most: 365, unit: "days" },
};

/** The settings by the groups on their page. */
export const SETTING_CATEGORIES = {
  authentication: ["allow_registration", "password_length", "require_second_factor", "session_days"],
  discord: ["discord_auto_sync", "bot_auto_start", "bots_most", "bots_running_most"],
  notifications: ["email_notifications"],
  contracts: ["transfer_fee"],
  security: ["security_role", "security_trial_weeks"],
  recruiting: [
    ...(["front_door", "join_indexed", "least_account_days", "needs_server"] as const),
    ...(["wait_after_refusal_days", "applications_a_day", "purge_days"] as const),
  ],
  system: ["debug_mode"],
} as const satisfies Record<string, readonly SettingKey[]>;

/** A setting that visitors can read: whether registration is open, the least length of a password, whether e-mail is sent. */
export const publicSetting = z.object({
  settingKey: z.enum(SETTING_KEYS),
  settingValue: z.union([z.boolean(), z.number()]),
});
export type PublicSetting = z.infer<typeof publicSetting>;

/** A setting, GET /api/organization/{orgId}/settings, which includes unchanged ones. */
export const organizationSetting = z.object({
  settingKey: z.enum(SETTING_KEYS),
  settingValue: z.union([z.boolean(), z.number()]),
  defaultValue: z.union([z.boolean(), z.number()]),
  /** Null if it was never changed. */
  updatedAt: z.nullable(z.string()),
  /** Name of the user who changed it last. */
  updatedBy: z.nullable(z.string()),
  /** 0 if it was never changed. */
  version: z.number(),
  /** Why it cannot be switched on; null if it can. */
  blocked: z.nullable(z.literal("mail_not_configured")),
});
export type OrganizationSetting = z.infer<typeof organizationSetting>;

export const settingPath = z.object({ settingKey: z.enum(SETTING_KEYS) });
export type SettingPath = z.infer<typeof settingPath>;

export const settingInput = z.strictObject({ settingValue: z.union([z.boolean(), z.number()]), version });
export type SettingInput = z.infer<typeof settingInput>;

export const isNumber = (key: SettingKey): key is NumberKey => key in SETTING_RANGES;

/** The input of a setting, by its key. */
export function settingValueOf(key: SettingKey) {
  if (!isNumber(key)) return z.object({ settingValue: z.boolean() });
  const { least, most } = SETTING_RANGES[key];
  return z.object({ settingValue: z.int().check(z.gte(least), z.lte(most)) });
}
