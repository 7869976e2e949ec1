import {
  CUSTOM_CATEGORIES,
  type CustomCategory,
  createPermissionInput,
  type PermissionHolder,
  type PermissionRecord,
} from "../../../worker/features/roles/roles.schema.ts";
import { PERMISSION_CATEGORIES } from "../../../worker/lib/permissions.schema.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { ConflictPanel } from "../../ui/conflict-panel.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useEditDialog } from "../../ui/edit-dialog.ts";
import { SelectField, TextArea, TextField, USERNAME } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { permissions, useHolders } from "./roles.api.ts";

export function PermissionDialog(props: { permission: PermissionRecord | null; onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const labelOf = (category: CustomCategory) => PERMISSION_CATEGORIES[category][language];
  const { permission: base, onClose } = props;
  const tell = (saved: PermissionRecord) =>
    toast({ title: t(base ? "permissions.updated" : "permissions.created"), description: saved.name });
  const { send, dialog } = useEditDialog<PermissionRecord, PermissionRecord | null>(permissions, base, {
    failed: t(base ? "permissions.update_failed" : "permissions.create_failed"),
    onSaved: tell,
    onClose,
    conflict: (conflict) => (
      <ConflictPanel<PermissionRecord, "name" | "description" | "category">
        {...conflict}
        name={conflict.base.name}
        labels={{
          name: t("permissions.name"),
          description: t("roles.description"),
          category: t("permissions.category"),
        }}
        textOf={(field, value) => (field === "category" ? labelOf(value as CustomCategory) : value)}
      />
    ),
  });
  return (
    <FormDialog
      {...dialog}
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
      onSubmit={async ({ id, name, description = null, category }, _values, key) => {
        const fields = { name, description, category };
        if (base) return send({ method: "PUT", body: fields, patch: fields });
        tell(await permissions.create({ id, ...fields }, { key }));
        return true;
      }}
    >
      {({ values, field }) => (
        <>
          <TextField
            {...field("id", t(`permissions.id_${faultOf(values.id.trim())}`))}
            {...USERNAME}
            {...(base ? { disabled: true, value: base.id } : {})}
            label={t("permissions.id")}
            hint={base ? undefined : t("permissions.id_hint")}
            required
            inputClass="font-mono"
          />
          <TextField
            {...field("name", t("roles.name_required"))}
            label={t("permissions.name")}
            required
            autoComplete="off"
            maxLength={60}
          />
          <TextArea {...field("description")} label={t("roles.description")} maxLength={300} />
          <SelectField
            {...field("category", t("permissions.category_required"))}
            label={t("permissions.category")}
            required
            options={CUSTOM_CATEGORIES.map((value) => ({ value, label: labelOf(value) }))}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The fault of an id that was refused. */
const faultOf = (id: string) => (id === "" ? "required" : /^[a-z0-9._]+$/.test(id) ? "parts" : "letters");

export function HoldersDialog(props: { permission: PermissionRecord; onClose: () => void }) {
  const t = useT();
  const { id, name, description } = props.permission;
  const holders = useHolders(id);
  const total = holders.data?.reduce((sum, { people }) => sum + people, 0) ?? 0;
  return (
    <Dialog open onOpenChange={props.onClose} title={name} description={description} width={560} bare>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 pad-wide pt-4 pb-3 text-ink-2">
        {holders.data ? t("permissions.holders", { people: total, roles: holders.data.length }) : "\u00a0"}
        <code className="font-mono text-[11px] text-ink-3">{id}</code>
      </p>
      <AnswerView answer={holders} loading={<SkeletonLines lines={5} className="px-[22px] pb-5" />}>
        {(roles) => (
          <ul>
            {roles.map((role) => (
              <Holder key={role.id} role={role} />
            ))}
          </ul>
        )}
      </AnswerView>
    </Dialog>
  );
}

function Holder({ role }: { role: PermissionHolder }) {
  const t = useT();
  const { id, key, name, people, faces } = role;
  const more = people - faces.length;
  return (
    <li className="border-t border-line pad-wide py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <PlaceLink className="link font-book" to={`/admin?tab=roles&role=${id}`}>
          {name}
        </PlaceLink>
        <span className="hint">{t("roles.people", { people })}</span>
        {key === "administrator" ? <span className="hint">{t("permissions.always")}</span> : null}
      </p>
      {people > 0 ? (
        <ul className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-md text-ink-2">
          {faces.map((face) => (
            <li key={face.id}>
              <PlaceLink
                className="inline-flex min-h-6 max-w-full whitespace-nowrap items-center gap-2 hover:text-ink"
                to={`/members?member=${face.id}`}
              >
                <Avatar name={face.name} src={face.avatarUrl} size="s" />
                {face.name}
              </PlaceLink>
            </li>
          ))}
          {more > 0 ? (
            <li>
              <PlaceLink className="link" to={`/members?role=${id}`}>
                {t("permissions.more_members", { count: more })}
              </PlaceLink>
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}
