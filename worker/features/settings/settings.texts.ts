import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { fillIn } from "../../lib/sentence.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { type NumberKey, SETTING_KEYS, SETTING_RANGES, type SettingKey } from "./settings.schema.ts";

const NAMES: Record<SettingKey, Record<Language, string>> = {
  allow_registration: { en: "user registration", da: "brugerregistrering" },
  require_second_factor: {
    en: "two-step sign-in for administrators",
    da: "login i to trin for administratorer",
  },
  password_length: { en: "the minimum password length", da: "den mindste længde på adgangskoder" },
  session_days: { en: "when everybody signs in again", da: "hvornår alle logger ind igen" },
  discord_auto_sync: { en: "Discord auto sync", da: "automatisk synkronisering med Discord" },
  bot_auto_start: { en: "bot auto start", da: "automatisk start af bots" },
  bots_most: { en: "the number of bots allowed", da: "antallet af tilladte bots" },
  bots_running_most: {
    en: "the number of bots running at once",
    da: "antallet af bots, der kører på én gang",
  },
  email_notifications: { en: "e-mail notifications", da: "e-mailnotifikationer" },
  debug_mode: { en: "debug mode", da: "fejlsøgning" },
  transfer_fee: { en: "the transfer fee", da: "overførselsgebyret" },
  security_role: { en: "the role of the security team", da: "sikkerhedsholdets rolle" },
  security_trial_weeks: { en: "the trial in the security team", da: "prøvetiden på sikkerhedsholdet" },
  front_door: { en: "applications from outside", da: "ansøgninger udefra" },
  join_indexed: { en: "listing in search engines", da: "visning i søgemaskiner" },
  least_account_days: {
    en: "the least age of a Discord account",
    da: "den mindste alder på en Discord-konto",
  },
  needs_server: {
    en: "that applicants are in the Discord server",
    da: "at ansøgere er på Discord-serveren",
  },
  wait_after_refusal_days: { en: "the wait after a refusal", da: "ventetiden efter et afslag" },
  applications_a_day: { en: "the applications of a day", da: "ansøgningerne på en dag" },
  purge_days: { en: "when old answers are deleted", da: "hvornår gamle svar slettes" },
};

const STATES: Record<string, Record<Language, string>> = {
  on: { en: "on", da: "til" },
  off: { en: "off", da: "fra" },
};

/** A value in the audit log: a percentage, which settings store in hundredths, a number of days or weeks, or a number. */
export function valueText(key: SettingKey, value: boolean | number): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  const { unit } = SETTING_RANGES[key as NumberKey];
  if (unit === "percent") return `${value / 100}%`;
  return unit === "days" || unit === "weeks" ? `${value} ${unit}` : String(value);
}

const SPANS: Record<string, Record<Language, string>> = {
  days: { en: "{count|day|days}", da: "{count|dag|dage}" },
  weeks: { en: "{count|week|weeks}", da: "{count|uge|uger}" },
};

/** A number of {@link valueText} in a language's format; null for another text. */
function numberText(value: string, language: Language): string | null {
  const [, number = "", unit = ""] = /^([\d.]+)(%| days| weeks)$/.exec(value) ?? [];
  if (unit === "%") return language === "da" ? `${number.replace(".", ",")} %` : value;
  const span = SPANS[unit.trim()]?.[language];
  return span ? fillIn(span, () => number) : null;
}

/** The name of a setting inside a sentence. */
export const settingName = (key: SettingKey, language: Language): string => NAMES[key][language];

export const settingAudit = defineAudit(
  {
    "setting.changed": readBy("admin.users")(
      "{actor} switched {setting} from {from} to {to}",
      "{actor} skiftede {setting} fra {from} til {to}",
    ),
    "setting.number_changed": readBy("admin.users")(
      "{actor} changed {setting} from {from} to {to}",
      "{actor} ændrede {setting} fra {from} til {to}",
    ),
  },
  {
    detailText: (name, value, language) => {
      const key = name === "setting" && SETTING_KEYS.find((each) => each === value);
      return key ? NAMES[key][language] : (STATES[value]?.[language] ?? numberText(value, language));
    },
  },
);

export const settingErrors = defineErrors({
  mail_not_configured: problem(409)(
    "No mail service configured. Set MAIL_API_URL, MAIL_API_TOKEN and MAIL_FROM for this deployment first.",
    "Ingen mailtjeneste er sat op. Sæt først MAIL_API_URL, MAIL_API_TOKEN og MAIL_FROM for installationen.",
  ),
});
