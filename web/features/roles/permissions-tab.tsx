import { useState } from "react";
import type { PermissionRecord } from "../../../worker/features/roles/roles.schema.ts";
import { search, text } from "../../lib/address.ts";
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
import { LoadingRows } from "../../ui/table.tsx";
import { noMatchFor } from "./list-parts.tsx";
import { matches } from "./names.ts";
import { HoldersDialog, PermissionDialog } from "./permission-dialogs.tsx";
import { PermissionMatrix } from "./permission-matrix.tsx";
import { permissions, roles } from "./roles.api.ts";

const permissionFilters = filters({ q: search(64) }, { permission: text(64) });

export default function PermissionsTab() {
  const t = useT();
  const mayWrite = useCan("admin.permissions");
  const list = useFilters("/admin", permissionFilters);
  const { address, linkTo, close } = list;
  const { q, permission: openId } = address;
  const source = permissions.useList();
  const stored = roles.useList().list?.items;
  const [form, setForm] = useState<{ permission: PermissionRecord | null } | null>(null);
  const [deleting, setDeleting] = useState<PermissionRecord | null>(null);
  const all = source.list?.items ?? [];
  const shown = all.filter(({ id, name, description }) => matches(q, id, name, description));
  const opened = all.find(({ id }) => id === openId);
  return (
    <>
      <PageSentence>{t("permissions.sentence")}</PageSentence>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <SearchField label={t("permissions.search")} list={list} />
        <Button
          icon={<PlusIcon />}
          reason={mayWrite ? null : t("permissions.blocked")}
          onClick={() => setForm({ permission: null })}
        >
          {t("permissions.add")}
        </Button>
      </div>
      <ListView
        source={stored ? source : { error: source.error, retry: source.retry }}
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
          <PermissionMatrix
            permissions={shown}
            roles={stored ?? []}
            linkTo={(id) => linkTo({ permission: id })}
            onEdit={(permission) => setForm({ permission })}
            onDelete={setDeleting}
          />
        )}
      </ListView>
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
