import { useState } from "react";
import { type Contract, editContractInput } from "../../../../worker/features/contracts/contracts.schema.ts";
import type { ApiError } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { useEditDialog } from "../../../ui/edit-dialog.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { contracts } from "../contracts.api.ts";
import { ContractConflict } from "../dialog/contract-conflict.tsx";
import { Question } from "../dialog/questions.tsx";
import { ContractFields, FORM, fieldId } from "./contract-fields.tsx";
import { changesOf, isField, valuesOf } from "./form-values.ts";

/** Changes a contract. After the refusal of a draft it shows the reason, and saving posts the draft. */
export default function EditForm(props: {
  contract: Contract;
  refusal: ApiError | null;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { refusal, onDeleted, onClose } = props;
  const { base, editing, send, dialog } = useEditDialog(contracts, props.contract, {
    failed: t("contracts.update_failed"),
    onSaved: (_, { title: description }) => toast({ title: t("contracts.updated"), description }),
    onClose,
    conflict: (conflict) => <ContractConflict {...conflict} />,
  });
  const [isDeleting, setIsDeleting] = useState(false);
  const missing = Object.keys(refusal?.errors ?? {}).find(isField);
  return (
    <>
      <FormDialog
        {...dialog}
        {...FORM}
        title={t("contracts.edit_title")}
        description={base.title}
        initialFocus={missing && fieldId(missing)}
        schema={editContractInput}
        defaults={{ ...valuesOf(base), ...(refusal ? { status: "posted" as const } : {}) }}
        confirmLabel={t("contracts.form.update")}
        pendingLabel={t("contracts.form.pending")}
        footerStart={
          base.can.delete ? (
            <Button variant="danger" onClick={() => setIsDeleting(true)}>
              {t("contracts.delete")}
            </Button>
          ) : null
        }
        fieldOfCode={{
          assignee_not_active: "assignedTo",
          contract_has_assignee: "assignedTo",
          contract_transition: "status",
          contract_needs_assignee: "assignedTo",
        }}
        onSubmit={async (_input, values) => {
          const body = changesOf(base, values);
          return Object.keys(body).length === 0 || send({ method: "PUT", body, patch: body });
        }}
      >
        {(form) => (
          <>
            {refusal ? (
              <p role="alert" className="rounded-m border border-wait/45 bg-wait/8 p-3.5 sm:col-span-full">
                {refusal.detail} {t("contracts.form.then_posts")}
              </p>
            ) : null}
            <ContractFields
              form={form}
              statuses={[base.status, ...base.can.moveTo.filter((to) => to !== "closed")]}
              assignee={base.assignee}
            />
          </>
        )}
      </FormDialog>
      {isDeleting ? (
        <Question
          name="delete"
          contract={base}
          editing={editing}
          onDeleted={onDeleted}
          onClose={() => setIsDeleting(false)}
        />
      ) : null}
    </>
  );
}
