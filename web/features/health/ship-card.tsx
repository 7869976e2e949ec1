import type { ReactNode } from "react";
import { PROVIDER_LIMITS } from "../../../worker/features/ships/ships.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { useShipSync } from "./health.api.ts";
import { shipBadge } from "./ship-badge.ts";

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
      <dt className="text-md text-ink-2">{label}</dt>
      <dd className="text-right text-md">{children}</dd>
    </div>
  );
}

/** The provider of ship data: how fresh what it gave is, and what it allows. */
export function ShipCard() {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { data, error, mutate } = useShipSync();
  const isLoaded = data !== undefined;
  const badge = shipBadge(data ?? null, now);
  return (
    <Panel
      title={t("health.ships.title")}
      aria-busy={!isLoaded && !error}
      actions={isLoaded ? <Badge tone={badge.tone}>{t(`health.ships.${badge.key}`)}</Badge> : null}
    >
      <div className="px-[18px] pt-3 pb-2">
        <p className="pb-3 text-ink-2">{t("health.ships.text")}</p>
        {isLoaded ? (
          <dl>
            <Line label={t("health.ships.last")}>
              {data ? <Time at={data.createdAt}>{format.day(data.createdAt)}</Time> : "–"}
            </Line>
            <Line label={t("health.ships.count")}>
              <span className="figure">{data ? format.number(data.recordsProcessed) : "–"}</span>
            </Line>
            <Line label={t("health.ships.auto")}>{t("health.every.daily")}</Line>
            <Line label={t("health.ships.limit")}>
              {t("health.ships.limits", {
                minute: format.number(PROVIDER_LIMITS.perMinute),
                day: format.number(PROVIDER_LIMITS.perDay),
              })}
            </Line>
          </dl>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void mutate()} />
        ) : (
          <SkeletonLines lines={4} className="pb-3" />
        )}
      </div>
    </Panel>
  );
}
