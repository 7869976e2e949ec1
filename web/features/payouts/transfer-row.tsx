import type { ReactNode } from "react";
import type { Transfer } from "../../../worker/features/payouts/payouts.schema.ts";
import { firstName } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Badge, Dot } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { CheckIcon, TrashIcon, UndoIcon } from "../../ui/icons.tsx";
import { Time } from "../../ui/time.tsx";
import { ButtonOf, PaymentRow, useNameOf } from "./parts.tsx";
import { payouts, useTask } from "./payouts.api.ts";

/** A transfer of an approved split with the next step; `about` is its contract, in lists of several ones. */
export function TransferRow(props: { transfer: Transfer; about?: ReactNode; isPrimary?: boolean }) {
  const { transfer, about, isPrimary = false } = props;
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { user } = useUser();
  const { pending, run } = useTask();
  const { payer, receiver, amount, fee, currency, sentAt, confirmedAt, reason, can } = transfer;
  const isMine = payer.userId === user?.id;
  const isReceiver = receiver.userId === user?.id;
  const payment = `${format.number(amount)}, ${nameOf(receiver)}`;
  const waitingFor = ({ name }: Transfer["payer"]) => (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-wait">
      <Dot tone="wait" className="size-1.5" />
      {t("payouts.waiting_for", { name: firstName(name) })}
    </span>
  );
  const withdraw = can.withdraw ? (
    <IconButton
      size="s"
      label={t("payouts.withdraw", { of: payment })}
      icon={<TrashIcon />}
      pending={pending === "withdraw"}
      onClick={() => run("withdraw", () => payouts.withdraw(transfer))}
    />
  ) : null;
  const correction =
    reason === null ? null : (
      <span className="mt-1 ml-[30px] flex flex-wrap items-center gap-x-2 gap-y-1 text-sm leading-[1.35] text-ink-2">
        <Badge tone="wait" size="s" dot={false}>
          {t("payouts.correction")}
        </Badge>
        <span className="min-w-0 [overflow-wrap:anywhere]">{reason}</span>
        {withdraw}
      </span>
    );
  return (
    <PaymentRow
      {...{ payer, receiver, amount }}
      about={
        <>
          {correction}
          {about}
        </>
      }
      fee={about && !isMine ? null : fee}
      {...(about ? { currency } : {})}
      copies={isMine && !sentAt}
    >
      {confirmedAt ? (
        <span className="inline-flex items-center gap-1.5 text-go" title={format.dateTime(confirmedAt)}>
          <CheckIcon size={14} />
          {about ? format.shortDate(confirmedAt) : t("payouts.confirmed")}
        </span>
      ) : sentAt ? (
        // No button takes the place of "Mark as sent", so that a second press does nothing.
        <span className="grid w-full justify-items-end gap-1 max-md:justify-items-start">
          <span className="flex w-full items-center justify-between gap-1.5 max-md:flex-row-reverse max-md:justify-end">
            {can.unsend ? (
              <Button
                variant="quiet"
                size="s"
                aria-label={t("payouts.unsend", { name: nameOf(receiver) })}
                icon={<UndoIcon />}
                pending={pending === "unsend"}
                onClick={() => run("unsend", () => payouts.send(transfer, false))}
              >
                {t("action.undo")}
              </Button>
            ) : (
              <span />
            )}
            {can.confirm ? (
              <Time at={sentAt} className="text-ink-2">
                {t("payouts.is_sent")}
              </Time>
            ) : (
              waitingFor(receiver)
            )}
          </span>
          {can.confirm ? (
            <ButtonOf
              label={t(isReceiver ? "payouts.confirm" : "payouts.confirm_for", {
                name: firstName(receiver.name),
              })}
              subject={payment}
              pending={pending === "confirm"}
              onClick={() => run("confirm", () => payouts.confirm(transfer))}
            />
          ) : null}
        </span>
      ) : can.send ? (
        <ButtonOf
          variant={isPrimary ? "primary" : "default"}
          label={t("payouts.mark_sent")}
          subject={payment}
          pending={pending === "send"}
          onClick={() => run("send", () => payouts.send(transfer, true))}
        />
      ) : (
        waitingFor(payer)
      )}
    </PaymentRow>
  );
}
