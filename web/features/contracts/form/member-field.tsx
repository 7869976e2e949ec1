import { useState } from "react";
import type { ContractMember, Person } from "../../../../worker/features/contracts/contracts.schema.ts";
import { useTyped } from "../../../lib/address.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { useContractMembers } from "../contracts.api.ts";

type Known = Pick<ContractMember, "userId" | "displayName"> & { username?: string };

const labelOf = ({ displayName, username }: Known) =>
  username ? `${displayName} · @${username}` : displayName;

/** Picks an active member by part of a name; what it holds is the user's id. It stands in a Field. */
export function MemberField(props: {
  value: number | null;
  /** Who is chosen at first. */
  known: Person | null;
  onChange: (userId: number | null) => void;
}) {
  const t = useT();
  const { value, known, onChange } = props;
  const [q, setQ] = useState("");
  const { type } = useTyped(q, setQ);
  const [chosen, setChosen] = useState<Known | null>(known);
  const { data: found = [], isLoading } = useContractMembers(q);
  const isChosenFound = found.some(({ userId }) => userId === chosen?.userId);
  const members: Known[] = chosen && !isChosenFound ? [chosen, ...found] : found;
  return (
    <Combobox
      label={t("contracts.field.assignedTo")}
      value={value}
      options={members.map((member) => ({ value: member.userId, label: labelOf(member) }))}
      onChange={(userId) => {
        if (userId !== null) setChosen(members.find((member) => member.userId === userId) ?? null);
        onChange(userId);
      }}
      onType={type}
      placeholder={t("contracts.form.assigned_nobody")}
      emptyText={t(isLoading ? "state.loading" : "contracts.form.assigned_none")}
    />
  );
}
