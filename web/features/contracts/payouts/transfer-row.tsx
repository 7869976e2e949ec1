import type { ReactNode } from "react";
import type { Transfer } from "../../../../worker/features/contracts/payouts/payouts.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { Dot } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { CheckIcon, UndoIcon } from "../../../ui/icons.tsx";
import { ButtonOf, firstName, PaymentRow, useNameOf } from "./parts.tsx";
import { payouts, useTask } from "./payouts.api.ts";

/** A transfer of an approved split, with the step that is the reader's to take, or whose it is. */
export function TransferRow(props: {
  transfer: Transfer;
  /** What it is for, where transfers of several contracts stand together. */
  about?: ReactNode;
}) {
  const { user } = useUser();
  const { transfer, about } = props;
  const { payer, receiver, amount, currency } = transfer;
  const isMine = payer.userId !== null && payer.userId === user?.id;
  return (
    <PaymentRow
      {...{ payer, receiver, amount, about }}
      fee={about && !isMine ? null : transfer.fee}
      {...(about ? { currency } : {})}
      copies={isMine && !transfer.sentAt}
    >
      <State transfer={transfer} />
    </PaymentRow>
  );
}

function State({ transfer }: { transfer: Transfer }) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { user } = useUser();
  const { pending, run } = useTask(t("payouts.failed"));
  const { payer, receiver, sentAt, confirmedAt, can, amount } = transfer;
  const of = `${format.number(amount)}, ${nameOf(receiver)}`;
  if (confirmedAt)
    return (
      <span className="inline-flex items-center gap-1.5 text-go" title={format.dateTime(confirmedAt)}>
        <CheckIcon size={14} />
        {t("payouts.confirmed")}
      </span>
    );
  const isReceiver = receiver.userId !== null && receiver.userId === user?.id;
  if (!sentAt)
    return can.send ? (
      <ButtonOf
        label={t("payouts.mark_sent")}
        of={of}
        pending={pending === "send"}
        onClick={() => run("send", () => payouts.send(transfer, true))}
      />
    ) : (
      <Waiting name={payer.name} />
    );
  return (
    <>
      {can.unsend ? (
        <IconButton
          size="s"
          label={t("payouts.unsend", { name: nameOf(receiver) })}
          icon={<UndoIcon />}
          pending={pending === "unsend"}
          onClick={() => run("unsend", () => payouts.send(transfer, false))}
        />
      ) : null}
      {can.confirm ? (
        <ButtonOf
          label={
            isReceiver ? t("payouts.confirm") : t("payouts.confirm_for", { name: firstName(receiver.name) })
          }
          of={of}
          pending={pending === "confirm"}
          onClick={() => run("confirm", () => payouts.confirm(transfer))}
        />
      ) : (
        <Waiting name={receiver.name} />
      )}
    </>
  );
}

function Waiting({ name }: { name: string }) {
  const t = useT();
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-wait">
      <Dot tone="wait" className="size-1.5" />
      {t("payouts.waiting_for", { name: firstName(name) })}
    </span>
  );
}
