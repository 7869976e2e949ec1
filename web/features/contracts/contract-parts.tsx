import type { ReactNode } from "react";
import { type Contract, stateOf } from "../../../worker/features/contracts/contracts.schema.ts";
import { cx } from "../../lib/cx.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge, TONE_TEXT } from "../../ui/badge.tsx";
import { CompassIcon, CrateIcon, ExchangeIcon, FlaskIcon, PickaxeIcon, ShieldIcon } from "../../ui/icons.tsx";
import { Time } from "../../ui/time.tsx";
import { deadlineOf, paymentOf, STATE_TONE } from "./contract-state.ts";

/** Prefixes of the texts of fields with a few values. */
export const CHOICES = {
  status: "status",
  type: "type",
  serviceType: "service",
  paymentType: "pay",
  riskLevel: "risk",
  risk: "risk_of",
} as const;

export type Choice = keyof typeof CHOICES;
export const choiceText = (t: Translate, field: Choice, value: string): string =>
  t(`contracts.${CHOICES[field] as "type"}.${value as "mining"}`);

const SMALL_CAPS = "font-display text-xs leading-none font-semibold tracking-[.06em] uppercase";

/** The state of a contract as the reader sees it now, in the words of the list in Discord. */
export const useContractState = (contract: Contract) => stateOf(contract, useNow());

export function StateBadge({ contract }: { contract: Contract }) {
  const t = useT();
  const state = useContractState(contract);
  return (
    <Badge tone={STATE_TONE[state]}>
      <span className={SMALL_CAPS}>{t(`contracts.status.${state}`)}</span>
    </Badge>
  );
}

const RISKS = {
  low: { bars: 1, tone: "idle" },
  medium: { bars: 2, tone: "wait" },
  high: { bars: 3, tone: "stop" },
} as const satisfies Record<Contract["riskLevel"], object>;

/** A risk as three bars and a word, unlike the badge of the status. */
export function Risk({ level }: { level: Contract["riskLevel"] }) {
  const t = useT();
  const { bars, tone } = RISKS[level];
  return (
    <span className={cx("inline-flex items-center gap-1.5", TONE_TEXT[tone], SMALL_CAPS)}>
      <svg width="13" height="10" viewBox="0 0 13 10" fill="currentColor" aria-hidden="true">
        {[4, 7, 10].map((height, at) => (
          <rect
            key={height}
            x={at * 5}
            y={10 - height}
            width="3"
            height={height}
            rx="1"
            opacity={at < bars ? 1 : 0.28}
          />
        ))}
      </svg>
      <span className="sr-only">{t("contracts.field.riskLevel")}: </span>
      {t(`contracts.risk.${level}`)}
    </span>
  );
}

const TYPE_ICONS = {
  mining: PickaxeIcon,
  transport: CrateIcon,
  security: ShieldIcon,
  exploration: CompassIcon,
  trade: ExchangeIcon,
  research: FlaskIcon,
} as const satisfies Record<Contract["type"], unknown>;

export function TypeMark({ type, className }: Pick<Contract, "type"> & { className?: string }) {
  const t = useT();
  const Icon = TYPE_ICONS[type];
  return (
    <span className={cx("inline-flex items-center gap-1.5 text-sm whitespace-nowrap text-ink-2", className)}>
      <Icon size={14} className="text-ink-3" />
      {t(`contracts.type.${type}`)}
    </span>
  );
}

/** The pay of a contract: an amount, a rate, or a share of the total. `isLabelled` from the width on at which a label says "per hour". */
export function Pay({ contract, isLabelled }: { contract: Contract; isLabelled?: boolean }) {
  const t = useT();
  const format = useFormat();
  const { paymentType, amount, hourlyRate, percentageOf, currency } = contract;
  const large = (value: ReactNode) => (
    <span key="number" className="figure text-lg leading-none font-semibold">
      {value}
    </span>
  );
  if (contract.pay === 0) return t("contracts.not_specified");
  if (paymentType === "percentage")
    return t.rich("contracts.pay.of_total", { percent: large(`${format.number(percentageOf ?? 0)} %`) });
  return (
    <>
      {large(format.number(paymentType === "hourly" ? (hourlyRate ?? 0) : amount))} {currency}
      {paymentType === "hourly" ? (
        <span className={cx(isLabelled && "md:hidden")}> {t("contracts.pay.per_hour")}</span>
      ) : null}
    </>
  );
}

/** The duration of the work, in the poster's words or by the paid hours. */
export const durationOf = (t: Translate, { duration, estimatedHours: hours }: Contract): string =>
  duration || (hours ? t("contracts.about_hours", { hours }) : t("contracts.not_specified"));

/** A deadline in words, coloured when it is near or past; a date where the state says that it has passed. With `exact` also the time. */
export function DeadlineText({ contract, exact = false }: { contract: Contract; exact?: boolean }) {
  const t = useT();
  const format = useFormat();
  const { deadline } = contract;
  const { left, amount, tone } = deadlineOf(contract, useNow());
  const isLate = useContractState(contract) === "late";
  if (deadline === null) return t("contracts.deadline.none");
  const time = format.dateTime(deadline);
  const color = tone ? TONE_TEXT[tone] : undefined;
  if (isLate || left === "date" || left === "tomorrow") {
    const words = left === "date" ? format.shortDate(deadline) : format.moment(deadline);
    return (
      <Time at={deadline} className={color}>
        {exact ? time : words}
      </Time>
    );
  }
  return (
    <>
      <Time at={deadline} className={color}>
        {t(`contracts.deadline.${left}`, { amount })}
      </Time>
      {exact ? <span className="hint"> · {time}</span> : null}
    </>
  );
}

/** The next step of the payment in words; null before the work is done. */
export function usePayment(contract: Contract): ReactNode {
  const t = useT();
  const format = useFormat();
  const { transfers, transfersSent, transfersConfirmed, closedAt } = contract;
  const payment = paymentOf(contract);
  if (!payment) return null;
  const values = {
    sent: transfersSent ?? 0,
    confirmed: transfersConfirmed ?? 0,
    all: transfers ?? 0,
    date: closedAt ? format.shortDate(closedAt) : null,
  };
  return (
    <span className={payment.tone ? TONE_TEXT[payment.tone] : undefined}>
      {t(`contracts.payment.${payment.state}`, values)}
    </span>
  );
}
