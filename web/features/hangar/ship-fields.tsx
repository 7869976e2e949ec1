import {
  FIRST_DAY,
  NICKNAME_LENGTH,
  NOTES_LENGTH,
  QUANTITY_MAX,
} from "../../../worker/features/hangar/hangar.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Field, Input, Textarea } from "../../ui/field.tsx";
import type { FormParts } from "../../ui/form.tsx";

/** What the forms of a ship in the hangar hold. */
export type ShipValues = {
  /** The catalogue's number of the ship; null for none yet. */
  uexShipId: number | null;
  acquiredDate: string;
  notes: string;
  nickname: string;
  quantity: string;
};

/** The same without the ship, as the calls take it; what is empty is cleared. */
export const inputOf = ({ acquiredDate, notes, nickname, quantity }: ShipValues) => ({
  acquiredDate: acquiredDate || null,
  notes: notes.trim() || null,
  nickname: nickname.trim() || null,
  quantity: Number(quantity),
});

type Form = Pick<FormParts<ShipValues>, "register" | "errorOf">;

/** The reader's own day of today, as date fields take it. */
const today = () => new Date().toLocaleDateString("sv");

export function AcquiredField({ form }: { form: Form }) {
  const t = useT();
  return (
    <Field
      label={t("hangar.field.acquiredDate")}
      error={form.errorOf("acquiredDate", t("hangar.field.acquiredDate_error"))}
    >
      <Input type="date" min={FIRST_DAY} max={today()} {...form.register("acquiredDate")} />
    </Field>
  );
}

export function NotesField({ form }: { form: Form }) {
  const t = useT();
  return (
    <Field
      label={t("hangar.field.notes")}
      error={form.errorOf("notes", t("hangar.field.notes_error", { max: NOTES_LENGTH }))}
    >
      <Textarea
        maxLength={NOTES_LENGTH}
        placeholder={t("hangar.field.notes_placeholder")}
        {...form.register("notes")}
      />
    </Field>
  );
}

/** What its owner calls the ship, and how many of its type they own. */
export function NameFields({ form }: { form: Form }) {
  const t = useT();
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_150px]">
      <Field
        label={t("hangar.field.nickname")}
        error={form.errorOf("nickname", t("hangar.field.nickname_error", { max: NICKNAME_LENGTH }))}
      >
        <Input type="text" autoComplete="off" maxLength={NICKNAME_LENGTH} {...form.register("nickname")} />
      </Field>
      <Field
        label={t("hangar.field.quantity")}
        error={form.errorOf("quantity", t("hangar.field.quantity_error", { max: QUANTITY_MAX }))}
      >
        <Input type="number" inputMode="numeric" min={1} max={QUANTITY_MAX} {...form.register("quantity")} />
      </Field>
    </div>
  );
}
