import { useState } from "react";
import { type Contract, editContractInput } from "../../../../worker/features/contracts/contracts.schema.ts";
import type { ApiError } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { conflictOf } from "../../../ui/conflict-panel.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { contracts } from "../contracts.api.ts";
import { ContractConflict } from "../dialog/contract-conflict.tsx";
import { Question } from "../dialog/questions.tsx";
import { ContractFields, FORM_CLASS, fieldId } from "./contract-fields.tsx";
import { changesOf, FIELDS, type FieldName, inputOf, valuesOf } from "./form-values.ts";

/** Changes a contract. Where its draft could not be posted, it says why, and saving posts it. */
export default function EditForm(props: {
  contract: Contract;
  refusal: ApiError | null;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { refusal, onDeleted, onClose } = props;
  const editing = contracts.useEdit();
  const [base] = useState(props.contract);
  const [isDeleting, setIsDeleting] = useState(false);
  const failure = { title: t("contracts.update_failed") };
  const done = () => toast({ title: t("contracts.updated"), description: base.title });
  const conflict = conflictOf(editing, failure, (saved) => {
    if (saved) done();
    onClose();
  });
  const missing = Object.keys(refusal?.errors ?? {}).find((field) => field in FIELDS) as
    | FieldName
    | undefined;
  return (
    <>
      <FormDialog
        title={t("contracts.edit_title")}
        description={base.title}
        width={680}
        className={FORM_CLASS}
        initialFocus={missing && fieldId(missing)}
        schema={editContractInput}
        defaults={{ ...valuesOf(base), ...(refusal ? { status: "posted" as const } : {}) }}
        inputOf={inputOf}
        confirmLabel={t("contracts.form.update")}
        pendingLabel={t("contracts.form.pending")}
        footerStart={
          base.can.delete ? (
            <Button variant="danger" onClick={() => setIsDeleting(true)}>
              {t("contracts.delete")}
            </Button>
          ) : null
        }
        failure={failure}
        fieldOfCode={{
          ...{ assignee_not_active: "assignedTo", contract_has_assignee: "assignedTo" },
          ...{ contract_transition: "status", contract_needs_assignee: "assignedTo" },
        }}
        onSubmit={async (_input, values) => {
          const body = changesOf(base, values);
          if (Object.keys(body).length === 0) return true;
          const saved = await editing.run(base, { method: "PUT", body, patch: body });
          if (saved) done();
          return saved !== null;
        }}
        conflict={conflict ? <ContractConflict {...conflict} /> : null}
        onClose={onClose}
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
