import { useState } from "react";
import { useTyped } from "../../../lib/address.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { Field } from "../../../ui/field.tsx";
import { useContractMembers } from "../contracts.api.ts";
import type { Person } from "./sheet.ts";

const GUEST = -1;

/** Adds a member of the organization, or a guest by the name that is typed. */
export function AddPerson(props: {
  /** Id of the field. */
  id: string;
  people: readonly Person[];
  onAdd: (who: Pick<Person, "userId" | "name" | "avatarUrl">) => void;
}) {
  const t = useT();
  const { people, onAdd } = props;
  const [q, setQ] = useState("");
  const { typed, type } = useTyped(q, setQ);
  const { data: members = [] } = useContractMembers(q);
  const name = typed.trim().replace(/\s+/g, " ");
  const isKnown = people.some(
    (each) => each.userId === null && each.name.toLowerCase() === name.toLowerCase(),
  );
  const options = [
    ...members
      .filter(({ userId }) => !people.some((each) => each.userId === userId))
      .map(({ userId, displayName }) => ({ value: userId, label: displayName })),
    ...(name && !isKnown ? [{ value: GUEST, label: t("payouts.add_guest", { name }) }] : []),
  ];
  const add = (value: number | null) => {
    const member = members.find(({ userId }) => userId === value);
    if (member) onAdd({ userId: member.userId, name: member.displayName, avatarUrl: member.avatarUrl });
    else if (value === GUEST) onAdd({ userId: null, name, avatarUrl: null });
  };
  return (
    <Field
      id={props.id}
      label={<span className="sr-only">{t("payouts.add")}</span>}
      className="max-w-[340px] flex-1 basis-60"
    >
      <Combobox
        label={t("payouts.add")}
        value={null}
        options={options}
        onChange={add}
        onType={type}
        placeholder={t("payouts.add_placeholder")}
        emptyText={t(isKnown ? "payouts.add_known" : "payouts.add_none")}
      />
    </Field>
  );
}
