import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Fold } from "../../ui/fold.tsx";
import { CheckIcon, MinusIcon, WarningIcon } from "../../ui/icons.tsx";
import { durationOf } from "./bot-state.ts";
import { useBotsShared } from "./bots-context.ts";

/** The levels of isolation, lowest first; a copy of the protocol's list, whose module would add its validation. */
const ISOLATION_LEVELS = ["process", "own_uid", "bubblewrap", "virtual_machine"] as const;

/** Warns that the gateway cannot be reached, with the effects and what to do. */
export function GatewayBanner({ isChecking, onCheck }: { isChecking: boolean; onCheck: () => void }) {
  const t = useT();
  const format = useFormat();
  const { gateway, now } = useBotsShared();
  const runs = useCan("admin.system");
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
        {runs ? <p className="max-w-[92ch] text-ink-2">{t(`bots.gateway.${problem}_text`)}</p> : null}
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
  list: "grid px-[18px] max-sm:divide-y max-sm:divide-line sm:grid-cols-3 sm:gap-x-8 lg:grid-cols-6",
  row: "min-w-0 py-2.5 max-sm:flex max-sm:justify-between max-sm:gap-4",
  label: "hint",
  value: "[overflow-wrap:anywhere] max-sm:text-right",
};

/** The gateway's version, memory and isolation, folded. */
export function GatewayPanel() {
  const t = useT();
  const format = useFormat();
  const { gateway, now } = useBotsShared();
  if (!gateway) return null;
  const { problem, startedAt, memoryBytes, frameworks, isolation, mode } = gateway;
  const saysNothing = !isolation && frameworks.length === 0 && memoryBytes === null;
  if (saysNothing && (mode === "none" || problem)) return null;
  const up = startedAt && durationOf(now - Date.parse(startedAt));
  const megabytes = format.number(Math.round((memoryBytes ?? 0) / 1024 / 1024));
  const refused = frameworks.filter((each) => each.version && each.refused);
  return (
    <Fold
      className="mt-[22px]"
      title={t("bots.gateway.title")}
      hint={t("bots.gateway.text")}
      isOpen={refused.length > 0}
      aside={
        <Badge tone={problem ? "wait" : "go"}>
          {t(problem ? "bots.gateway.badge_problem" : "bots.gateway.badge_fine")}
        </Badge>
      }
    >
      {refused.map(({ framework }) => (
        <p key={framework} className="flex items-start gap-2 px-[18px] pt-3 text-sm text-wait">
          <WarningIcon size={15} className="mt-0.5 flex-none" />
          <span className="min-w-0">{t("bots.blocked.not_isolated", { framework })}</span>
        </p>
      ))}
      <Facts look={FACTS_LOOK}>
        <Fact label={t("bots.gateway.mode")}>
          {t(mode === "containers" ? "bots.gateway.mode_containers" : "bots.gateway.mode_service")}
        </Fact>
        <Fact label={t("bots.gateway.up")}>
          {up ? t(`bots.duration.${up.unit}`, { a: up.a, b: up.b }) : null}
        </Fact>
        <Fact label={t("bots.gateway.memory")}>{memoryBytes === null ? null : `${megabytes} MB`}</Fact>
        {frameworks.map(({ framework, version }) => (
          <Fact key={framework} label={framework}>
            {version ?? <span className="text-wait">{t("bots.gateway.not_installed")}</span>}
          </Fact>
        ))}
        <Fact label={t("bots.gateway.isolation")}>
          {isolation
            ? t("bots.gateway.level", {
                level: t(`bots.isolation.${isolation.level}`),
                step: ISOLATION_LEVELS.indexOf(isolation.level) + 1,
                of: ISOLATION_LEVELS.length,
              })
            : null}
        </Fact>
      </Facts>
      {isolation ? (
        <ul className="grid gap-x-8 border-t border-line px-[18px] py-2 sm:grid-cols-2 xl:grid-cols-3">
          {isolation.layers.map(({ name, on, why }) => (
            <li key={name} className="flex items-start gap-2.5 py-1.5 text-sm">
              {on ? (
                <CheckIcon size={15} className="mt-0.5 flex-none text-go" />
              ) : (
                <MinusIcon size={15} className="mt-0.5 flex-none text-ink-3" />
              )}
              <span className="min-w-0">
                {t(`bots.layer.${name}`)}
                <span className={on ? "sr-only" : "text-ink-3"}>
                  {on ? `: ${t("bots.layer.on")}` : ` · ${t("bots.layer.off")}`}
                </span>
                {!on && why ? (
                  <span lang="en" className="block hint [overflow-wrap:anywhere]">
                    {why}
                  </span>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Fold>
  );
}
