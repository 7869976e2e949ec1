import { useState } from "react";
import { memberRoleInput } from "../../../worker/features/members/members.schema.ts";
import { actUndoable } from "../../lib/held.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { SelectField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { type KnownMember, members, roleEdit, useRoles } from "./members.api.ts";

export default function RoleDialog(props: { member: KnownMember; onClose: () => void }) {
  const t = useT();
  const { data: roles = [], isLoading } = useRoles();
  const [base] = useState(props.member);
  const failed = t("members.failed");
  const choices = roles.filter(({ id, can }) => can.grant || id === base.roleId);
  return (
    <FormDialog
      failure={{ title: failed }}
      onClose={props.onClose}
      title={t("members.change_role")}
      description={t("members.role_text", { name: base.displayName })}
      schema={memberRoleInput}
      defaults={{ roleId: base.roleId }}
      confirmLabel={t("members.change_role")}
      reasonOf={({ roleId }) => (roleId === base.roleId ? t("members.role_unchanged") : null)}
      onSubmit={async ({ roleId }) => {
        const role = choices.find(({ id }) => id === roleId)?.name ?? "";
        const message = { title: t("members.role_done", { role }), description: base.displayName };
        void actUndoable(
          message,
          (when) => members.edit(base, { ...roleEdit({ roleId, role }), when }),
          failed,
        );
      }}
    >
      {({ values, set, errorOf }) => (
        <SelectField
          label={t("members.role")}
          hint={t("members.role_hint")}
          error={errorOf("roleId")}
          required
          value={values.roleId}
          aria-busy={isLoading}
          options={choices.map(({ id: value, name }) => ({
            value,
            label: value === base.roleId ? t("members.role_now", { role: name }) : name,
          }))}
          onChange={({ target }) => set("roleId", Number(target.value))}
        />
      )}
    </FormDialog>
  );
}
