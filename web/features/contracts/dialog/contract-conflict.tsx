import type { Contract } from "../../../../worker/features/contracts/contracts.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ConflictPanel, type ConflictProps } from "../../../ui/conflict-panel.tsx";
import { CHOICES, type Choice, choiceText } from "../contract-parts.tsx";
import { EMPTY, type FieldName } from "../form/form-values.ts";

export function ContractConflict(props: ConflictProps<Contract>) {
  const t = useT();
  const format = useFormat();
  const { base, current, patch } = props;
  const names = new Map([base.assignee, current.assignee].map((each) => [each?.userId, each?.displayName]));
  const { status } = patch;
  const isOffered = !status || status === current.status || current.can.moveTo.includes(status);
  const labels = Object.keys(EMPTY).map((field) => [field, t(`contracts.field.${field as FieldName}`)]);
  return (
    <ConflictPanel<Contract, FieldName>
      {...props}
      name={base.title}
      labels={Object.fromEntries(labels) as Record<FieldName, string>}
      textOf={(field, value) => {
        if (value === null || value === "") return "–";
        if (field === "deadline") return format.dateTime(String(value));
        if (field === "assignedTo")
          return names.get(Number(value)) ?? t("contracts.member_number", { id: Number(value) });
        if (field in CHOICES) return choiceText(t, field as Choice, String(value));
        return typeof value === "number" ? format.number(value) : value;
      }}
      blocked={isOffered ? null : t("contracts.no_longer")}
    />
  );
}
