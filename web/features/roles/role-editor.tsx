import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useState } from "react";
import {
  createRoleInput,
  type PermissionRecord,
  PRIORITY_BOUNDS,
  type Role,
} from "../../../worker/features/members/roles/roles.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import type { ListSource } from "../../lib/list.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConflictPanel, conflictOf } from "../../ui/conflict-panel.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { FormBody, type FormParts, useSendForm } from "../../ui/form.tsx";
import { PANEL_PAD, RecordPanel } from "../../ui/record-panel.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { aboutOf, listNames, namesOf } from "./names.ts";
import { PermissionBoxes } from "./permission-boxes.tsx";
import { type Values, valuesOf } from "./role-values.ts";
import { roles } from "./roles.api.ts";

/** A role as the conflict panel compares it: lists are compared by their texts. */
type Shown = Omit<Role, "permissions"> & { permissions: string };
const COMPARED = ["name", "description", "priority", "color", "permissions"] as const;
type Compared = (typeof COMPARED)[number];

/** The form of a role, a new one without `role`: beside the list where there is room, else a dialog over it. */
export function RoleEditor(props: {
  role: Role | null;
  permissions: ListSource<PermissionRecord>;
  frame: ComponentProps<typeof RecordPanel>["frame"];
  /** Told whether something is typed that is not saved. */
  onDirty: (isDirty: boolean) => void;
  /** Closes it; what is typed is lost. */
  onClose: () => void;
}) {
  const t = useT();
  const formId = useId();
  const { frame, onDirty, onClose } = props;
  // What the edit is made from, whatever comes in meanwhile.
  const [base] = useState(props.role);
  const editing = roles.useEdit();
  const all = props.permissions.list?.items ?? [];
  const failure = { title: t(base ? "roles.update_failed" : "roles.create_failed") };
  const [saved] = useState(() => valuesOf(t, base));
  const tell = (title: string, description: string) => {
    toast({ title, description });
    onClose();
  };

  const form = useSendForm({
    schema: createRoleInput,
    defaults: saved,
    inputOf: ({ priority, ...values }) => ({
      ...values,
      ...(base?.isSystem ? {} : { priority }),
      description: values.description.trim() || null,
      color: values.color || null,
    }),
    failure,
    fieldOfCode: { role_name_taken: "name", priority_above_yours: "priority" },
    onSubmit: async ({ organizationId: _o, isSystem: _s, createdBy: _c, ...input }, _values, key) => {
      if (!base) {
        const made = await roles.create(input, { key });
        tell(t("roles.created"), made.name);
        return;
      }
      const before = { ...saved, description: saved.description || null, color: saved.color || null };
      const patch = Object.fromEntries(
        Object.entries(input).filter(
          ([field, value]) => String(value) !== String(before[field as keyof typeof before]),
        ),
      ) as Partial<Role>;
      const edited = await editing.run(base, { method: "PUT", body: patch, patch });
      if (edited) tell(t("roles.updated"), edited.name);
    },
  });
  const { isDirty, parts } = form;
  // Before it is drawn: Escape in the moment after a change has to be asked about.
  useLayoutEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);

  const isReadOnly = base !== null && !base.can.update;
  const title = t(base ? (isReadOnly ? "roles.view_title" : "roles.edit_title") : "roles.create_title");
  const byline = base ? t("roles.byline", { name: base.name, people: base.people }) : t("roles.new_byline");
  const found = conflictOf(editing, failure, (done) => {
    if (done) tell(t("roles.updated"), done.name);
    else onClose();
  });
  const shown = (role: Partial<Role>) =>
    ({
      ...role,
      ...(role.permissions ? { permissions: role.permissions.toSorted().join("\n") } : {}),
    }) as Shown;
  const conflict = found && (
    <ConflictPanel<Shown, Compared>
      {...found}
      base={shown(found.base)}
      patch={shown(found.patch)}
      current={shown(found.current)}
      name={found.base.name}
      labels={{
        name: t("roles.name"),
        description: t("roles.description"),
        priority: t("roles.priority"),
        color: t("roles.color"),
        permissions: t("roles.permissions"),
      }}
      textOf={(field, value) =>
        field === "permissions"
          ? namesOf(all, String(value).split("\n")).join("\n")
          : field === "description"
            ? aboutOf(t, { key: found.base.key, description: value as string | null })
            : value
      }
    />
  );
  const isComplete = base?.key === "administrator";
  const body = (
    <>
      {isReadOnly ? <p className="mb-4 text-ink-2">{t("roles.read_only")}</p> : null}
      {conflict || (
        <FormBody id={formId} form={form} isBlocked={isReadOnly || !isDirty}>
          {(fields) => (
            <>
              <Fields parts={fields} role={base} isReadOnly={isReadOnly} />
              <section aria-label={t("roles.permissions")} className="min-w-0">
                <div className="mb-2.5 flex items-baseline justify-between">
                  <h3 className="label">{t("roles.permissions")}</h3>
                  <span className="text-sm text-ink-2">
                    {t("roles.of", { count: parts.values.permissions.length, all: all.length })}
                  </span>
                </div>
                {isComplete ? <p className="mb-3 text-ink-2">{t("roles.complete")}</p> : null}
                <Permissions source={props.permissions}>
                  <PermissionBoxes
                    permissions={all}
                    saved={saved.permissions}
                    value={parts.values.permissions}
                    onChange={(value) => parts.set("permissions", value)}
                    isReadOnly={isReadOnly || isComplete}
                  />
                </Permissions>
                {parts.errorOf("permissions") ? (
                  <p role="alert" className="mt-2 text-sm text-stop">
                    {parts.errorOf("permissions")}
                  </p>
                ) : null}
              </section>
            </>
          )}
        </FormBody>
      )}
    </>
  );
  const buttons = conflict ? null : (
    <>
      <p className="min-w-0 flex-1 basis-[220px] text-sm text-ink-2 empty:hidden max-md:basis-full">
        {isReadOnly ? null : (
          <Effect base={base} saved={saved} values={parts.values} permissions={all} isDirty={isDirty} />
        )}
      </p>
      <Button onClick={() => onClose()}>{t(isReadOnly ? "action.close" : "action.cancel")}</Button>
      {isReadOnly ? null : (
        <Button
          type="submit"
          form={formId}
          variant="primary"
          pending={form.isSubmitting}
          reason={isDirty ? null : t("roles.unchanged")}
        >
          {t(base ? "roles.update" : "roles.create")}
        </Button>
      )}
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
        className={cx("min-h-0 flex-1 overflow-auto border-t border-line py-4 -outline-offset-2", PANEL_PAD)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        data-scrolls=""
      >
        {body}
      </div>
      {buttons ? (
        <footer
          className={cx(
            "flex flex-wrap items-center gap-2 rounded-b-xl border-t border-line bg-hull py-3",
            PANEL_PAD,
          )}
        >
          {buttons}
        </footer>
      ) : null}
    </RecordPanel>
  );
}

