import type { HealthReport, ServiceReport } from "../../../worker/features/health/health.schema.ts";
import type { ShipSyncStatus } from "../../../worker/features/ships/ships.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";
import { formatDuration } from "./units.ts";

export const MINUTE = 60_000;

/** How long a service has had its state, in milliseconds. */
export const lasting = ({ since }: Pick<ServiceReport, "since">, now: number): number =>
  since === null ? 0 : Math.max(0, now - Date.parse(since));

/** The report in sentences: services that are down, with the duration, and slow ones; null before the first check. */
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
    const ms = lasting(each, now);
    const name = t(`health.service.${each.service}`);
    if (ms < MINUTE) return t("health.verdict.down_now", { name });
    return t("health.verdict.down", { name, time: formatDuration(ms, language, "long") });
  });
  const slow = stateOf("slow").map(({ service }) =>
    t("health.verdict.slow", { name: t(`health.service.${service}`) }),
  );
  return [...down, ...slow].join(" ") || t("health.verdict.up");
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
