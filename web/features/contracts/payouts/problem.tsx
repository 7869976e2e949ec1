import type { Currency } from "../../../../worker/features/contracts/contracts.schema.ts";
import { type Translate, useT } from "../../../lib/i18n/i18n.ts";
import { WarningIcon } from "../../../ui/icons.tsx";
import type { Problem } from "./sheet.ts";

/** Why a sum cannot be split, in words that name what is missing or too much. */
export function problemText(t: Translate, problem: Problem, currency: Currency): string {
  const { reason } = problem;
  if (!("by" in problem)) return t(`payouts.problem.${problem.reason}`);
  const by = Math.abs(problem.by);
  if (reason === "expenses_exceed" || reason === "holds_exceed")
    return t(`payouts.problem.${reason}`, { by, currency });
  const kind = problem.by > 0 ? "missing" : "too_much";
  return reason === "percent"
    ? t(`payouts.problem.percent_${kind}`, { by: by / 100 })
    : t(`payouts.problem.fixed_${kind}`, { by, currency });
}

/** The same as a line under what it is about, told to assistive technology as it changes. */
export function ProblemLine(props: {
  problem: Problem | null;
  currency: Currency;
  /** Who has expenses without being of the crew. */
  outside?: string | null;
}) {
  const t = useT();
  const { problem, currency, outside } = props;
  const text = problem
    ? problemText(t, problem, currency)
    : outside && t("payouts.problem.outside", { name: outside });
  return (
    <p role="status" className="flex items-center gap-2 text-md text-wait empty:hidden [&_svg]:flex-none">
      {text ? (
        <>
          <WarningIcon size={15} />
          {text}
        </>
      ) : null}
    </p>
  );
}
