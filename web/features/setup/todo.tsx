import { type ReactNode, type Ref, Suspense } from "react";
import type { SyncTrial } from "../../../worker/features/discord/discord.schema.ts";
import { SETUP_STEPS, type Setup, type SetupStep } from "../../../worker/features/setup/setup.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { SyncIcon } from "../../ui/icons.tsx";
import { memberSync } from "../prospects/index.ts";
import { Mark } from "./mark.tsx";
import { useSetupAction } from "./setup.api.ts";
import { PLACES, useMeasure, useSentence } from "./step-words.tsx";

/** The next open step with its action: the view's only primary button. */
export function Todo({ step, setup, ref }: { step: SetupStep; setup: Setup; ref: Ref<HTMLLIElement> }) {
  const t = useT();
  const sentence = useSentence();
  const measure = useMeasure();
  const trial = useSetupAction("trial");
  const { fault } = setup.bot;
  const isLost = step === "bot" && fault !== null;
  const counted = step === "members" ? setup.members.trial : null;
  return (
    <li
      ref={ref}
      tabIndex={-1}
      aria-current="step"
      className="grid grid-cols-[26px_minmax(0,1fr)] gap-x-4 border-t border-line bg-deck focus-visible:-outline-offset-2 pad-wide pt-[18px] pb-5 max-md:gap-x-3"
    >
      <Mark tone={isLost ? "lost" : "next"}>{SETUP_STEPS.indexOf(step) + 1}</Mark>
      <div className="min-w-0 leading-[1.45]">
        <div className="flex items-center justify-between gap-x-4 max-md:flex-wrap">
          <h3 className="text-lg leading-[1.5] font-semibold">{t(`setup.step.${step}.title`)}</h3>
          <p className="flex items-center gap-1.5 hint whitespace-nowrap max-md:basis-full">
            {measure(step, setup, true)}
            {counted ? (
              <IconButton
                size="s"
                className="-my-1"
                label={t("setup.step.members.recount")}
                icon={<SyncIcon />}
                pending={trial.pending}
                onClick={() => void trial.run()}
              />
            ) : null}
          </p>
        </div>
        <p className={cx("text-md", isLost ? "text-stop" : "text-ink-2")}>{sentence(step, setup)}</p>
        {counted ? <Counted trial={counted} isFaint={setup.members.isRunning} /> : null}
        <div className="mt-3.5 flex flex-wrap items-center gap-2 max-md:*:flex-auto max-md:[&>span>.btn]:grow">
          <Acts step={step} setup={setup} trial={trial} />
        </div>
      </div>
    </li>
  );
}

/** The numbers of changes that a sync would make. */
function Counted({ trial, isFaint }: { trial: SyncTrial; isFaint: boolean }) {
  const t = useT();
  const format = useFormat();
  const figures = [
    ["members", trial.members],
    ["prospects", trial.prospects],
    ["bots", trial.bots],
    ["roles", trial.roleChanges],
  ] as const;
  return (
    <dl
      className={cx(
        "mt-3.5 grid grid-cols-4 border-y border-line transition-opacity max-md:grid-cols-2",
        isFaint && "opacity-60",
      )}
    >
      {figures.map(([name, count]) => (
        <div
          key={name}
          className="flex flex-col-reverse justify-end border-line py-[11px] pr-3.5 leading-[1.4] not-first:border-l not-first:pl-4 max-md:odd:border-l-0 max-md:odd:pl-0 max-md:nth-[n+3]:border-t"
        >
          <dt className="text-md">
            {t(`setup.step.members.${name}`, { count })}
            <span className="block hint">{t(`setup.step.members.${name}_why`)}</span>
          </dt>
          <dd className={cx("figure text-xl leading-[1.25]", count === 0 && "text-ink-3")}>
            {format.number(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Acts(props: { step: SetupStep; setup: Setup; trial: ReturnType<typeof useSetupAction> }): ReactNode {
  const t = useT();
  const { step, setup, trial } = props;
  const { to } = PLACES[step];
  if (step === "bot" && setup.bot.hasToken)
    return (
      <>
        <Button
          variant="primary"
          icon={<SyncIcon />}
          pending={trial.pending}
          onClick={() => void trial.run()}
        >
          {t(setup.bot.fault ? "setup.step.bot.again" : "setup.step.bot.ask")}
        </Button>
        <ButtonLink to={to}>{t("setup.step.bot.bots")}</ButtonLink>
      </>
    );
  if (step === "members") {
    const { trial: counted, isRunning } = setup.members;
    const sync = (
      <Suspense>
        <memberSync.View {...(counted || isRunning ? { variant: "primary" } : {})} />
      </Suspense>
    );
    return counted || isRunning ? (
      <>
        {sync}
        {counted ? (
          <ButtonLink to={to}>{t("setup.step.members.see", { count: counted.people })}</ButtonLink>
        ) : null}
      </>
    ) : (
      <>
        <Button variant="primary" pending={trial.pending} onClick={() => void trial.run()}>
          {t("setup.step.members.count")}
        </Button>
        {sync}
      </>
    );
  }
  return (
    <ButtonLink to={to} variant="primary">
      {t(step === "bot" ? "setup.step.bot.act" : `setup.step.${step}.title`)}
    </ButtonLink>
  );
}
