import type { ImportResult, ImportReview } from "../../../worker/features/imports/imports.schema.ts";
import type { ImportPlan } from "../../../worker/features/imports/plan.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { Importing } from "./use-import.ts";

const TALLY = {
  row: "flex justify-between gap-3 border-t border-line py-[7px] text-md first:border-t-0",
  label: "text-ink-2",
  value: "figure font-semibold",
};

function Tally({ figures }: { figures: readonly (readonly [label: string, figure: number])[] }) {
  const format = useFormat();
  return (
    <Facts look={TALLY}>
      {figures.map(([label, figure]) => (
        <Fact key={label} label={label}>
          {format.number(figure)}
        </Fact>
      ))}
    </Facts>
  );
}

/** The effect of the import in numbers, its options, and the button that imports; on phones in a bar below. */
export function Summary(props: { importing: Importing; review: ImportReview; plan: ImportPlan }) {
  const t = useT();
  const isPhone = useMedia(PHONE);
  const { importing, review, plan } = props;
  const { choices, choose, isBusy, refusal } = importing;
  const { ships, removals, answers } = plan.input;
  const [first] = plan.waiting;
  const [nicknamed] = [...review.found, ...review.open].filter(({ nickname }) => nickname !== null);
  const options = (["nicknames", "pledges"] as const).filter((option) =>
    option === "nicknames" ? review.nicknames > 0 : review.hasPledges,
  );
  const reason = first
    ? t("imports.waiting", { count: plan.waiting.length })
    : ships.length + removals.length + answers.length > 0
      ? null
      : t("imports.nothing_to_do");
  const button = (
    <>
      {refusal ? (
        <p role="alert" className="mb-2 text-md text-stop">
          {t("imports.import_failed")} {refusal.detail}
        </p>
      ) : null}
      <Button
        className="w-full justify-center"
        size="l"
        variant={first ? "default" : "primary"}
        reason={reason}
        pending={isBusy}
        onClick={() => void importing.send()}
      >
        {t("imports.import", { count: plan.added })}
      </Button>
      {reason ? <p className="mt-2 text-center hint text-ink-2">{reason}</p> : null}
    </>
  );
  return (
    <aside aria-label={t("imports.what_happens")} className="contents lg:sticky lg:top-[76px] lg:block">
      <div className="panel px-[18px] pt-4 pb-[18px]">
        <h2>{t("imports.what_happens")}</h2>
        <div className="mt-2.5 mb-3.5">
          <Tally
            figures={[
              [t("imports.added"), plan.added],
              [t("imports.left"), plan.same.length],
              [t("imports.kept"), plan.missing.length - plan.removed],
              [t("imports.removed"), plan.removed],
            ]}
          />
        </div>
        {isPhone ? null : button}
        {(["ships", "pledges"] as const).map((what) =>
          plan[`${what}Beyond`] > 0 ? (
            <p key={what} className="mt-3 hint text-ink-2">
              {t(`imports.${what}_beyond`, { count: plan[`${what}Beyond`] })}
            </p>
          ) : null,
        )}
        {options.length > 0 ? (
          <div className="mt-4 grid gap-3 border-t border-line pt-3 max-md:mt-0">
            {options.map((option) => (
              <Checkbox
                key={option}
                className="items-start! text-md"
                checked={choices[option]}
                onChange={({ target }) => choose({ [option]: target.checked })}
                label={
                  <>
                    <span className="block">{t(`imports.${option}`)}</span>
                    <span className="block hint text-ink-2">
                      {t(`imports.${option}_hint`, {
                        count: review.nicknames,
                        name: nicknamed?.nickname ?? "",
                      })}
                    </span>
                  </>
                }
              />
            ))}
          </div>
        ) : null}
      </div>
      {isPhone ? (
        <div
          data-selection-bar=""
          className="sticky short:static bottom-[calc(72px+env(safe-area-inset-bottom))] z-10 rounded-xl border border-line-strong bg-deck p-3 shadow-[0_16px_50px_var(--shade)]"
        >
          {button}
        </div>
      ) : null}
    </aside>
  );
}

/** The result of an import in numbers besides that of added ships, which is the page's title; figures of 0 are left out. */
export function Done({ result, onAnother }: { result: ImportResult; onAnother: () => void }) {
  const t = useT();
  const names = (["changed", "removed", "remembered"] as const).filter((name) => result[name] > 0);
  return (
    <Panel className="max-w-[560px] px-[18px] py-4">
      <Tally figures={names.map((name) => [t(`imports.done.${name}`), result[name]])} />
      <div className="flex flex-wrap gap-2 not-first:mt-4">
        <ButtonLink to="/my-hangar" variant="primary">
          {t("imports.done.open")}
        </ButtonLink>
        <Button onClick={onAnother}>{t("imports.done.another")}</Button>
      </div>
    </Panel>
  );
}
