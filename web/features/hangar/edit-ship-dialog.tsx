import { useState } from "react";
import { changeShipInput, type HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { ConflictPanel, conflictOf } from "../../ui/conflict-panel.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useHangar } from "./hangar.api.ts";
import { AcquiredField, inputOf, NameFields, NotesField, type ShipValues } from "./ship-fields.tsx";

type Input = ReturnType<typeof inputOf>;

/** The fields of a form that differ from the entry that it was opened with. */
const changesOf = (entry: HangarShip, input: Input): Partial<Input> =>
  Object.fromEntries(Object.entries(input).filter(([field, value]) => value !== entry[field as keyof Input]));

/** Changes what the owner says of a ship in the hangar. */
export default function EditShipDialog(props: {
  entry: HangarShip;
  returnFocus?: string | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const editing = useHangar().useEdit();
  const [base] = useState(props.entry);
  const { onClose } = props;
  const { ship, acquiredDate, notes, nickname, quantity } = base;
  const failure = { title: t("hangar.edit_failed") };
  const done = () => toast({ title: t("hangar.edited"), description: ship.name });
  const conflict = conflictOf(editing, failure, (saved) => {
    if (saved) done();
    onClose();
  });
  const defaults: ShipValues = {
    uexShipId: ship.id,
    acquiredDate: acquiredDate ?? "",
    notes: notes ?? "",
    nickname: nickname ?? "",
    quantity: String(quantity),
  };
  return (
    <FormDialog
      title={ship.name}
      description={ship.companyName}
      returnFocus={props.returnFocus}
      schema={changeShipInput}
      defaults={defaults}
      inputOf={inputOf}
      confirmLabel={t("action.save")}
      failure={failure}
      onSubmit={async (_input, values) => {
        // What stays is not sent, so that another change of it made meanwhile stays too.
        const body = changesOf(base, inputOf(values));
        const saved = await editing.run(base, { body, patch: body });
        if (saved) done();
        return saved !== null;
      }}
      conflict={
        conflict ? (
          <ConflictPanel<HangarShip, "nickname" | "quantity" | "acquiredDate" | "notes">
            {...conflict}
            name={ship.name}
            labels={{
              nickname: t("hangar.field.nickname"),
              quantity: t("hangar.field.quantity"),
              acquiredDate: t("hangar.field.acquiredDate"),
              notes: t("hangar.field.notes"),
            }}
            textOf={(field, value) =>
              field === "acquiredDate" ? format.date(value) : (value ?? t("hangar.field.none"))
            }
          />
        ) : null
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <NameFields form={form} />
          <AcquiredField form={form} />
          <NotesField form={form} />
        </>
      )}
    </FormDialog>
  );
}
