import type { ImportReview } from "../../../../worker/features/hangar/import/import.schema.ts";
import type { ImportPlan } from "../../../../worker/features/hangar/import/plan.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import type { Importing } from "./use-import.ts";
import { doesSomething } from "./words.ts";

/** Figures with what they count. */
export function Tally({ figures }: { figures: readonly (readonly [label: string, figure: number])[] }) {
  const format = useFormat();
  return (
    <dl>
      {figures.map(([label, figure]) => (
        <div
          key={label}
          className="flex justify-between gap-3 border-t border-line py-[7px] text-md first:border-t-0"
        >
          <dt className="text-ink-2">{label}</dt>
          <dd className="figure font-semibold">{format.number(figure)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the import will do in numbers, what else it takes, and the button that does it: on phones in a bar below. */
export function Summary({
  importing,
  review,
  plan,
}: {
  importing: Importing;
  review: ImportReview;
  plan: ImportPlan;
}) {
  const t = useT();
  const isPhone = useMedia(PHONE);
  const { choices, choose, isBusy, refusal } = importing;
  const [first] = plan.waiting;
  const [named] = [...review.found, ...review.open].filter(({ nickname }) => nickname !== null);
  const reason = first
    ? t("imports.answer_first", { count: first.count, row: first.rows[0], name: first.name })
    : doesSomething(plan)
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
        {review.nicknames > 0 || review.hasPledges ? (
          <div className="mt-4 grid gap-3 border-t border-line pt-3 max-md:mt-0">
            {review.nicknames > 0 ? (
              <Option
                label={t("imports.nicknames")}
                hint={t("imports.nicknames_hint", {
                  count: review.nicknames,
                  name: named?.nickname ?? "",
                })}
                checked={choices.nicknames}
                onChange={(nicknames) => choose({ nicknames })}
              />
            ) : null}
            {review.hasPledges ? (
              <Option
                label={t("imports.pledges")}
                hint={t("imports.pledges_hint")}
                checked={choices.pledges}
                onChange={(pledges) => choose({ pledges })}
              />
            ) : null}
          </div>
        ) : null}
      </div>
      {isPhone ? (
        <div
          data-selection-bar=""
          className="sticky bottom-[calc(72px+env(safe-area-inset-bottom))] z-10 rounded-xl border border-line-strong bg-deck p-3 shadow-[0_16px_50px_var(--shade)]"
        >
          {button}
        </div>
      ) : null}
    </aside>
  );
}

function Option(props: {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Checkbox
      className="items-start! text-md"
      checked={props.checked}
      onChange={({ target }) => props.onChange(target.checked)}
      label={
        <>
          <span className="block">{props.label}</span>
          <span className="block hint text-ink-2">{props.hint}</span>
        </>
      }
    />
  );
}
