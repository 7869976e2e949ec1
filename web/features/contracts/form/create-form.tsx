import {
  type Contract,
  createContractInput,
  nextStates,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import type { WishTerms } from "../../wishes/index.ts";
import { contracts } from "../contracts.api.ts";
import { ContractFields, FORM } from "./contract-fields.tsx";
import { EMPTY } from "./form-values.ts";

export default function CreateForm(props: {
  returnFocus: string;
  /** The title and description of the wish that it comes from. */
  terms: WishTerms | null;
  onCreated: (contract: Contract) => void;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <FormDialog
      title={t("contracts.create")}
      description={t("contracts.create_text")}
      {...FORM}
      returnFocus={props.returnFocus}
      schema={createContractInput}
      defaults={{ ...EMPTY, ...props.terms }}
      confirmLabel={({ status }) =>
        t(status === "draft" ? "contracts.form.create" : "contracts.form.create_posted")
      }
      pendingLabel={t("contracts.form.pending")}
      also={{ label: t("contracts.form.create_posted"), set: (form) => form.set("status", "posted") }}
      failure={{ title: t("contracts.create_failed") }}
      fieldOfCode={{ assignee_not_active: "assignedTo" }}
      onSubmit={async (input, _values, key) => {
        const contract = await contracts.create(input, { key });
        const title = t(contract.status === "draft" ? "contracts.created" : "contracts.posted");
        toast({ title, description: contract.title });
        props.onCreated(contract);
        return false;
      }}
      onClose={props.onClose}
    >
      {(form) => <ContractFields form={form} statuses={["draft", ...nextStates("draft")]} isNew />}
    </FormDialog>
  );
}
