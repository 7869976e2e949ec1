import * as z from "zod/mini";
import { useT } from "../../lib/i18n/i18n.ts";
import { fieldNumber, numberOf } from "../../lib/number.ts";
import { useFormat } from "../../lib/use-format.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NumberField } from "../../ui/number-field.tsx";

/** Asks how many minutes a member was at an event. */
export function MinutesDialog(props: {
  name: string;
  minutes: number;
  most: number;
  onSave: (minutes: number) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { name, minutes, most, onSave, onClose } = props;
  return (
    <FormDialog
      title={t("attendance.minutes_title", { name })}
      confirmLabel={t("attendance.minutes_save")}
      schema={z.object({ minutes: z.int().check(z.minimum(1), z.maximum(most)) })}
      defaults={{ minutes: fieldNumber(minutes) }}
      inputOf={(values) => ({ minutes: numberOf(values.minutes) })}
      failure={{ title: t("attendance.failed") }}
      onSubmit={(input) => onSave(input.minutes)}
      onClose={onClose}
    >
      {({ bind }) => (
        <NumberField
          label={t("attendance.minutes_field")}
          {...bind("minutes", t("attendance.minutes_error", { most: format.number(most) }))}
          required
          most={most}
        />
      )}
    </FormDialog>
  );
}
