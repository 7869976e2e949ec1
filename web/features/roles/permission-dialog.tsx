import {
  CUSTOM_CATEGORIES,
  type CustomCategory,
  createPermissionInput,
  type PermissionRecord,
} from "../../../worker/features/members/roles/roles.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { ConflictPanel, conflictOf } from "../../ui/conflict-panel.tsx";
import { Field, Input, Select, Textarea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { permissions } from "./roles.api.ts";

/** Creates a permission of the organization's own, or edits one. */
export function PermissionDialog(props: { permission: PermissionRecord | null; onClose: () => void }) {
  const t = useT();
  const { permission: base, onClose } = props;
  const editing = permissions.useEdit();
  const failure = { title: t(base ? "permissions.update_failed" : "permissions.create_failed") };
  const tell = (saved: PermissionRecord) =>
    toast({ title: t(base ? "permissions.updated" : "permissions.created"), description: saved.name });
  const conflict = conflictOf(editing, failure, (saved) => {
    if (saved) tell(saved);
    onClose();
  });
  return (
    <FormDialog
      title={t(base ? "permissions.edit_title" : "permissions.create_title")}
      description={base ? undefined : t("permissions.create_text")}
      schema={createPermissionInput}
      defaults={{
        id: base?.id ?? "custom.",
        name: base?.name ?? "",
        description: base?.description ?? "",
        category: (base?.category ?? "Custom") as CustomCategory,
      }}
      inputOf={(values) => ({ ...values, description: values.description.trim() || null })}
      confirmLabel={t(base ? "permissions.update" : "permissions.create")}
      failure={failure}
      onSubmit={async ({ id, name, description = null, category }, _values, key) => {
        const fields = { name, description, category };
        const saved = base
          ? await editing.run(base, { method: "PUT", body: fields, patch: fields })
          : await permissions.create({ id, ...fields }, { key });
        if (saved) tell(saved);
        return saved !== null;
      }}
      conflict={
        conflict && (
          <ConflictPanel<PermissionRecord, "name" | "description" | "category">
            {...conflict}
            name={conflict.base.name}
            labels={{
              name: t("permissions.name"),
              description: t("roles.description"),
              category: t("permissions.category"),
            }}
            textOf={(field, value) =>
              field === "category" ? t(`roles.category.${value as CustomCategory}`) : value
            }
          />
        )
      }
      onClose={onClose}
    >
      {({ values, set, register, errorOf }) => (
        <>
          <Field
            label={t("permissions.id")}
            hint={base ? t("permissions.id_kept") : t("permissions.id_hint")}
            error={errorOf("id", t(values.id.trim() ? "permissions.id_letters" : "permissions.id_required"))}
            required
          >
            <Input
              className="font-mono"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              disabled={base !== null}
              {...(base ? { value: base.id } : register("id"))}
            />
          </Field>
          <Field label={t("permissions.name")} error={errorOf("name", t("roles.name_required"))} required>
            <Input autoComplete="off" maxLength={60} {...register("name")} />
          </Field>
          <Field label={t("roles.description")} error={errorOf("description")}>
            <Textarea maxLength={300} {...register("description")} />
          </Field>
          <Field
            label={t("permissions.category")}
            error={errorOf("category", t("permissions.category_required"))}
            required
          >
            <Select
              value={values.category}
              onChange={({ target }) => set("category", target.value as CustomCategory)}
            >
              {CUSTOM_CATEGORIES.map((category) => (
                <option key={category} value={category}>
                  {t(`roles.category.${category}`)}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
    </FormDialog>
  );
}
