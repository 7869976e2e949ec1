import {
  FIRST_DAY,
  NICKNAME_LENGTH,
  NOTES_LENGTH,
  QUANTITY_MAX,
} from "../../../worker/features/hangar/hangar.schema.ts";
import { dayOf } from "../../lib/date-input.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { DayInput } from "../../ui/date-time.tsx";
import { Field, TextArea, TextField } from "../../ui/field.tsx";
import type { FormParts } from "../../ui/form.tsx";
import { NumberField } from "../../ui/number-field.tsx";

/** The values of the forms; the ship is null before one of the catalogue is chosen. */
export type ShipValues = Record<"acquiredDate" | "notes" | "nickname" | "quantity", string> & {
  uexShipId: number | null;
};

/** The input of the calls, without the ship; empty values are cleared. */
export const inputOf = ({ acquiredDate, notes, nickname, quantity }: ShipValues) => ({
  acquiredDate: acquiredDate || null,
  notes: notes.trim() || null,
  nickname: nickname.trim() || null,
  quantity: Number(quantity),
});

type Form = Pick<FormParts<ShipValues>, "bind" | "field">;

export function DateAndNotes({ form }: { form: Form }) {
  const t = useT();
  const acquired = form.bind("acquiredDate", t("hangar.field.acquiredDate_error"));
  return (
    <>
      <Field label={t("hangar.field.acquiredDate")} error={acquired.error}>
        <DayInput
          value={acquired.value}
          onChange={acquired.onChange}
          min={FIRST_DAY}
          max={dayOf(new Date())}
        />
      </Field>
      <TextArea
        {...form.field("notes", t("hangar.field.too_long", { max: NOTES_LENGTH }))}
        label={t("hangar.field.notes")}
        maxLength={NOTES_LENGTH}
      />
    </>
  );
}

/** The owner's name of the ship, and the number of ships of its type. */
export function NameFields({ form }: { form: Form }) {
  const t = useT();
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_150px]">
      <TextField
        {...form.field("nickname", t("hangar.field.too_long", { max: NICKNAME_LENGTH }))}
        label={t("hangar.field.nickname")}
        type="text"
        autoComplete="off"
        maxLength={NICKNAME_LENGTH}
      />
      <NumberField
        {...form.bind("quantity", t("hangar.field.quantity_error", { max: QUANTITY_MAX }))}
        label={t("hangar.field.quantity")}
        most={QUANTITY_MAX}
      />
    </div>
  );
}
