import { PROVIDER_LIMITS, type ShipSyncStatus } from "../../../worker/features/ships/ships.schema.ts";
import { useAction } from "../../lib/action.ts";
import { tellFailure } from "../../lib/failure.ts";
import { answeredOr } from "../../lib/fallback.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { SyncButton } from "../../ui/sync-button.tsx";
import { Time } from "../../ui/time.tsx";
import { ShipLoss, syncShips, useShipSyncStatus } from "../ships/index.ts";
import { shipBadge } from "./verdict.ts";

const LINES = {
  row: "flex flex-wrap justify-between gap-x-4 border-t border-line py-2 first:border-t-0",
  label: "text-md text-ink-2",
  value: "text-right text-md",
};

export function ShipCard() {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const status = useShipSyncStatus();
  const { data } = status;
  const sync = useAction(syncShips, {
    done: ({ count, added, updated, removed }) => {
      const news = added + updated + removed > 0 ? "health.counts.ships" : "health.ships.no_news";
      const counted = t("health.ships.synced_count", { count: format.number(count) });
      const description = `${counted} · ${t(news, { added, updated, removed })}`;
      return { title: t("health.ships.synced"), description };
    },
    failed: (error) =>
      tellFailure(error, {
        title: t("health.ships.sync_failed"),
        text: answeredOr(error, t("health.ships.sync_failed_text")),
      }),
  });
  const badge = shipBadge(data ?? null, now);
  const { perMinute, perDay } = PROVIDER_LIMITS;
  const lastSync = ({ createdAt, startedBy }: NonNullable<ShipSyncStatus["completed"]>) => {
    const when = format.day(createdAt);
    if (startedBy === null) return when;
    return startedBy
      ? t("health.ships.last_by", { when, name: startedBy })
      : t("health.ships.last_automatic", { when });
  };
  const limits = { minute: format.number(perMinute), day: format.number(perDay) };
  return (
    <Panel
      title={t("health.ships.title")}
      actions={data !== undefined && <Badge tone={badge.tone}>{t(`health.ships.${badge.key}`)}</Badge>}
    >
      {data?.waiting ? <ShipLoss /> : null}
      <div className="px-[18px] pt-3 pb-2">
        {data?.status === "failed" && data.error ? (
          <p className="pb-3 text-stop">
            {t("health.ships.failed_at", { when: format.dayWithin(data.createdAt), error: data.error })}
          </p>
        ) : null}
        <AnswerView answer={status} loading={<SkeletonLines lines={4} className="pb-3" />}>
          {(last) => (
            <>
              <Facts look={LINES}>
                <Fact label={t("health.ships.last")}>
                  {last?.completed ? (
                    <Time at={last.completed.createdAt}>{lastSync(last.completed)}</Time>
                  ) : (
                    t("health.ships.never")
                  )}
                </Fact>
                <Fact label={t("health.ships.count")}>
                  <span className="figure">
                    {last?.completed ? format.number(last.completed.recordsProcessed) : "–"}
                  </span>
                </Fact>
                <Fact label={t("health.ships.unreadable")}>
                  {last?.unreadable ? <span className="figure">{format.number(last.unreadable)}</span> : null}
                </Fact>
                <Fact label={t("health.ships.auto")}>{t("health.every.daily")}</Fact>
                <Fact label={t("health.ships.limit")}>{t("health.ships.limits", limits)}</Fact>
              </Facts>
              <div className="border-t border-line py-3">
                <SyncButton
                  size="s"
                  label={t("health.ships.sync")}
                  sync={sync}
                  reason={badge.key === "syncing" && !sync.pending && t("health.ships.running")}
                />
              </div>
            </>
          )}
        </AnswerView>
      </div>
    </Panel>
  );
}
