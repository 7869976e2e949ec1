import {
  CONTRACT_STATUSES,
  type ContractHistoryEntry,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import { SPLIT_EVENTS } from "../../../../worker/features/contracts/payouts/payouts.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { FIELDS, type FieldName } from "../form/form-values.ts";

/** What can be said of an expense or a transfer, by the status that it got. */
const MONEY = [
  ...(["expense.pending", "expense.approved", "expense.declined", "expense.removed"] as const),
  ...(["transfer.open", "transfer.sent", "transfer.confirmed"] as const),
] as const;

const isField = (name: string): name is FieldName => name in FIELDS;

/** An entry of a contract's history as a sentence. */
export function useEntryText(): (entry: ContractHistoryEntry) => string {
  const t = useT();
  const format = useFormat();
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
    if (action === "split") {
      const event = SPLIT_EVENTS.find((each) => each === newValue) ?? "changed";
      return t(`contracts.log.split.${event}`, { name });
    }
    if (action === "expense" || action === "transfer") {
      const amount = format.number(Number(newValue));
      const about = {
        who: changes?.["name"]?.to,
        from: changes?.["payer"]?.to,
        to: changes?.["receiver"]?.to,
      };
      // An expense that was removed has no status any more.
      const status = changes?.["status"]?.to ?? "removed";
      const key = MONEY.find((each) => each === `${action}.${status}`) ?? "expense.pending";
      return t(`contracts.log.${key}`, { name, amount, ...about });
    }
    return t(`contracts.log.${action}`, { name, value: newValue ?? t("contracts.nobody") });
  };
}
