import { memberRoleInput } from "../../../worker/features/members/members.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useEditDialog } from "../../ui/edit-dialog.ts";
import { SelectField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { MemberConflict } from "./member-parts.tsx";
import { type KnownMember, members, roleEdit, useRoles } from "./members.api.ts";

export default function RoleDialog(props: {
  member: KnownMember;
  /** Called with the member as saved, and as it was before. */
  onSaved: (saved: KnownMember, before: KnownMember) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { data: roles = [], isLoading } = useRoles();
  const { base, send, dialog } = useEditDialog(members, props.member, {
    failed: t("members.failed"),
    onSaved: props.onSaved,
    onClose: props.onClose,
    conflict: (conflict) => <MemberConflict {...conflict} />,
  });
  const choices = roles.filter(({ id, can }) => can.grant || id === base.roleId);
  return (
    <FormDialog
      {...dialog}
      title={t("members.role_title")}
      description={t("members.role_text", { name: base.displayName })}
      schema={memberRoleInput}
      defaults={{ roleId: base.roleId }}
      confirmLabel={t("members.change_role")}
      reasonOf={({ roleId }) => (roleId === base.roleId ? t("members.role_unchanged") : null)}
      fieldOfCode={{ role_not_yours: "roleId" }}
      onSubmit={async ({ roleId }) => {
        const role = choices.find(({ id }) => id === roleId)?.name;
        return role !== undefined && send(roleEdit({ roleId, role }));
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
