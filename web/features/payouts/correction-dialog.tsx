import {
  CORRECTION_REASON_LENGTH,
  correctionInput,
  type Payout,
} from "../../../worker/features/payouts/payouts.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { numberOf } from "../../lib/number.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { useNameOf } from "./parts.tsx";
import { payouts } from "./payouts.api.ts";

/** Adds a correction of payments that were confirmed, between two people of the payout. */
export default function CorrectionDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const t = useT();
  const nameOf = useNameOf();
  const { contractId, lines, payer, payerName, currency } = payout;
  const isLine = lines.some(({ userId }) => userId === payer);
  const people = [
    ...lines,
    ...(isLine || payer === null ? [] : [{ userId: payer, name: payerName ?? "" }]),
  ].map((each, at) => ({ ...each, at: String(at) }));
  const optionsOf = (some: typeof people) => some.map((each) => ({ value: each.at, label: nameOf(each) }));
  const personAt = (at: string) => people.find((each) => each.at === at);
  return (
    <FormDialog
      title={t("payouts.correct")}
      description={t("payouts.correct_text")}
      confirmLabel={t("payouts.correct_add")}
      schema={correctionInput}
      defaults={{ payer: "", receiver: "", amount: "", reason: "" }}
      inputOf={(values) => {
        const receiver = personAt(values.receiver);
        return {
          payer: personAt(values.payer)?.userId,
          receiver: receiver?.userId,
          ...(receiver?.userId === null ? { receiverName: receiver.name } : {}),
          amount: numberOf(values.amount),
          reason: values.reason,
        };
      }}
      failure={{ title: t("payouts.failed") }}
      onSubmit={async (input, _values, key) => {
        await payouts.correct(contractId, input, key);
      }}
      onClose={onClose}
      className="grid gap-4 sm:grid-cols-2"
    >
      {({ bind, field, values }) => (
        <>
          <SelectField
            label={t("payouts.correct_payer")}
            {...field("payer", t("payouts.correct_person_error"))}
            required
            hint={t("payouts.correct_payer_hint")}
            empty={t("payouts.choose_payer")}
            options={optionsOf(people.filter(({ userId }) => userId !== null))}
          />
          <SelectField
            label={t("payouts.correct_receiver")}
            {...field("receiver", t("payouts.correct_person_error"))}
            required
            empty={t("payouts.choose_payer")}
            options={optionsOf(people.filter(({ at }) => at !== values.payer))}
          />
          <NumberField
            label={t("payouts.expense_amount", { currency })}
            {...bind("amount", t("payouts.expense_amount_error"))}
            required
            unit={currency}
          />
          <TextField
            label={t("payouts.correct_reason")}
            {...field("reason", t("payouts.correct_reason_error"))}
            required
            className="sm:col-span-full"
            maxLength={CORRECTION_REASON_LENGTH}
          />
        </>
      )}
    </FormDialog>
  );
}
