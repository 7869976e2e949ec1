import { useState } from "react";
import type { Role } from "../../../worker/features/members/roles/roles.schema.ts";
import { useAddress } from "../../lib/address.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { SearchField } from "../../ui/filter-bar.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useOpenRecord } from "../../ui/record-panel.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { rolesShape, SEARCH_LENGTH } from "./address.ts";
import { DeleteRole } from "./delete-role.tsx";
import { aboutOf, matches, namesOf } from "./names.ts";
import { RoleCard } from "./role-card.tsx";
import { RoleEditor } from "./role-editor.tsx";
import { permissions, roles } from "./roles.api.ts";

const GRID = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-3";

const LOADING = (
  <div className={GRID}>
    {["a", "b", "c", "d", "e", "f"].map((key) => (
      <div key={key} className="panel h-[206px] px-[18px] py-4">
        <Skeleton className="h-4 w-32" />
        <SkeletonLines lines={4} className="mt-4" />
      </div>
    ))}
  </div>
);

/** The organization's roles, and the form of one of them beside the list. */
export default function RolesTab() {
  const t = useT();
  const { address, linkTo, change, open, close } = useAddress("/admin", rolesShape);
  const { q, role: opened } = address;
  const source = roles.useList();
  const known = permissions.useList();
  const all = source.list?.items ?? [];
  const every = known.list?.items ?? [];
  const [isDirty, setIsDirty] = useState(false);
  const [asking, setAsking] = useState<{ leave: () => void } | null>(null);
  const [deleting, setDeleting] = useState<Role | null>(null);

  const isFound = (role: Role) => {
    const { name, permissions: held = [] } = role;
    return matches(q, name, aboutOf(t, role), ...held, ...namesOf(every, held));
  };
  const shown = all.filter(isFound);
  const openRole = all.find(({ id }) => id === opened) ?? null;
  const isOpen = opened === "new" || openRole !== null;

  /** Leaves the open form; asks first where something is typed. */
  const leaving = (leave: () => void) => (isDirty ? setAsking({ leave }) : leave());
  const closeNow = () => close({ role: null });
  const show = (id: number | null) =>
    leaving(() => (id === null ? closeNow() : isOpen ? change({ role: id }) : open({ role: id })));
  const { isBeside, frame, keys } = useOpenRecord(
    shown.map(({ id }) => id),
    opened === "new" ? 0 : (openRole?.id ?? null),
    show,
  );
  const create = () => leaving(() => (isOpen ? change({ role: "new" }) : open({ role: "new" })));
  const editor = isOpen ? (
    <RoleEditor
      key={opened}
      role={openRole}
      permissions={known}
      frame={frame}
      onDirty={setIsDirty}
      onClose={closeNow}
    />
  ) : null;

  return (
    <>
      {source.list ? (
        <PageSentence>
          {t("roles.sentence", {
            roles: all.length,
            people: all.reduce((sum, { people }) => sum + people, 0),
          })}
        </PageSentence>
      ) : null}
      <div
        className={cx(
          // What stands above the panel, for its height.
          "grid items-start gap-[22px] [--above:236px]",
          editor && isBeside && "grid-cols-[minmax(0,1fr)_minmax(0,1fr)]",
        )}
        {...keys}
      >
        <div className="min-w-0">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <SearchField
              label={t("roles.search")}
              value={q}
              maxLength={SEARCH_LENGTH}
              onChange={(next) => change({ q: next })}
            />
            <Button variant={editor ? "default" : "primary"} icon={<PlusIcon />} onClick={create}>
              {t("roles.create")}
            </Button>
          </div>
          <ListView source={source} loading={LOADING}>
            {() =>
              shown.length > 0 ? (
                <ul className={GRID}>
                  {shown.map((role) => (
                    <RoleCard
                      key={role.id}
                      role={role}
                      permissions={every}
                      isOpen={role.id === opened}
                      link={linkTo({ role: role.id })}
                      onFollow={(event) => {
                        if (!isDirty || role.id === opened) return;
                        event.preventDefault();
                        show(role.id);
                      }}
                      onEdit={() => show(role.id)}
                      onDelete={() => setDeleting(role)}
                    />
                  ))}
                </ul>
              ) : (
                <Panel>
                  <EmptyState
                    title={t("roles.no_match", { q })}
                    action={<Button onClick={() => change({ q: "" })}>{t("filter.search_clear")}</Button>}
                  />
                </Panel>
              )
            }
          </ListView>
        </div>
        {editor}
      </div>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={t("form.discard_title")}
        description={t("form.discard_text")}
        confirmLabel={t("form.discard")}
        cancelLabel={t("form.keep_editing")}
        danger
        onConfirm={() => asking?.leave()}
      />
      {deleting ? (
        <DeleteRole
          role={deleting}
          all={all}
          onDeleted={() => {
            if (deleting.id === opened) change({ role: null });
          }}
          onClose={() => setDeleting(null)}
        />
      ) : null}
    </>
  );
}
