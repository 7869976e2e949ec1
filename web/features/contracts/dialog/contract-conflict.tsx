import type { Contract } from "../../../../worker/features/contracts/contracts.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ConflictPanel, type ConflictProps } from "../../../ui/conflict-panel.tsx";
import { EMPTY, type FieldName } from "../form/form-values.ts";

const FIELD_NAMES = Object.keys(EMPTY) as FieldName[];

/** Words of the fields that hold one of a few, by what their keys begin with. */
const CHOICES = {
  status: "status",
  type: "type",
  serviceType: "service",
  paymentType: "paid",
  riskLevel: "risk",
} as const;

/** Compares an edit of a contract with what another user saved meanwhile. */
export function ContractConflict(props: ConflictProps<Contract>) {
  const t = useT();
  const format = useFormat();
  const { base, current, patch } = props;
  const names = new Map([base.assignee, current.assignee].map((each) => [each?.userId, each?.displayName]));
  const { status } = patch;
  const isOffered = !status || status === current.status || current.can.moveTo.includes(status);
  const labels = Object.fromEntries(FIELD_NAMES.map((field) => [field, t(`contracts.field.${field}`)]));
  return (
    <ConflictPanel<Contract, FieldName>
      {...props}
      name={base.title}
      labels={labels as Record<FieldName, string>}
      textOf={(field, value) => {
        if (value === null || value === "") return "–";
        if (field === "deadline") return format.dateTime(String(value));
        if (field === "assignedTo")
          return names.get(Number(value)) ?? t("contracts.member_number", { id: Number(value) });
        if (field in CHOICES)
          return t(`contracts.${CHOICES[field as keyof typeof CHOICES] as "type"}.${value as "mining"}`);
        return typeof value === "number" ? format.number(value) : value;
      }}
      blocked={isOffered ? null : t("contracts.no_longer")}
    />
  );
}
