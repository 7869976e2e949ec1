import { useState } from "react";
import type {
  TestDataCleared,
  TestDataCreated,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { act, useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { HistoryIcon, JoinedIcon } from "../../ui/icons.tsx";
import { type PageTab, TabbedPage } from "../../ui/tabbed-page.tsx";
import { backupTab } from "../backup/index.ts";
import { discordTab } from "../discord/index.ts";
import { apiTab } from "../health/index.ts";
import { AddUserDialog, usersTab } from "../members/index.ts";
import { prospects } from "../prospects/index.ts";
import { permissionsTab, rolesTab } from "../roles/index.ts";
import { settingsTab } from "../settings/index.ts";

/** Every tab, in order. Each belongs to a feature, imported by its index. */
const TABS: readonly PageTab[] = [
  { key: "users", label: "admin.tab.users", View: usersTab.View },
  { key: "roles", label: "admin.tab.roles", View: rolesTab.View },
  { key: "permissions", label: "admin.tab.permissions", View: permissionsTab.View },
  { key: "discord", label: "admin.tab.discord", need: "admin.system", View: discordTab.View },
  { key: "api", label: "admin.tab.api", need: "admin.system", View: apiTab.View },
  { key: "backup", label: "admin.tab.backup", need: "admin.system", View: backupTab.View },
  { key: "settings", label: "admin.tab.settings", need: "admin.system", View: settingsTab.View },
];

export default function AdminPage() {
  const t = useT();
  return (
    <TabbedPage
      path="/admin"
      title={t("admin.title")}
      label={t("admin.tabs")}
      tabs={TABS}
      isWide
      actions={<Actions />}
    />
  );
}

function TestDataActions() {
  const t = useT();
  const create = useAction(() => request<TestDataCreated>("/api/test-data/create", { method: "POST" }), {
    done: ({ created: count }) => {
      prospects.refresh();
      return { title: t("admin.test.created"), description: t("admin.test.created_count", { count }) };
    },
    failed: t("admin.test.create_failed"),
  });
  const clear = () =>
    act(() => request<TestDataCleared>("/api/test-data/clear", { method: "DELETE" }), {
      done: ({ removed: count, kept }) => {
        prospects.refresh();
        const text = kept ? "admin.test.cleared_kept" : "admin.test.cleared_count";
        return { title: t("admin.test.cleared"), description: t(text, { count, kept }) };
      },
      failed: t("admin.test.clear_failed"),
    });
  return (
    <>
      <Button pending={create.pending} onClick={() => void create.run()}>
        {t("admin.test.create")}
      </Button>
      <ConfirmButton
        variant="danger"
        label={t("admin.test.clear")}
        title={t("admin.test.clear_title")}
        description={t("admin.test.clear_text")}
        danger
        onConfirm={clear}
      />
    </>
  );
}

/** The actions beside the heading, the same for every tab. */
function Actions() {
  const t = useT();
  const readsAudit = useCan("audit.read");
  const runsSystem = useCan("admin.system");
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      {readsAudit ? (
        <ButtonLink to="/audit" icon={<HistoryIcon />}>
          {t("admin.audit_log")}
        </ButtonLink>
      ) : null}
      {runsSystem ? <TestDataActions /> : null}
      <Button icon={<JoinedIcon />} onClick={() => setIsAdding(true)}>
        {t("admin.add_user")}
      </Button>
      {isAdding ? <AddUserDialog onClose={() => setIsAdding(false)} /> : null}
    </>
  );
}
