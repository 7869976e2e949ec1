import { useState } from "react";
import type { PermissionRecord } from "../../../worker/features/roles/roles.schema.ts";
import { oneOf, search, text } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { SearchField } from "../../ui/filter-bar.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { noMatchFor } from "./list-parts.tsx";
import { matches } from "./names.ts";
import { HoldersDialog, PermissionDialog } from "./permission-dialogs.tsx";
import { PermissionList, RouteList } from "./permission-lists.tsx";
import { permissions, roles } from "./roles.api.ts";

const VIEWS = ["list", "routes"] as const;
const permissionFilters = filters({ q: search(64) }, { view: oneOf(VIEWS, "list"), permission: text(64) });

export default function PermissionsTab() {
  const t = useT();
  const mayWrite = useCan("admin.permissions");
  const list = useFilters("/admin", permissionFilters);
  const { address, hrefWith, linkTo, close } = list;
  const { q, view, permission: openId } = address;
  const source = permissions.useList();
  const stored = roles.useList().list?.items;
  const [form, setForm] = useState<{ permission: PermissionRecord | null } | null>(null);
  const [deleting, setDeleting] = useState<PermissionRecord | null>(null);
  const all = source.list?.items ?? [];
  const own = all.filter(({ isSystem }) => !isSystem).length;
  const shown = all.filter(({ id, name, description }) => matches(q, id, name, description));
  const opened = all.find(({ id }) => id === openId);
  const linkOf = (id: string) => linkTo({ permission: id });
  return (
    <>
      {source.list && <PageSentence>{t("permissions.sentence", { all: all.length, own })}</PageSentence>}
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div className="flex min-w-0 max-md:w-full md:flex-1 md:max-w-[300px]">
          <SearchField
            key={view}
            label={t(view === "list" ? "permissions.search" : "permissions.search_routes")}
            list={list}
          />
        </div>
        <SegmentedLinks
          label={t("permissions.views")}
          options={VIEWS.map((value) => ({ value, label: t(`permissions.view.${value}`) }))}
          value={view}
          to={(value) => hrefWith({ view: value, q: "" })}
          replace
        />
        <Button
          variant="primary"
          className="ml-auto"
          icon={<PlusIcon />}
          reason={mayWrite ? null : t("permissions.blocked")}
          onClick={() => setForm({ permission: null })}
        >
          {t("permissions.add")}
        </Button>
      </div>
      {view === "routes" ? (
        <RouteList list={list} permissions={all} linkTo={linkOf} />
      ) : (
        <ListView
          source={source}
          items={shown}
          list={list}
          noMatch={noMatchFor(t, q)}
          stateClass="panel"
          loading={
            <Panel>
              <LoadingRows rows={8} />
            </Panel>
          }
        >
          {() => (
            <PermissionList
              permissions={shown}
              roles={stored}
              linkTo={linkOf}
              onEdit={(permission) => setForm({ permission })}
              onDelete={setDeleting}
            />
          )}
        </ListView>
      )}
      {opened ? <HoldersDialog permission={opened} onClose={() => close({ permission: "" })} /> : null}
      {form ? <PermissionDialog permission={form.permission} onClose={() => setForm(null)} /> : null}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={t("permissions.delete_title", { name: deleting?.name })}
        description={t("permissions.delete_text")}
        confirmLabel={t("roles.delete")}
        danger
        onConfirm={async () => deleting && permissions.remove(deleting)}
        done={{ title: t("permissions.deleted"), description: deleting?.name }}
      />
    </>
  );
}
