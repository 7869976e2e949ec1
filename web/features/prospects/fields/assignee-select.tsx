import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { useAssignable, useAssignees } from "../prospects.api.ts";

/** Chooses an assignee. The present one is listed also where they can no longer be assigned, or the list has failed. */
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
  const { data: assignable, isLoading, error, mutate } = useAssignable();
  const assignees = useAssignees();
  const { value, onChange, nobody, except, label = t("prospect.assignee"), hint, ...field } = props;
  const choices = assignable?.filter(({ id }) => id !== except) ?? [];
  const isListed = value === null || choices.some(({ id }) => id === value);
  const known = assignees.get(value)?.displayName;
  const present = assignable
    ? t("prospect.assignee_unavailable", { name: known ?? t("prospect.somebody") })
    : (known ?? t("prospect.assignee_present"));
  const failed =
    error && !assignable ? (
      <>
        {t("prospect.assignees_failed")}{" "}
        <button type="button" className="link" onClick={() => void mutate()}>
          {t("action.retry")}
        </button>
      </>
    ) : null;
  return (
    <SelectField
      {...field}
      hint={failed ?? hint}
      label={label}
      required={nobody === undefined}
      value={value ?? ""}
      aria-busy={isLoading}
      empty={nobody ?? t("prospect.assignee_choose")}
      options={[
        ...(isListed ? [] : [{ value, label: present }]),
        ...choices.map(({ id, displayName, role }) => ({
          value: id,
          label: `${id === user?.member?.id ? t("prospect.assignee_me", { name: displayName }) : displayName} · ${role}`,
        })),
      ]}
      onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
    />
  );
}
