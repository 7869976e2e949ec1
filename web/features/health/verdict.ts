import type { HealthReport, ServiceReport } from "../../../worker/features/health/health.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { LOCALES } from "../../lib/format.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";
import { formatDuration } from "./units.ts";

export const MINUTE = 60_000;

/** How long ago a service came to be as it is, in milliseconds. */
export const lasting = ({ since }: Pick<ServiceReport, "since">, now: number): number =>
  since === null ? 0 : Math.max(0, now - Date.parse(since));

/** The report in a sentence: what is down, for how long, what is slow, and what of the rest; null before the first look. */
export function verdictOf(
  { services }: Pick<HealthReport, "services">,
  now: number,
  language: Language,
  t: Translate,
): string | null {
  const measured = services.filter(({ last }) => last !== null && last.state !== "not_configured");
  if (measured.length === 0) return null;
  const stateOf = (state: string) => measured.filter(({ last }) => last?.state === state);
  const down = stateOf("down").map((each) => {
    const isSilent = each.last?.why === "timeout" || each.last?.why === "unreachable";
    const ms = lasting(each, now);
    const name = t(`health.service.${each.service}.inside`);
    if (ms < MINUTE) return t(isSilent ? "health.verdict.silent_now" : "health.verdict.down_now", { name });
    const time = formatDuration(ms, language, "long");
    return t(isSilent ? "health.verdict.silent" : "health.verdict.down", { name, time });
  });
  const slow = stateOf("slow").map(({ service }) =>
    t("health.verdict.slow", { name: t(`health.service.${service}.inside`) }),
  );
  const troubles = [...down, ...slow];
  if (troubles.length === 0) return t("health.verdict.up");
  const list = new Intl.ListFormat(LOCALES[language]).format(troubles);
  const first = list.charAt(0).toLocaleUpperCase(LOCALES[language]) + list.slice(1);
  const isRestUp = troubles.length < measured.length;
  return isRestUp
    ? t("health.verdict.with_rest", { troubles: first })
    : t("health.verdict.alone", { troubles: first });
}
