import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { useAssignable, useAssignees } from "../prospects.api.ts";

/** Chooses an assignee. The present one is listed even if they can no longer be assigned. */
export function AssigneeSelect(props: {
  value: number | null;
  onChange: (value: number | null) => void;
  /** Label of the option for no assignee; without it one has to be chosen. */
  nobody?: string | undefined;
  label?: string;
  hint?: string | undefined;
  error?: string | null | undefined;
  /** A member who is not offered. */
  except?: number | undefined;
}) {
  const t = useT();
  const { user } = useUser();
  const { data: assignable, isLoading } = useAssignable();
  const assignees = useAssignees();
  const { value, onChange, nobody, except, label = t("prospect.assignee"), ...field } = props;
  const choices = assignable?.filter(({ id }) => id !== except) ?? [];
  const isListed = value === null || choices.some(({ id }) => id === value);
  const name = assignees.get(value)?.displayName ?? t("prospect.somebody");
  return (
    <SelectField
      {...field}
      label={label}
      required={nobody === undefined}
      value={value ?? ""}
      aria-busy={isLoading}
      empty={nobody ?? t("prospect.assignee_choose")}
      options={[
        ...(isListed ? [] : [{ value, label: t("prospect.assignee_unavailable", { name }) }]),
        ...choices.map(({ id, displayName, role }) => ({
          value: id,
          label: `${id === user?.member?.id ? t("prospect.assignee_me", { name: displayName }) : displayName} · ${role}`,
        })),
      ]}
      onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
    />
  );
}
