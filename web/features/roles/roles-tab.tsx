import { type MouseEvent, useState } from "react";
import { moveMembersInput } from "../../../worker/features/members/members.schema.ts";
import type { PermissionRecord, Role } from "../../../worker/features/roles/roles.schema.ts";
import { idOr, search } from "../../lib/address.ts";
import { cx } from "../../lib/cx.ts";
import { filters, useFilters } from "../../lib/filters.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, DiscardDialog } from "../../ui/confirm.tsx";
import { SelectField } from "../../ui/field.tsx";
import { SearchField } from "../../ui/filter-bar.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { useOpenRecord } from "../../ui/record-panel.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { noMatchFor } from "./list-parts.tsx";
import { aboutOf, matches, namesOf } from "./names.ts";
import { RoleEditor } from "./role-editor.tsx";
import { OrderedList, useRoleOrder } from "./role-order.tsx";
import { ROLE_GRID, RoleRow } from "./role-row.tsx";
import { moveMembers, permissions, roles } from "./roles.api.ts";

/** `role` is the open role, or the form of a new one. */
const roleFilters = filters({ q: search(64) }, { role: idOr(["new"]) });

/** Permissions, those first that the fewest roles hold. */
const rarestFirst = (permissions: readonly PermissionRecord[], all: readonly Role[]) => {
  const holders = new Map(
    permissions.map(({ id }) => [id, all.filter((role) => role.permissions?.includes(id)).length]),
  );
  return permissions.toSorted((a, b) => (holders.get(a.id) ?? 0) - (holders.get(b.id) ?? 0));
};

/** The roles of the organization in their order, with the form of one beside the list. */
export default function RolesTab() {
  const t = useT();
  const list = useFilters("/admin", roleFilters);
  const { address, linkTo, change, open, close } = list;
  const { q, role: opened } = address;
  const source = roles.useList();
  const all = source.list?.items ?? [];
  const order = useRoleOrder(all);
  const every = permissions.useList().list?.items ?? [];
  const [isDirty, setIsDirty] = useState(false);
  const [asking, setAsking] = useState<{ leave: () => void } | null>(null);
  const [created, setCreated] = useState<number | null>(null);
  const [deleting, setDeleting] = useState<Role | null>(null);

  const rarest = rarestFirst(every, all);
  const shown = order.shown.filter((role) => {
    const { name, permissions: granted = [] } = role;
    return matches(q, name, aboutOf(t, role), ...granted, ...namesOf(every, granted));
  });
  const openRole = all.find(({ id }) => id === opened) ?? null;
  const isOpen = opened === "new" || openRole !== null;
  /** Leaves the open form; asks first when it has unsaved changes. */
  const leaving = (leave: () => void) => (isDirty ? setAsking({ leave }) : leave());
  const closeNow = () => {
    setCreated(null);
    close({ role: null });
  };
  const openNow = (role: number | "new") => (isOpen ? change({ role }) : open({ role }));
  const show = (id: number | null) => leaving(() => (id === null ? closeNow() : openNow(id)));
  const create = () => leaving(() => openNow("new"));
  const ids = shown.map(({ id }) => id);
  const { isBeside, frame, keys } = useOpenRecord(ids, isOpen ? (openRole?.id ?? 0) : null, show);
  /** Asks before the link to another role is followed, when the open form has unsaved changes. */
  const follow = (event: MouseEvent, id: number) => {
    if (!isDirty || id === opened) return;
    event.preventDefault();
    show(id);
  };
  const editor = isOpen ? (
    <RoleEditor
      key={opened}
      role={openRole}
      isNew={openRole?.id === created}
      frame={frame}
      onDirty={setIsDirty}
      onCreated={(id) => {
        setCreated(id);
        change({ role: id });
      }}
      onClose={closeNow}
    />
  ) : null;

  return (
    <>
      <PageSentence>{t("roles.sentence")}</PageSentence>
      <div
        className={cx(
          // The height of everything above the panel.
          "grid items-start gap-[22px] [--above:236px]",
          editor && isBeside && "grid-cols-[minmax(0,1fr)_minmax(0,1fr)]",
        )}
        {...keys}
      >
        <div className="min-w-0">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <SearchField label={t("roles.search")} list={list} />
            <Button variant={editor ? "default" : "primary"} icon={<PlusIcon />} onClick={create}>
              {t("roles.create")}
            </Button>
          </div>
          <Panel className="@container">
            <ListView
              source={source}
              items={shown}
              list={list}
              noMatch={noMatchFor(t, q)}
              loading={<LoadingRows rows={6} />}
            >
              {(items) => (
                <OrderedList order={order}>
                  <div
                    aria-hidden="true"
                    className={cx(ROLE_GRID, "label border-b border-line py-2.5 @max-3xl:hidden")}
                  >
                    <span className="col-start-2">{t("permissions.role")}</span>
                    <span>{t("roles.permissions")}</span>
                    <span className="text-right">{t("roles.members")}</span>
                  </div>
                  <ol aria-label={t("roles.list")}>
                    {items.map((role) => (
                      <RoleRow
                        key={role.id}
                        role={role}
                        permissions={rarest}
                        order={q ? null : order}
                        isOpen={role.id === opened}
                        link={{ ...linkTo({ role: role.id }), onClick: (event) => follow(event, role.id) }}
                        onEdit={() => show(role.id)}
                        onDelete={() => setDeleting(role)}
                      />
                    ))}
                  </ol>
                </OrderedList>
              )}
            </ListView>
          </Panel>
        </div>
        {editor}
      </div>
      <DiscardDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        onDiscard={() => asking?.leave()}
      />
      {deleting ? (
        <DeleteRole
          role={deleting}
          onDeleted={() => deleting.id === opened && change({ role: null })}
          onClose={() => setDeleting(null)}
        />
      ) : null}
    </>
  );
}

