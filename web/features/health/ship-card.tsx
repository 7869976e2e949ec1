import { type ReactNode, useState } from "react";
import { PROVIDER_LIMITS } from "../../../worker/features/ships/ships.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { SyncIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { syncShips } from "../ships/index.ts";
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

/** Syncs the ships, unless a sync is under way already. */
function SyncButton({ isSyncing }: { isSyncing: boolean }) {
  const t = useT();
  const format = useFormat();
  const [pending, setPending] = useState(false);
  const sync = async () => {
    setPending(true);
    try {
      const { count, added, updated, removed } = await syncShips();
      const news = added + updated + removed > 0;
      toast({
        title: t("health.ships.synced"),
        description: [
          t("health.ships.synced_count", { count: format.number(count) }),
          t(news ? "health.counts.ships" : "health.ships.no_news", { added, updated, removed }),
        ].join(" · "),
      });
    } catch (error) {
      tellFailure(error, { title: t("health.ships.sync_failed") });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      size="s"
      icon={<SyncIcon />}
      pending={pending}
      reason={isSyncing && !pending && t("health.ships.running")}
      onClick={() => void sync()}
    >
      {t("health.ships.sync")}
    </Button>
  );
}

/** The provider of ship data: how fresh what it gave is, what it allows, and a sync at once. */
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
        {data?.status === "failed" && data.error ? <p className="pb-3 text-stop">{data.error}</p> : null}
        {isLoaded ? (
          <dl>
            <Line label={t("health.ships.last")}>
              {data ? <Time at={data.createdAt}>{format.day(data.createdAt)}</Time> : "–"}
            </Line>
            <Line label={t("health.ships.count")}>
              <span className="figure">
                {data?.status === "completed" ? format.number(data.recordsProcessed) : "–"}
              </span>
            </Line>
            {data?.unreadable ? (
              <Line label={t("health.ships.unreadable")}>
                <span className="figure">{format.number(data.unreadable)}</span>
              </Line>
            ) : null}
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
        {isLoaded ? (
          <div className="border-t border-line py-3">
            <SyncButton isSyncing={badge.key === "syncing"} />
          </div>
        ) : null}
      </div>
    </Panel>
  );
}
