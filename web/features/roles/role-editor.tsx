import { type ComponentProps, Suspense, useId, useLayoutEffect, useState } from "react";
import {
  createRoleInput,
  type PermissionRecord,
  type Role,
} from "../../../worker/features/roles/roles.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConflictPanel, type ConflictProps } from "../../ui/conflict-panel.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useEditDialog } from "../../ui/edit-dialog.ts";
import { FormBody, useSendForm } from "../../ui/form.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { RecordPanel } from "../../ui/record-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { roleMapping } from "../discord/index.ts";
import { aboutOf, listNames, namesOf } from "./names.ts";
import { PermissionBoxes } from "./permission-boxes.tsx";
import { RoleFields, type RoleValues, valuesOf } from "./role-fields.tsx";
import { permissions, roles } from "./roles.api.ts";

/** The form of a role, or of a new one: beside the list on wide screens, else in a dialog. */
export function RoleEditor(props: {
  role: Role | null;
  /** Whether the role was created here just now. */
  isNew: boolean;
  frame: ComponentProps<typeof RecordPanel>["frame"];
  onDirty: (isDirty: boolean) => void;
  /** Opens the role that was created. */
  onCreated: (id: number) => void;
  /** Closes the form without saving. */
  onClose: () => void;
}) {
  const t = useT();
  const formId = useId();
  const runsSystem = useCan("admin.system");
  const { frame, onDirty, onClose } = props;
  const source = permissions.useList();
  const all = source.list?.items ?? [];
  const done = (title: "roles.created" | "roles.updated", { name: description }: Role) =>
    toast({ title: t(title), description });
  const { base, send, dialog } = useEditDialog<Role, Role | null>(roles, props.role, {
    failed: t(props.role ? "roles.update_failed" : "roles.create_failed"),
    onSaved: (role) => done("roles.updated", role),
    onClose,
    conflict: (conflict) => <RoleConflict {...conflict} permissions={all} />,
  });
  const [saved] = useState(() => valuesOf(t, base));
  const form = useSendForm({
    schema: createRoleInput,
    defaults: saved,
    inputOf: (values) => ({
      ...values,
      description: values.description.trim() || null,
      color: values.color || null,
    }),
    failure: dialog.failure,
    fieldOfCode: { role_name_taken: "name" },
    onSubmit: async ({ organizationId: _o, isSystem: _s, createdBy: _c, ...input }, _values, key) => {
      if (!base) {
        const created = await roles.create(input, { key });
        done("roles.created", created);
        return props.onCreated(created.id);
      }
      const isChanged = ([field, value]: [string, unknown]) =>
        String(value ?? "") !== String(saved[field as keyof RoleValues]);
      const patch: Partial<Role> = Object.fromEntries(Object.entries(input).filter(isChanged));
      if (await send({ method: "PUT", body: patch, patch })) onClose();
    },
  });
  const { isDirty, parts } = form;
  const { error, ...permissionField } = parts.bind("permissions");
  // Before the next rendering, so that Escape right after a change asks first.
  useLayoutEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);

  const isReadOnly = base !== null && !base.can.update;
  const isUnchanged = isReadOnly || (base !== null && !isDirty);
  const title = t(base ? (isReadOnly ? "roles.view_title" : "roles.edit_title") : "roles.create_title");
  const byline = base ? t("roles.byline", { name: base.name, people: base.people }) : undefined;
  const isComplete = base?.key === "administrator";
  const mapping =
    base && runsSystem ? (
      <Suspense fallback={<SkeletonLines lines={2} />}>
        <roleMapping.View roleId={base.id} isNew={props.isNew} />
      </Suspense>
    ) : null;
  const body = (
    <>
      {isReadOnly ? <p className="mb-4 text-ink-2">{t("roles.read_only")}</p> : null}
      {dialog.conflict || (
        <FormBody id={formId} form={form} isBlocked={isUnchanged}>
          {() => (
            <>
              <RoleFields parts={parts} isReadOnly={isReadOnly} />
              <section aria-label={t("roles.permissions")} className="min-w-0">
                <div className="mb-2.5 flex items-baseline justify-between">
                  <h3 className="label">{t("roles.permissions")}</h3>
                  <span className="text-sm text-ink-2">
                    {t("roles.of", { count: permissionField.value.length, all: all.length })}
                  </span>
                </div>
                {isComplete ? <p className="mb-3 text-ink-2">{t("roles.complete")}</p> : null}
                <ListView
                  source={source}
                  loading={
                    <p role="status" className="py-6 text-center text-ink-2">
                      {t("roles.loading")}
                    </p>
                  }
                  empty={<EmptyState title={t("roles.none_title")} text={t("roles.none_text")} />}
                >
                  {() => (
                    <PermissionBoxes
                      {...permissionField}
                      permissions={all}
                      saved={base ? saved.permissions : permissionField.value}
                      isReadOnly={isReadOnly || isComplete}
                    />
                  )}
                </ListView>
                {error ? (
                  <p role="alert" className="mt-2 text-sm text-stop">
                    {error}
                  </p>
                ) : null}
              </section>
            </>
          )}
        </FormBody>
      )}
      {mapping}
    </>
  );
  const buttons =
    dialog.conflict || isReadOnly ? null : (
      <>
        <p className="min-w-0 flex-1 basis-[220px] text-sm text-ink-2 empty:hidden max-md:basis-full">
          {base && isDirty ? <Effect {...{ base, saved }} values={parts.values} permissions={all} /> : null}
          {isUnchanged ? t("roles.unchanged") : null}
        </p>
        {isUnchanged ? null : <Button onClick={() => onClose()}>{t("action.cancel")}</Button>}
        <Button
          type="submit"
          form={formId}
          variant="primary"
          reason={isUnchanged && t("roles.unchanged")}
          pending={form.isSubmitting}
        >
          {t(base ? "roles.update" : "roles.create")}
        </Button>
      </>
    );
  if (!frame.isBeside)
    return (
      <Dialog
        open
        onOpenChange={() => frame.onOpen(null)}
        title={title}
        description={byline}
        width={720}
        returnFocus={`[data-row="${base?.id}"] [data-open]`}
        footer={buttons}
      >
        {body}
      </Dialog>
    );
  return (
    <RecordPanel id={base?.id ?? 0} frame={frame} title={title} byline={<p className="hint">{byline}</p>}>
      <div
        className="min-h-0 flex-1 overflow-auto border-t border-line pad-wide py-4 -outline-offset-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        data-scrolls=""
      >
        {body}
      </div>
      {buttons ? (
        <footer className="flex flex-wrap items-center gap-2 rounded-b-xl border-t border-line bg-hull pad-wide py-3">
          {buttons}
        </footer>
      ) : null}
    </RecordPanel>
  );
}