/** Deletes a role, after its members are moved to another one. */
function DeleteRole(props: { role: Role; onDeleted: () => void; onClose: () => void }) {
  const t = useT();
  const { role, onClose } = props;
  const all = roles.useList().list?.items ?? [];
  const { name, people, faces } = role;
  const failed = t("roles.delete_failed");
  const done = { title: t("roles.deleted"), description: name };
  const remove = () => roles.remove(role).then(props.onDeleted);
  if (people === 0)
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={t("roles.delete_title", { name })}
        description={t("roles.delete_text")}
        confirmLabel={t("roles.delete")}
        danger
        onConfirm={remove}
        done={done}
        failed={failed}
      />
    );
  const choices = all.filter(({ id, can }) => can.grant && id !== role.id);
  const names = faces.map((face) => face.name).join(", ");
  const count = people - faces.length;
  return (
    <FormDialog
      title={t("roles.delete_title", { name })}
      description={t("roles.in_use", { people })}
      schema={moveMembersInput}
      defaults={{ roleId: choices.find(({ key }) => key === "member")?.id ?? choices.at(-1)?.id ?? 0 }}
      confirmLabel={t("roles.move_and_delete")}
      danger
      reasonOf={({ roleId }) => (roleId ? null : t("roles.no_target"))}
      failure={{ title: failed }}
      fieldOfCode={{ role_not_yours: "roleId", own_membership: "roleId", role_above_yours: "roleId" }}
      onSubmit={async ({ roleId }) => {
        await moveMembers(role, roleId);
        await remove();
        toast(done);
      }}
      onClose={onClose}
    >
      {({ values, set, errorOf }) => (
        <>
          <p className="text-ink-2">
            {count > 0 ? t("roles.held_by_more", { names, count }) : t("roles.held_by", { names })}{" "}
            <PlaceLink className="link underline" to={`/members?role=${role.id}`}>
              {t("roles.show_all")}
            </PlaceLink>
          </p>
          <SelectField
            label={t("roles.move_to")}
            error={errorOf("roleId")}
            required
            value={values.roleId}
            options={choices.map(({ id, name: label }) => ({ value: id, label }))}
            onChange={({ target }) => set("roleId", Number(target.value))}
          />
        </>
      )}
    </FormDialog>
  );
}
