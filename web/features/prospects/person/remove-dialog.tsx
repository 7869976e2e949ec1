import { useState } from "react";
import {
  type Prospect,
  REASON_LENGTH,
  RESTORE_DAYS,
  removeInput,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { TextArea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { remove } from "./corrections.api.ts";

/** Deletes a prospect for a reason. */
export function RemoveDialog(props: { prospect: Prospect; onRemoved: () => void; onClose: () => void }) {
  const t = useT();
  const [base] = useState(props.prospect);
  const { displayName: name } = base;
  return (
    <FormDialog
      title={t("prospect.remove.title", { name })}
      description={t("prospect.remove.text", { name, days: RESTORE_DAYS })}
      confirmLabel={t("prospect.remove.confirm")}
      danger
      schema={removeInput}
      defaults={{ reason: "" }}
      reasonOf={({ reason }) => (reason.trim() === "" ? t("prospect.reason_first") : null)}
      failure={{ title: t("prospect.failed") }}
      onSubmit={async ({ reason }) => {
        await remove(base, reason);
        props.onRemoved();
      }}
      onClose={props.onClose}
    >
      {(form) => (
        <TextArea
          {...form.field("reason")}
          label={t("prospect.reason")}
          hint={t("prospect.comment_hint")}
          required
          maxLength={REASON_LENGTH}
        />
      )}
    </FormDialog>
  );
}