/** The effect of saving, with the number of users. */
function Effect(props: {
  base: Role;
  saved: RoleValues;
  values: RoleValues;
  permissions: readonly PermissionRecord[];
}) {
  const t = useT();
  const { base, saved, values, permissions } = props;
  const inWords = (ids: string[]) => listNames(t, namesOf(permissions, ids));
  const added = values.permissions.filter((each) => !saved.permissions.includes(each));
  const removed = saved.permissions.filter((each) => !values.permissions.includes(each));
  const fields = (["name", "description", "color"] as const).filter(
    (field) => values[field] !== saved[field],
  );
  const count = added.length + removed.length + fields.length;
  const effect = { people: base.people, gained: inWords(added), lost: inWords(removed) };
  const kind = added.length > 0 ? (removed.length > 0 ? "both" : "gain") : removed.length > 0 ? "lose" : null;
  return (
    <>
      <b className="font-semibold text-ink">{t("roles.changes", { count })}</b>{" "}
      {kind && (base.people > 0 ? t(`roles.effect.${kind}`, effect) : t("roles.effect.nobody"))}
    </>
  );
}

/** A role for the conflict panel, which compares lists by their texts. */
type Shown = Omit<Role, "permissions"> & { permissions: string };

function RoleConflict(props: ConflictProps<Role> & { permissions: readonly PermissionRecord[] }) {
  const t = useT();
  const { base, patch, current, permissions } = props;
  const shown = ({ permissions: ids, ...role }: Partial<Role>) =>
    ({ ...role, ...(ids ? { permissions: ids.toSorted().join("\n") } : {}) }) as Shown;
  return (
    <ConflictPanel<Shown, "name" | "description" | "color" | "permissions">
      {...props}
      base={shown(base)}
      patch={shown(patch)}
      current={shown(current)}
      name={base.name}
      labels={{
        name: t("roles.name"),
        description: t("roles.description"),
        color: t("roles.color"),
        permissions: t("roles.permissions"),
      }}
      textOf={(field, value) => {
        if (field === "permissions") return namesOf(permissions, String(value).split("\n")).join("\n");
        return field === "description"
          ? aboutOf(t, { key: base.key, description: value as string | null })
          : value;
      }}
    />
  );
}
