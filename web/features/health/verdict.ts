import type { HealthReport, ServiceReport } from "../../../worker/features/health/health.schema.ts";
import type { ShipSyncStatus } from "../../../worker/features/ships/ships.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { LOCALES } from "../../lib/format.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";
import { formatDuration } from "./units.ts";

export const MINUTE = 60_000;

/** How long a service has had its state, in milliseconds. */
export const lasting = ({ since }: Pick<ServiceReport, "since">, now: number): number =>
  since === null ? 0 : Math.max(0, now - Date.parse(since));

/** The report in a sentence: services that are down, with the duration, slow ones, and the others; null before the first check. */
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
  return t(isRestUp ? "health.verdict.with_rest" : "health.verdict.alone", { troubles: first });
}

/** The age of the ship data: fresh up to 24 hours after a sync, stale up to 72, then very stale. */
export function shipBadge(status: Pick<ShipSyncStatus, "createdAt" | "status"> | null, now: number) {
  if (status === null) return { key: "never", tone: "idle" } as const;
  if (status.status === "pending") return { key: "syncing", tone: "new" } as const;
  if (status.status === "failed") return { key: "failed", tone: "stop" } as const;
  if (status.status !== "completed") return { key: "unknown", tone: "idle" } as const;
  const hours = (now - Date.parse(status.createdAt)) / 3_600_000;
  if (hours < 24) return { key: "fresh", tone: "go" } as const;
  return hours < 72
    ? ({ key: "stale", tone: "wait" } as const)
    : ({ key: "very_stale", tone: "stop" } as const);
}
