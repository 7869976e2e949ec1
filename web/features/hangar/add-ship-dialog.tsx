import { addShipInput, type HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { ShipIcon } from "../../ui/icons.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { useShips } from "../ships/index.ts";
import { NoCatalogue } from "./empty-hangar.tsx";
import { useHangar } from "./hangar.api.ts";
import { DateAndNotes, inputOf, NameFields, type ShipValues } from "./ship-fields.tsx";

const EMPTY: ShipValues = { uexShipId: null, acquiredDate: "", notes: "", nickname: "", quantity: "1" };

export default function AddShipDialog(props: {
  owned: readonly HangarShip[];
  returnFocus?: string | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const hangar = useHangar();
  const { data: ships, error, mutate } = useShips();
  const { owned, returnFocus, onClose } = props;
  const taken = new Set(owned.map(({ ship }) => ship.id));
  const choices = ships
    ?.filter(({ id, isListed }) => isListed && !taken.has(id))
    .map(({ id, name, companyName }) => ({ value: id, label: `${name} - ${companyName}` }));
  if (!choices?.length) {
    return (
      <Dialog open onOpenChange={onClose} title={t("hangar.add")} returnFocus={returnFocus}>
        {error ? (
          <ErrorState error={error} onRetry={() => void mutate()} />
        ) : !ships ? (
          <SkeletonLines lines={6} />
        ) : ships.some(({ isListed }) => isListed) ? (
          <EmptyState
            icon={<ShipIcon size={22} />}
            title={t("hangar.all_owned")}
            text={t("hangar.all_owned_text")}
          />
        ) : (
          <NoCatalogue />
        )}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t("hangar.add")}
      returnFocus={returnFocus}
      schema={addShipInput}
      defaults={EMPTY}
      inputOf={(values) => ({ ...inputOf(values), uexShipId: values.uexShipId ?? 0 })}
      confirmLabel={t("hangar.add")}
      failure={{ title: t("hangar.add_failed") }}
      fieldOfCode={{ ship_owned: "uexShipId", ship_not_listed: "uexShipId" }}
      onSubmit={async (input, _values, key) => {
        const { ship } = await hangar.create(input, { key });
        toast({ title: t("hangar.added"), description: ship.name });
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Field
            label={t("hangar.field.ship")}
            error={form.errorOf("uexShipId", t("hangar.field.ship_error"))}
            required
          >
            <Combobox
              label={t("hangar.field.ship")}
              value={form.values.uexShipId}
              options={choices}
              onChange={(shipId) => form.set("uexShipId", shipId)}
              placeholder={t("hangar.field.ship_placeholder")}
              emptyText={t("hangar.field.ship_none")}
            />
          </Field>
          <DateAndNotes form={form} />
          <details>
            <summary className="mb-3 w-fit rounded-s text-md text-ink-2 hover:text-ink">
              {t("hangar.field.more")}
            </summary>
            <NameFields form={form} />
          </details>
        </>
      )}
    </FormDialog>
  );
}
