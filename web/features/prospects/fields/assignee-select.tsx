import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { useAssignable, useAssignees } from "../prospects.api.ts";

/** Chooses an assignee. The present one is listed also when they can no longer be chosen. */
export function AssigneeSelect(props: {
  value: number | null;
  onChange: (value: number | null) => void;
  /** What choosing nobody means; without it a member has to be chosen. */
  nobody?: string | undefined;
  label?: string;
  hint?: string | undefined;
  error?: string | null | undefined;
  /** Left out of the choices. */
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
    <Field {...field} label={label} required={nobody === undefined}>
      <Select
        value={value ?? ""}
        aria-busy={isLoading}
        onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
      >
        <option value="">{nobody ?? t("prospect.assignee_choose")}</option>
        {isListed ? null : <option value={value}>{t("prospect.assignee_unavailable", { name })}</option>}
        {choices.map(({ id, displayName, role }) => (
          <option key={id} value={id}>
            {id === user?.member?.id ? t("prospect.assignee_me", { name: displayName }) : displayName} ·{" "}
            {role}
          </option>
        ))}
      </Select>
    </Field>
  );
}
