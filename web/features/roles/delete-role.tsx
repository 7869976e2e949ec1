import { Link } from "react-router";
import { moveMembersInput, type Role } from "../../../worker/features/members/roles/roles.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { moveMembers, roles } from "./roles.api.ts";

/** Deletes a role; those who hold it are moved to another one first. */
export function DeleteRole(props: {
  role: Role;
  all: readonly Role[];
  onDeleted: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { role, all, onDeleted, onClose } = props;
  const { name, people, faces } = role;
  const failure = { title: t("roles.delete_failed") };
  const remove = async () => {
    await roles.remove(role);
    toast({ title: t("roles.deleted"), description: name });
    onDeleted();
  };
  if (people === 0)
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={t("roles.delete_title", { name })}
        description={t("roles.delete_text")}
        confirmLabel={t("roles.delete")}
        danger
        onConfirm={() =>
          remove().catch((error) => {
            tellFailure(error, failure);
            throw error;
          })
        }
      />
    );
  const choices = all.filter(({ id, can }) => can.grant && id !== role.id);
  const names = faces.map((face) => face.name).join(", ");
  return (
    <FormDialog
      title={t("roles.delete_title", { name })}
      description={t("roles.in_use", { people })}
      schema={moveMembersInput}
      defaults={{ roleId: choices.find(({ key }) => key === "member")?.id ?? choices.at(-1)?.id ?? 0 }}
      confirmLabel={t("roles.move_and_delete")}
      danger
      reasonOf={({ roleId }) => (roleId ? null : t("roles.no_target"))}
      failure={failure}
      fieldOfCode={{ role_not_yours: "roleId", own_membership: "roleId", role_above_yours: "roleId" }}
      onSubmit={async ({ roleId }) => {
        await moveMembers(role, roleId);
        await remove();
      }}
      onClose={onClose}
    >
      {({ values, set, errorOf }) => (
        <>
          <p className="text-ink-2">
            {people > faces.length
              ? t("roles.held_by_more", { names, count: people - faces.length })
              : t("roles.held_by", { names })}{" "}
            <Link className="link underline" to={`/members?role=${role.id}`}>
              {t("roles.show_all")}
            </Link>
          </p>
          <Field label={t("roles.move_to")} error={errorOf("roleId")} required>
            <Select value={values.roleId} onChange={({ target }) => set("roleId", Number(target.value))}>
              {choices.map((choice) => (
                <option key={choice.id} value={choice.id}>
                  {choice.name}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
    </FormDialog>
  );
}
