import { type ComponentType, useState } from "react";
import type {
  HealthReport,
  Service,
  ServiceReport,
  ServiceState,
} from "../../../worker/features/health/health.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { formatTime, type Tone } from "../../lib/format.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Dot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import {
  ActivityIcon,
  BotIcon,
  ChatIcon,
  DatabaseIcon,
  ShieldIcon,
  ShipIcon,
  SyncIcon,
} from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Time } from "../../ui/time.tsx";
import { useCheckNow } from "./health.api.ts";
import { Spark } from "./spark.tsx";
import { formatBytes, formatDuration, formatShare } from "./units.ts";
import { lasting, MINUTE } from "./verdict.ts";

const ICONS: Record<Service, ComponentType<{ size: number; className: string }>> = {
  database: DatabaseIcon,
  gateway: BotIcon,
  discord: ChatIcon,
  ships: ShipIcon,
  rsi: ShieldIcon,
  live: ActivityIcon,
};

const TONES: Record<ServiceState, Tone> = { up: "go", slow: "wait", down: "stop", not_configured: "idle" };

/** What a service is, or what is the matter with it. */
function useDescription({ service, last, since }: ServiceReport): string {
  const t = useT();
  const language = useLanguage();
  if (last?.why && last.why !== "slow") {
    const why = t(`health.why.${last.why}`);
    return last.state === "down" && since
      ? t("health.since", { why, when: formatTime(since, language) ?? "" })
      : why;
  }
  if (last?.bytes) return t("health.database_size", { size: formatBytes(last.bytes, language) });
  if (last?.bots) return t("health.bots_running", { running: last.running ?? 0, bots: last.bots });
  return t(`health.service.${service}.text`);
}

function Value({ report }: { report: ServiceReport }) {
  const format = useFormat();
  const t = useT();
  const language = useLanguage();
  const now = useNow();
  const { last } = report;
  if (!last || last.state === "not_configured") return "–";
  if (last.state === "down") {
    const ms = lasting(report, now);
    return ms < MINUTE ? t("health.just_now") : formatDuration(ms, language, "narrow");
  }
  const [number, unit] =
    last.open === undefined ? [last.ms ?? 0, t("health.ms")] : [last.open, t("health.open")];
  return (
    <>
      <span className="figure text-lg text-ink">{format.number(number)}</span> {unit}
    </>
  );
}

function ServiceRow({ report }: { report: ServiceReport }) {
  const t = useT();
  const language = useLanguage();
  const { service, last, uptime, points } = report;
  const Icon = ICONS[service];
  const description = useDescription(report);
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)_108px_112px_84px_56px] items-center gap-x-4 border-t border-line px-[18px] py-3 first:border-t-0 max-lg:grid-cols-[18px_minmax(0,1fr)_auto] max-lg:gap-x-3 max-md:px-4">
      <Icon size={18} className="text-ink-3 max-lg:row-span-2 max-lg:self-start max-lg:mt-0.5" />
      <span className="min-w-0 leading-[1.4] max-lg:row-span-2">
        <span className="block font-book">{t(`health.service.${service}`)}</span>
        <span className="block hint">{description}</span>
      </span>
      <span className="inline-flex min-w-16 items-center gap-2 text-md whitespace-nowrap max-lg:min-w-0 max-lg:justify-self-end">
        {last ? (
          <>
            <Dot tone={TONES[last.state]} />
            {t(`health.state.${last.state}`)}
          </>
        ) : (
          <span className="text-ink-3">{t("health.state.unmeasured")}</span>
        )}
      </span>
      <span className="max-lg:hidden">
        <Spark points={points} isSlow={last?.state === "slow"} />
      </span>
      <span className="text-right text-sm whitespace-nowrap text-ink-2">
        <Value report={report} />
      </span>
      <span className="text-right hint tabular-nums max-lg:hidden">
        {uptime === null ? "–" : formatShare(uptime, language)}
        <span className="sr-only"> {t("health.uptime")}</span>
      </span>
    </li>
  );
}

/** Every service with how it is, its last 24 hours and how much of them it answered. */
export function HealthPanel({ report }: { report: HealthReport }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const check = useCheckNow();
  const [checking, setChecking] = useState(false);
  const { checkedAt, nextCheckAt, services } = report;
  const checkNow = async () => {
    setChecking(true);
    try {
      await check();
    } catch (error) {
      tellFailure(error, { title: t("health.check_failed") });
    } finally {
      setChecking(false);
    }
  };
  return (
    <Panel
      title={t("health.title")}
      aside={<span className="hint">{t("health.measured")}</span>}
      actions={
        <>
          <span className="hint">
            {checkedAt ? (
              <Time at={checkedAt}>
                {t("health.checked", {
                  when: format.relativeShort(checkedAt, Math.max(now, Date.parse(checkedAt))),
                })}
              </Time>
            ) : (
              t("health.first_check", { when: format.relative(nextCheckAt, now) })
            )}
          </span>
          <Button size="s" icon={<SyncIcon />} pending={checking} onClick={() => void checkNow()}>
            {t("health.check_now")}
          </Button>
        </>
      }
    >
      <ul>
        {services.map((each) => (
          <ServiceRow key={each.service} report={each} />
        ))}
      </ul>
    </Panel>
  );
}
