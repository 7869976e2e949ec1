import { useEffect, useRef } from "react";
import { type ImportPlan, planImport } from "../../../worker/features/imports/plan.schema.ts";
import { cx } from "../../lib/cx.ts";
import { focusBack } from "../../lib/focus.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { Page } from "../../ui/page.tsx";
import { FileStep } from "./file-step.tsx";
import { Review } from "./review.tsx";
import { Done } from "./summary.tsx";
import { useImport } from "./use-import.ts";

const STEPS = ["file", "review", "done"] as const;

function Steps({ at }: { at: number }) {
  const t = useT();
  return (
    <ol
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-md text-ink-2"
      aria-label={t("imports.import", { count: 0 })}
    >
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? "step" : undefined}
          className={cx(
            "flex items-center gap-2 not-first:before:mr-0.5 not-first:before:h-px not-first:before:w-6 max-md:not-first:before:w-2 not-first:before:bg-line-strong",
            index === at && "font-semibold text-ink",
          )}
        >
          <span
            aria-hidden="true"
            className={cx(
              "grid size-5 place-items-center rounded-full border-[1.5px] font-display text-xs leading-none font-semibold",
              index === at ? "border-ice text-ice" : "border-line-strong",
            )}
          >
            {index < at ? <CheckIcon size={11} /> : index + 1}
          </span>
          {t(`imports.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

function titleOf(t: Translate, plan: ImportPlan | null): string {
  if (!plan) return t("imports.title");
  if (plan.waiting.length > 0) return t("imports.waiting", { count: plan.waiting.length });
  return t(plan.fresh.length > 0 ? "imports.ready" : "imports.nothing_new");
}

export default function ImportPage() {
  const t = useT();
  const { user } = useUser();
  const importing = useImport(user?.id ?? 0);
  const { review, result, choices, file } = importing;
  const plan = review && planImport(review, choices);
  const step = result ? 2 : review ? 1 : 0;
  const last = useRef(step);
  useEffect(() => {
    // The pressed button has disappeared with its step.
    if (last.current !== step) focusBack(document.querySelector("h1"));
    last.current = step;
  }, [step]);
  return (
    <Page
      title={result ? t("imports.done.title", { count: result.added }) : titleOf(t, plan)}
      documentTitle={t("imports.title")}
      sub={
        review && !result ? (
          <>
            {t("imports.rows_count", { rows: review.rows })}
            {" · "}
            {file?.name ? (
              <span className="font-mono text-sm text-ink">{file.name}</span>
            ) : (
              t("imports.pasted")
            )}
            {review.skipped > 0 ? ` · ${t("imports.skipped", { count: review.skipped })}` : null}
          </>
        ) : null
      }
      above={<BackLink to="/my-hangar">{t("imports.my_hangar")}</BackLink>}
      actions={<Steps at={step} />}
    >
      {result ? (
        <Done result={result} onAnother={importing.restart} />
      ) : review && plan ? (
        <Review importing={importing} review={review} plan={plan} />
      ) : (
        <FileStep importing={importing} />
      )}
    </Page>
  );
}
