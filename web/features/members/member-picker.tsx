import { useState } from "react";
import { useTyped } from "../../lib/address.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { useActiveMembers } from "./active-members.ts";

type Person = { userId: number; displayName: string; username?: string; awayUntil?: string | null };

/**
 * Chooses an active member by part of a name, in a Field; `known` is the user who is chosen at first, kept also when the
 * list fails.
 */
export function MemberPicker(props: {
  label: string;
  value: number | null;
  known: Person | null;
  onChange: (userId: number | null) => void;
  /** Told the chosen member, too. */
  onPick?: (member: Person) => void;
  placeholder: string;
  failedText: string;
  noneText: string;
}) {
  const t = useT();
  const format = useFormat();
  const { label, value, known, onChange, onPick, placeholder } = props;
  const [q, setQ] = useState("");
  const { type } = useTyped(q, setQ);
  const [chosen, setChosen] = useState<Person | null>(known);
  const { data: found = [], isLoading, error } = useActiveMembers(q);
  const isChosenFound = found.some(({ userId }) => userId === chosen?.userId);
  const members: Person[] = chosen && !isChosenFound ? [chosen, ...found] : found;
  return (
    <Combobox
      label={label}
      value={value}
      options={members.map(({ userId, displayName, username, awayUntil }) => ({
        value: userId,
        label: [
          displayName,
          ...(username ? [`@${username}`] : []),
          ...(awayUntil ? [t("away.until", { day: format.longDay(awayUntil) })] : []),
        ].join(" · "),
      }))}
      onChange={(userId) => {
        const member = members.find((each) => each.userId === userId);
        if (member) {
          setChosen(member);
          onPick?.(member);
        }
        onChange(userId);
      }}
      onType={type}
      placeholder={placeholder}
      emptyText={isLoading ? t("state.loading") : error ? props.failedText : props.noneText}
    />
  );
}
