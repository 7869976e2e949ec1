import { changeShipInput, type HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { ConflictPanel } from "../../ui/conflict-panel.tsx";
import { useEditDialog } from "../../ui/edit-dialog.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { insuranceText } from "../ships/index.ts";
import { useHangar } from "./hangar.api.ts";
import { DateAndNotes, inputOf, NameFields, type ShipValues } from "./ship-fields.tsx";

/** The pledges of an entry as its owner's import told them; nothing without any. */
function Pledges({ entry: { pledges } }: { entry: HangarShip }) {
  const t = useT();
  const format = useFormat();
  if (!pledges?.length) return null;
  return (
    <details>
      <summary className="w-fit rounded-s text-md text-ink-2 hover:text-ink">
        {t("hangar.pledges", { count: pledges.length })}
      </summary>
      <ul className="mt-2 rounded-m border border-line px-3 text-md">
        {pledges.map(({ id, name, cost, insurance, date, warbond }, at) => {
          const facts = [
            date && format.date(date),
            cost,
            insurance && insuranceText(insurance, t),
            warbond && t("ships.warbond"),
            id && t("hangar.pledge_no", { id }),
          ].filter(Boolean);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: pledges have nothing else that tells them apart.
            <li key={at} className="border-t border-line py-2 [overflow-wrap:anywhere] first:border-t-0">
              {name ? <span className="block">{name}</span> : null}
              <span className={name ? "hint" : undefined}>{facts.join(" · ")}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

export default function EditShipDialog(props: {
  entry: HangarShip;
  returnFocus?: string | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const none = t("hangar.field.none");
  const { base, send, dialog } = useEditDialog(useHangar(), props.entry, {
    failed: t("hangar.edit_failed"),
    onSaved: (_, { ship }) => toast({ title: t("hangar.edited"), description: ship.name }),
    onClose: props.onClose,
    conflict: (conflict) => (
      <ConflictPanel<HangarShip, "nickname" | "quantity" | "acquiredDate" | "notes">
        {...conflict}
        name={conflict.base.ship.name}
        labels={{
          nickname: t("hangar.field.nickname"),
          quantity: t("hangar.field.quantity"),
          acquiredDate: t("hangar.field.acquiredDate"),
          notes: t("hangar.field.notes"),
        }}
        textOf={(field, value) => (field === "acquiredDate" ? format.date(value) : (value ?? none))}
      />
    ),
  });
  const { ship, acquiredDate, notes, nickname, quantity } = base;
  const defaults: ShipValues = {
    uexShipId: ship.id,
    acquiredDate: acquiredDate ?? "",
    notes: notes ?? "",
    nickname: nickname ?? "",
    quantity: String(quantity),
  };
  return (
    <FormDialog
      {...dialog}
      title={ship.name}
      description={ship.companyName}
      returnFocus={props.returnFocus}
      schema={changeShipInput}
      defaults={defaults}
      inputOf={inputOf}
      confirmLabel={t("action.save")}
      onSubmit={(_input, values) => {
        // Unchanged values are not sent, so that a change of them by another user stays.
        const input = Object.entries(inputOf(values));
        const body = Object.fromEntries(
          input.filter(([field, value]) => value !== base[field as keyof HangarShip]),
        );
        return send({ body, patch: body });
      }}
    >
      {(form) => (
        <>
          <NameFields form={form} />
          <DateAndNotes form={form} />
          <Pledges entry={base} />
        </>
      )}
    </FormDialog>
  );
}