/** Name, description, and for custom roles priority; the colour is optional. */
function Fields(props: { parts: FormParts<Values>; role: Role | null; isReadOnly: boolean }) {
  const t = useT();
  const { role, isReadOnly } = props;
  const { register, values, set, errorOf } = props.parts;
  return (
    <div className="grid grid-cols-2 gap-x-3.5 gap-y-3 max-sm:grid-cols-1">
      <Field label={t("roles.name")} error={errorOf("name", t("roles.name_required"))} required>
        <Input autoComplete="off" maxLength={60} readOnly={isReadOnly} {...register("name")} />
      </Field>
      <Field label={t("roles.description")} error={errorOf("description")}>
        <Input autoComplete="off" maxLength={300} readOnly={isReadOnly} {...register("description")} />
      </Field>
      {role?.isSystem ? null : (
        <Field
          label={t("roles.priority")}
          hint={t("roles.priority_hint")}
          error={errorOf("priority", t("roles.priority_error", PRIORITY_BOUNDS))}
        >
          <Input
            type="number"
            min={PRIORITY_BOUNDS.least}
            max={PRIORITY_BOUNDS.most}
            readOnly={isReadOnly}
            {...register("priority", { valueAsNumber: true })}
          />
        </Field>
      )}
      <Field label={t("roles.color")}>
        <span className="flex items-center gap-2">
          <Input
            type="color"
            className="w-14 px-1.5"
            disabled={isReadOnly}
            value={values.color || "#8a8f9c"}
            onChange={({ target }) => set("color", target.value)}
          />
          {values.color && !isReadOnly ? (
            <Button variant="quiet" onClick={() => set("color", "")}>
              {t("roles.no_color")}
            </Button>
          ) : (
            <span className="hint">{values.color || t("roles.color_none")}</span>
          )}
        </span>
      </Field>
    </div>
  );
}

/** The permissions to choose from, or why there are none to see. */
function Permissions({ source, children }: { source: ListSource<PermissionRecord>; children: ReactNode }) {
  const t = useT();
  if (source.list?.items.length) return children;
  if (source.list) return <EmptyState title={t("roles.none_title")} text={t("roles.none_text")} />;
  if (source.error) return <ErrorState error={source.error} onRetry={source.retry} />;
  return (
    <p role="status" className="py-6 text-center text-ink-2">
      {t("roles.loading")}
    </p>
  );
}

/** What saving does, and to how many people. */
function Effect(props: {
  base: Role | null;
  saved: Values;
  values: Values;
  permissions: readonly PermissionRecord[];
  isDirty: boolean;
}) {
  const t = useT();
  const { base, saved, values, permissions } = props;
  if (!base || !props.isDirty) return null;
  const lacking = (all: readonly string[], some: readonly string[]) =>
    listNames(
      t,
      namesOf(
        permissions,
        all.filter((each) => !some.includes(each)),
      ),
    );
  const gained = lacking(values.permissions, saved.permissions);
  const lost = lacking(saved.permissions, values.permissions);
  const moved = [...values.permissions, ...saved.permissions].filter(
    (each) => values.permissions.includes(each) !== saved.permissions.includes(each),
  ).length;
  const others = (["name", "description", "priority", "color"] as const).filter(
    (field) => values[field] !== saved[field],
  ).length;
  const kind = gained && lost ? "both" : gained ? "gain" : lost ? "lose" : null;
  return (
    <>
      <b className="font-semibold text-ink">{t("roles.changes", { count: moved + others })}</b>{" "}
      {kind && base.people > 0 ? t(`roles.effect.${kind}`, { people: base.people, gained, lost }) : null}
      {kind && base.people === 0 ? t("roles.effect.nobody") : null}
    </>
  );
}
