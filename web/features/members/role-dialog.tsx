import { useState } from "react";
import { memberRoleInput } from "../../../worker/features/members/members.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Field, Select } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { MemberConflict } from "./member-parts.tsx";
import { type KnownMember, members, roleEdit, useRoles } from "./members.api.ts";

/** Gives a member one of the roles that the reader may grant. */
export default function RoleDialog(props: {
  member: KnownMember;
  /** Told of the member as saved, and as they were before. */
  onSaved: (saved: KnownMember, before: KnownMember) => void;
  onClose: () => void;
}) {
  const t = useT();
  const editing = members.useEdit();
  const { data: roles = [], isLoading } = useRoles();
  const [base] = useState(props.member);
  const { onSaved, onClose } = props;
  const choices = roles.filter(({ id, can }) => can.grant || id === base.roleId);
  return (
    <FormDialog
      title={t("members.role_title")}
      description={t("members.role_text", { name: base.displayName })}
      schema={memberRoleInput}
      defaults={{ roleId: base.roleId }}
      confirmLabel={t("members.change_role")}
      reasonOf={({ roleId }) => (roleId === base.roleId ? t("members.role_unchanged") : null)}
      failure={{ title: t("members.failed") }}
      fieldOfCode={{ role_not_yours: "roleId" }}
      onSubmit={async ({ roleId }) => {
        const role = choices.find(({ id }) => id === roleId)?.name;
        const saved = role === undefined ? null : await editing.run(base, roleEdit({ roleId, role }));
        if (saved) onSaved(saved, base);
        return saved !== null;
      }}
      conflict={editing.conflict ? <MemberConflict editing={editing} onDecided={onClose} /> : null}
      onClose={onClose}
    >
      {({ values, set, errorOf }) => (
        <Field label={t("members.role")} hint={t("members.role_hint")} error={errorOf("roleId")} required>
          <Select
            value={values.roleId}
            aria-busy={isLoading}
            onChange={({ target }) => set("roleId", Number(target.value))}
          >
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {id === base.roleId ? t("members.role_now", { role: name }) : name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </FormDialog>
  );
}
