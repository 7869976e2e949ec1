import {
  CONTRACT_STATUSES,
  type ContractHistoryEntry,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { FIELDS, type FieldName } from "../form/form-values.ts";

const isField = (name: string): name is FieldName => name in FIELDS;

/** An entry of a contract's history as a sentence. */
export function useEntryText(): (entry: ContractHistoryEntry) => string {
  const t = useT();
  return ({ action, performedBy: name, previousValue, newValue, changes }) => {
    if (action === "status") {
      const to = CONTRACT_STATUSES.find((status) => status === newValue) ?? "open";
      return t(`contracts.log.status.${to}`, { name });
    }
    if (action === "edited") {
      const fields = Object.keys(changes ?? {}).filter(isField);
      const named = fields.map((field) => t(`contracts.field.${field}`).toLowerCase()).join(", ");
      return fields.length > 0
        ? t("contracts.log.edited", { name, fields: named })
        : t("contracts.log.edited_some", { name });
    }
    if (action === "returned") return t("contracts.log.returned", { name: previousValue });
    return t(`contracts.log.${action}`, { name, value: newValue ?? "" });
  };
}
