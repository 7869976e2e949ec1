import type { ComponentType } from "react";
import type {
  HealthReport,
  Service,
  ServiceReport,
  ServiceState,
} from "../../../worker/features/health/health.schema.ts";
import { useAction } from "../../lib/action.ts";
import { formatTime, type Tone } from "../../lib/format.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Dot } from "../../ui/badge.tsx";
import { ActivityIcon, BotIcon, ChatIcon, DatabaseIcon, ShieldIcon, ShipIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SyncButton } from "../../ui/sync-button.tsx";
import { Time } from "../../ui/time.tsx";
import { checkNow } from "./health.api.ts";
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

const WIDTH = 112;
const HEIGHT = 26;
const MARGIN = 5;
/** Measurements from which a line says something. */
const FEWEST = 10;

/** The response times of a service in 24 hours as a line; a gap is an outage, marked below, or a time without checks. */
function Spark({ points }: Pick<ServiceReport, "points">) {
  if (points.filter((each) => each !== null).length < FEWEST) return null;
  const highest = Math.max(1, ...points.map((each) => (typeof each === "number" ? each : 0)));
  const xOf = (at: number) => 2 + (at / (points.length - 1)) * (WIDTH - 4);
  const yOf = (ms: number) => HEIGHT - MARGIN - (ms / highest) * (HEIGHT - 2 * MARGIN);
  let line = "";
  for (const [at, point] of points.entries()) {
    if (typeof point !== "number") continue;
    const isFirst = typeof points[at - 1] !== "number";
    const place = `${xOf(at).toFixed(1)} ${yOf(point).toFixed(1)}`;
    // A single point is a line without length and with round ends.
    line += isFirst ? `M${place}h0.01` : `L${place}`;
  }
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="block">
      <path d={`M2 ${HEIGHT - 1.5}H${WIDTH - 2}`} strokeWidth="1" className="stroke-line" />
      <path
        d={line}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-ink-2"
      />
      {points.map((point, at) =>
        point === "down" ? (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: each place in the line is one half hour.
            key={at}
            x={xOf(at) - 1.2}
            y={HEIGHT - MARGIN}
            width="2.4"
            height="2"
            className="fill-stop"
          />
        ) : null,
      )}
    </svg>
  );
}

function ServiceRow({ report }: { report: ServiceReport }) {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const now = useNow();
  const { service, last, since, uptime, measuredMs, points } = report;
  const Icon = ICONS[service];
  const description = () => {
    if (last?.why && last.why !== "slow") {
      const why = t(`health.why.${last.why}`);
      if (last.state !== "down" || !since) return why;
      return t("health.since", { why, when: formatTime(since, language) ?? "" });
    }
    if (last?.bytes) return formatBytes(last.bytes, language);
    if (last?.bots) return t("health.bots_running", { running: last.running ?? 0, bots: last.bots });
    return t(`health.service.${service}.text`);
  };
  const value = () => {
    if (!last || last.state === "not_configured") return "–";
    if (last.state === "down") {
      const ms = lasting(report, now);
      return ms < MINUTE ? t("health.just_now") : formatDuration(ms, language, "narrow");
    }
    const unit = last.open === undefined ? t("health.ms") : t("health.open", { count: last.open });
    return (
      <>
        <span className="figure text-lg text-ink">{format.number(last.open ?? last.ms ?? 0)}</span> {unit}
      </>
    );
  };
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)_100px_112px_100px_84px] items-center gap-x-4 border-t border-line pad py-3 first:border-t-0 max-lg:grid-cols-[18px_minmax(0,1fr)_auto] max-lg:gap-x-3">
      <Icon size={18} className="text-ink-3 max-lg:row-span-2 max-lg:self-start max-lg:mt-0.5" />
      <span className="min-w-0 leading-[1.4] max-lg:row-span-2">
        <span className="block font-book">{t(`health.service.${service}`)}</span>
        <span className="block hint">{description()}</span>
      </span>
      <span className="inline-flex min-w-16 items-center gap-2 text-md whitespace-nowrap max-lg:min-w-0 max-lg:justify-self-end">
        {last ? (
          <>
            <Dot tone={TONES[last.state]} />
            <span>{t(`health.state.${last.state}`)}</span>
          </>
        ) : (
          <span className="text-ink-3">{t("health.state.unmeasured")}</span>
        )}
      </span>
      <span className="max-lg:hidden">
        <Spark points={points} />
      </span>
      <span className="text-right leading-[1.3] hint tabular-nums max-lg:hidden">
        {uptime !== null &&
          uptime < 1 &&
          t("health.uptime", {
            share: formatShare(uptime, language),
            time: formatDuration(Math.max(MINUTE, measuredMs), language, "long"),
          })}
      </span>
      <span className="text-right text-sm whitespace-nowrap text-ink-2">{value()}</span>
    </li>
  );
}

export function HealthPanel({ report }: { report: HealthReport }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const check = useAction(checkNow, { failed: t("health.check_failed") });
  const { checkedAt, services, version } = report;
  return (
    <Panel
      title={t("health.title")}
      aside={<span className="hint">{t("health.version.title", { version })}</span>}
      actions={
        <>
          <span className="hint">
            {checkedAt ? (
              <Time at={checkedAt}>{t("health.checked", { when: format.ago(checkedAt, now, true) })}</Time>
            ) : null}
          </span>
          <SyncButton size="s" label={t("health.check_now")} sync={check} />
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
