import { Suspense, useEffect, useId, useRef } from "react";
import { SETUP_STEPS, type Setup, type SetupStep } from "../../../worker/features/setup/setup.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { createTestProspects } from "../admin/index.ts";
import { Mark } from "./mark.tsx";
import { nextStep, useSetup, useSetupAction } from "./setup.api.ts";
import { PLACES, useMeasure, useSentence } from "./step-words.tsx";
import { Todo } from "./todo.tsx";

export default function SetupPanel() {
  const { data } = useSetup().answer;
  if (!data) return null;
  const next = nextStep(data);
  return next ? <Steps setup={data} next={next} /> : <Done />;
}

/** The line once every step holds. */
function Done() {
  const t = useT();
  const { user } = useUser();
  const dismiss = useSetupAction("dismiss");
  return (
    <Panel className="mb-[18px] flex flex-wrap items-center gap-x-3 gap-y-2 px-[18px] py-3">
      <CheckIcon size={18} className="flex-none text-go" />
      <p className="min-w-0 flex-1 font-book">{t("setup.done", { organization: user?.organizationName })}</p>
      <Button size="s" pending={dismiss.pending} onClick={() => void dismiss.run()}>
        {t("setup.dismiss")}
      </Button>
    </Panel>
  );
}

function Steps({ setup, next }: { setup: Setup; next: SetupStep }) {
  const t = useT();
  const id = useId();
  const { user } = useUser();
  const heldCount = SETUP_STEPS.filter((step) => setup[step].isHeld).length;
  const all = SETUP_STEPS.length;
  const current = useRef<HTMLLIElement>(null);
  const before = useRef(next);
  useEffect(() => {
    if (before.current === next) return;
    before.current = next;
    // The pressed button has disappeared with its step.
    if (document.activeElement === document.body) current.current?.focus();
  }, [next]);
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-6 gap-y-1 pad-wide pt-[18px] pb-4">
        <h2 id={id} className="font-display text-lg leading-[1.3] font-semibold">
          {t("setup.title", { organization: user?.organizationName })}
        </h2>
        <p role="status" className="text-right leading-[1.2] whitespace-nowrap">
          <span className="figure text-xl">{heldCount}</span>
          <span className="figure text-base text-ink-3"> {t("setup.of", { all })}</span>
        </p>
        <div
          role="img"
          aria-label={t("setup.bar", { count: heldCount, all })}
          className="col-span-full mt-3 grid grid-cols-6 gap-1.5"
        >
          {SETUP_STEPS.map((step) => (
            <span
              key={step}
              className={cx(
                "meter",
                setup[step].isHeld ? "bg-ink-2" : step === next ? barOf(setup, step) : "bg-rail",
              )}
            />
          ))}
        </div>
      </header>
      <ol>
        {SETUP_STEPS.map((step) =>
          step === next ? (
            <Todo key={step} ref={current} step={step} setup={setup} />
          ) : (
            <Step key={step} step={step} setup={setup} />
          ),
        )}
      </ol>
      <p className="border-t border-line pad-wide pt-[13px] pb-3.5 text-md text-ink-2">
        {t("setup.looking")}{" "}
        <Suspense>
          <createTestProspects.View isLink />
        </Suspense>
      </p>
    </section>
  );
}

const barOf = ({ bot }: Setup, step: SetupStep) => (step === "bot" && bot.fault ? "bg-stop" : "bg-ice");

/** A step that holds, or one that comes later. */
function Step({ step, setup }: { step: SetupStep; setup: Setup }) {
  const t = useT();
  const sentence = useSentence();
  const measure = useMeasure();
  const { isHeld } = setup[step];
  const { to, after } = PLACES[step];
  const title = t(`setup.step.${step}.title`);
  const place = SETUP_STEPS.indexOf(step) + 1;
  const waits = isHeld ? undefined : after.find((each) => !setup[each].isHeld);
  return (
    <li className="grid min-h-[68px] grid-cols-[26px_minmax(0,1fr)_auto_112px] items-center gap-x-4 gap-y-1 border-t border-line pad-wide py-[13px] max-md:grid-cols-[26px_minmax(0,1fr)] max-md:gap-x-3 max-md:gap-y-1.5">
      <Mark tone={isHeld ? "held" : "open"}>{isHeld ? <CheckIcon size={14} /> : place}</Mark>
      <div className="min-w-0 leading-[1.45]">
        <h3 className={cx("text-base font-book", isHeld && "text-ink-2")}>
          {title}
          {isHeld ? <span className="sr-only">{t("tracker.done")}</span> : null}
        </h3>
        <p className="text-md text-ink-2 [overflow-wrap:anywhere]">{sentence(step, setup)}</p>
      </div>
      <p className="hint text-right whitespace-nowrap empty:hidden max-md:col-start-2 max-md:text-left">
        {measure(step, setup, false)}
      </p>
      <div className="col-start-4 justify-self-end max-md:col-start-2 max-md:justify-self-start">
        {waits ? (
          <p className="hint">{t("setup.after", { step: SETUP_STEPS.indexOf(waits) + 1 })}</p>
        ) : (
          <ButtonLink
            to={to}
            size="s"
            variant={isHeld ? "quiet" : "default"}
            className={cx(isHeld && "max-md:hidden")}
            aria-label={isHeld ? t("setup.step.look_at", { title }) : `${shortOf(step, t)}: ${title}`}
          >
            {isHeld ? t("setup.step.look") : shortOf(step, t)}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

const shortOf = (step: SetupStep, t: ReturnType<typeof useT>) =>
  t(step === "bot" || step === "members" ? "setup.step.look" : `setup.step.${step}.short`);
