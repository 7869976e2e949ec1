import type { ComponentProps, ReactNode } from "react";
import type { Currency } from "../../../worker/features/contracts/contracts.schema.ts";
import { SPLIT_MODES, type SplitMode } from "../../../worker/features/payouts/payouts.schema.ts";
import { copyText } from "../../lib/clipboard.ts";
import { cx } from "../../lib/cx.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ArrowRightIcon, CopyIcon, WarningIcon } from "../../ui/icons.tsx";
import type { Problem } from "./sheet.ts";

type Who = { userId: number | null; name: string; avatarUrl: string | null };

/** The name of a user as the reader sees it: "You" for themselves. */
export function useNameOf() {
  const t = useT();
  const { user } = useUser();
  return ({ userId, name }: Pick<Who, "userId" | "name">) => (userId === user?.id ? t("payouts.you") : name);
}

/** A user with their picture; on phones the reader who pays is not drawn. */
function PersonLabel({ who, pays = false }: { who: Who; pays?: boolean }) {
  const t = useT();
  const shown = useNameOf()(who);
  const name = pays && shown !== who.name ? t("payouts.you_pay") : shown;
  return (
    <span
      className={cx("inline-flex min-w-0 items-center gap-2", pays && name !== who.name && "max-md:sr-only")}
    >
      <Avatar name={who.name} src={who.avatarUrl} size="s" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
    </span>
  );
}

/** A small button whose accessible name includes the thing that it acts on, for several buttons of one label. */
export function ButtonOf(
  props: Omit<ComponentProps<typeof Button>, "size" | "children"> & { label: string; subject: string },
) {
  const { label, subject, ...rest } = props;
  return (
    <Button {...rest} size="s" aria-label={`${label}: ${subject}`}>
      {label}
    </Button>
  );
}

export function ModeField(props: {
  mode: SplitMode;
  onChange: (mode: SplitMode) => void;
  className: string;
  size?: "m";
}) {
  const t = useT();
  const { mode, onChange, className, size = "l" } = props;
  return (
    <SelectField
      label={t("payouts.mode")}
      className={className}
      size={size}
      value={mode}
      options={SPLIT_MODES.map((value) => ({ value, label: t(`payouts.mode.${value}`) }))}
      onChange={({ target }) => onChange(target.value as SplitMode)}
    />
  );
}

/** A field beside its name, which assistive technology reads from the field. */
export const Named = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="flex items-center gap-2">
    <span className="hint" aria-hidden="true">
      {label}
    </span>
    {children}
  </span>
);

/** One payment as it is typed in the game: payer, receiver, amount, and the fee on top. */
export function PaymentRow(props: {
  payer: Who;
  receiver: Who;
  amount: number;
  /** Null where the reader may not know it. */
  fee: number | null;
  /** Shown in lists of several currencies. */
  currency?: string;
  copies?: boolean;
  about?: ReactNode;
  /** The state or the next step; without it the row has no column for that. */
  children?: ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  const { payer, receiver, amount, fee, currency, copies, about, children } = props;
  const number = format.number(amount);
  const copied = { title: t("payouts.copied", { number }) };
  return (
    <li
      className={cx(
        "grid items-center gap-x-3.5 gap-y-0.5 border-t border-line py-[9px]",
        children === undefined
          ? "grid-cols-[minmax(0,1fr)_auto]"
          : "grid-cols-[minmax(0,1fr)_auto_204px] max-md:grid-cols-[minmax(0,1fr)_auto]",
      )}
    >
      <span className="min-w-0">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <PersonLabel who={payer} pays />
          <span className="inline-flex min-w-0 items-center gap-2">
            <ArrowRightIcon size={14} className="flex-none text-ink-3" />
            <span className="sr-only">{t("payouts.pays")}</span>
            <PersonLabel who={receiver} />
          </span>
        </span>
        {about}
      </span>
      <span className="flex items-center justify-end gap-1 text-right leading-[1.3]">
        {copies ? (
          <IconButton
            size="s"
            label={t("payouts.copy_number", { number })}
            icon={<CopyIcon />}
            onClick={() => void copyText(String(amount), copied, t("payouts.copy_failed"))}
          />
        ) : null}
        <span>
          <span className="block figure text-[15px]">
            {number}
            {currency ? (
              <span className="ml-1 font-sans text-sm font-normal text-ink-2">{currency}</span>
            ) : null}
          </span>
          {fee === null ? null : <span className="block hint">{t("payouts.plus_fee", { fee })}</span>}
        </span>
      </span>
      {children === undefined ? null : (
        <span className="flex min-w-0 items-center justify-end gap-1.5 text-right text-sm font-book max-md:col-span-full max-md:justify-start max-md:pl-[30px] max-md:text-left">
          {children}
        </span>
      )}
    </li>
  );
}

/** Why a sum cannot be split, with the missing or excess amount. */
export function problemText(t: Translate, problem: Problem, currency: Currency): string {
  if (!("by" in problem)) return t(`payouts.problem.${problem.reason}`);
  const { reason } = problem;
  const by = Math.abs(problem.by);
  if (reason === "expenses_exceed" || reason === "holds_exceed")
    return t(`payouts.problem.${reason}`, { by, currency });
  const kind = problem.by > 0 ? "missing" : "too_much";
  return reason === "percent"
    ? t(`payouts.problem.percent_${kind}`, { by: by / 100 })
    : t(`payouts.problem.fixed_${kind}`, { by, currency });
}

/** The same as a line that is announced when it changes. */
export function ProblemLine(props: {
  problem: Problem | null;
  currency: Currency;
  /** Name of a user with expenses who is not in the crew. */
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
