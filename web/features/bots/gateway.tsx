import type { GatewayStatus } from "../../../worker/features/bots/bots.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { CheckIcon, MinusIcon, WarningIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { durationOf } from "./bot-state.ts";
import { useBotsShared } from "./bots-context.ts";

/** The levels of isolation, lowest first; a copy of the protocol's list, whose module would add its validation. */
const ISOLATION_LEVELS = ["process", "own_uid", "bubblewrap", "virtual_machine"] as const;

/** Warns that the gateway cannot be reached, with the effects and what to do. */
export function GatewayBanner({ isChecking, onCheck }: { isChecking: boolean; onCheck: () => void }) {
  const t = useT();
  const format = useFormat();
  const { gateway, now } = useBotsShared();
  if (!gateway?.problem) return null;
  const { problem, checkedAt } = gateway;
  return (
    <section
      role="alert"
      className="mb-[18px] flex flex-wrap items-start gap-x-4 gap-y-3 rounded-l border border-wait/45 bg-wait/8 px-[18px] py-3.5"
    >
      <WarningIcon size={18} className="mt-0.5 flex-none text-wait" />
      <div className="min-w-0 flex-1 basis-72">
        <h2>{t(`bots.gateway.${problem}`)}</h2>
        <p className="max-w-[92ch] text-ink-2">{t(`bots.gateway.${problem}_text`)}</p>
      </div>
      <div className="flex items-center gap-3">
        <span className="hint" aria-live="off">
          {t("bots.gateway.checked", { ago: format.ago(checkedAt, now) })}
        </span>
        <Button size="s" pending={isChecking} onClick={onCheck}>
          {t("bots.gateway.check")}
        </Button>
      </div>
    </section>
  );
}

const FACTS_LOOK = {
  list: "grid px-[18px] max-sm:divide-y max-sm:divide-line sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-5",
  row: "min-w-0 py-2.5 max-sm:flex max-sm:justify-between max-sm:gap-4",
  label: "hint",
  value: "[overflow-wrap:anywhere] max-sm:text-right",
};

function Isolation({ isolation, frameworks }: Pick<GatewayStatus, "frameworks" | "isolation">) {
  const t = useT();
  if (!isolation) return null;
  const { level, layers } = isolation;
  const refused = frameworks.filter((each) => each.version && each.refused);
  const step = ISOLATION_LEVELS.indexOf(level) + 1;
  return (
    <div className="border-t border-line px-[18px] py-4">
      {refused.map(({ framework }) => (
        <p key={framework} className="mb-3 flex items-start gap-2 text-sm text-wait">
          <WarningIcon size={15} className="mt-0.5 flex-none" />
          <span className="min-w-0">{t("bots.blocked.not_isolated", { framework })}</span>
        </p>
      ))}
      <details>
        <summary className="min-h-6 w-fit rounded-s text-sm text-ink-2 max-md:min-h-11">
          {t("bots.gateway.technical")}
        </summary>
        <div className="mt-4 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(240px,1fr)_3fr]">
          <div className="min-w-0">
            <h3 className="label">{t("bots.gateway.isolation")}</h3>
            <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
              <span className="figure text-xl leading-none font-medium">{step}</span>
              <span className="text-ink-3">
                {t("bots.gateway.of_levels", { count: ISOLATION_LEVELS.length })}
              </span>
              <span className="font-semibold">{t(`bots.isolation.${level}`)}</span>
            </p>
            <div aria-hidden="true" className="mt-3 grid grid-cols-4 gap-1">
              {ISOLATION_LEVELS.map((each, at) => (
                <span key={each} className={cx("meter", at < step ? "bg-ink-2" : "bg-rail")} />
              ))}
            </div>
            <p className="mt-3 text-sm text-ink-2">{t(`bots.isolation.${level}_text`)}</p>
          </div>
          <div className="min-w-0">
            <h3 className="label">{t("bots.gateway.layers")}</h3>
            <ul className="mt-2 grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
              {layers.map(({ name, on, why }) => (
                <li key={name} className="flex items-start gap-2.5 border-t border-line py-2">
                  {on ? (
                    <CheckIcon size={15} className="mt-0.5 flex-none text-go" />
                  ) : (
                    <MinusIcon size={15} className="mt-0.5 flex-none text-ink-3" />
                  )}
                  <span className="min-w-0 text-sm">
                    <span className={on ? undefined : "text-ink-2"}>
                      {t(`bots.layer.${name}`)}
                      <span className={on ? "sr-only" : "text-ink-3"}>
                        {on ? `: ${t("bots.layer.on")}` : ` · ${t("bots.layer.off")}`}
                      </span>
                    </span>
                    {!on && why ? (
                      <span className="block hint [overflow-wrap:anywhere]">
                        {t("bots.layer.why")} <span lang="en">{why}</span>
                      </span>
                    ) : null}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </details>
    </div>
  );
}

export function GatewayPanel() {
  const t = useT();
  const format = useFormat();
  const { gateway, now } = useBotsShared();
  if (!gateway) return null;
  const { problem, startedAt, memoryBytes, frameworks, isolation, mode } = gateway;
  const saysNothing = !isolation && frameworks.length === 0 && memoryBytes === null;
  if (saysNothing && (mode === "none" || problem)) return null;
  const unknown = t("bots.gateway.unknown");
  const up = startedAt && durationOf(now - Date.parse(startedAt));
  const megabytes = format.number(Math.round((memoryBytes ?? 0) / 1024 / 1024));
  return (
    <Panel
      className="mt-[22px]"
      title={t("bots.gateway.title")}
      aside={
        <Badge tone={problem ? "wait" : "go"}>
          {t(problem ? "bots.gateway.badge_problem" : "bots.gateway.badge_fine")}
        </Badge>
      }
    >
      <Facts look={FACTS_LOOK}>
        <Fact label={t("bots.gateway.mode")}>
          {t(mode === "containers" ? "bots.gateway.mode_containers" : "bots.gateway.mode_service")}
        </Fact>
        <Fact label={t("bots.gateway.up")}>
          {up ? t(`bots.duration.${up.unit}`, { a: up.a, b: up.b }) : unknown}
        </Fact>
        <Fact label={t("bots.gateway.memory")}>{memoryBytes === null ? unknown : `${megabytes} MB`}</Fact>
        {frameworks.map(({ framework, version, refused }) => (
          <Fact key={framework} label={framework}>
            {version ?? <span className="text-wait">{t("bots.gateway.not_installed")}</span>}
            {version && refused ? (
              <span className="block text-sm text-wait">{t("bots.gateway.not_isolated")}</span>
            ) : null}
          </Fact>
        ))}
      </Facts>
      <Isolation isolation={isolation} frameworks={frameworks} />
    </Panel>
  );
}
