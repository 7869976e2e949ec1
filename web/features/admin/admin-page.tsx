import { useState } from "react";
import { Navigate } from "react-router";
import type { TestData, TestDataCleared } from "../../../worker/features/prospects/prospects.schema.ts";
import type { OrganizationSetting } from "../../../worker/features/settings/settings.schema.ts";
import { act } from "../../lib/action.ts";
import { id, text, useAddress } from "../../lib/address.ts";
import { request } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { HistoryIcon, JoinedIcon, MoreIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { TabbedPage } from "../../ui/tabbed-page.tsx";
import { AddUserDialog } from "../members/index.ts";
import CreateTestProspects, { testDataChanged, useCreateTestProspects } from "./create-test-prospects.tsx";

/** The open tab, the first when empty, and what the addresses of webhooks had before these moved. */
const ADDRESS = { tab: text(20), webhook: id };

export default function AdminPage() {
  const t = useT();
  const { tab, webhook } = useAddress("/admin", ADDRESS).address;
  if (tab === "security") return <Navigate to="/audit?tab=refused" replace />;
  if (tab === "api" && webhook) return <Navigate to={`/admin?tab=programs&webhook=${webhook}`} replace />;
  return (
    <TabbedPage path="/admin" title={t("admin.title")} label={t("admin.tabs")} isWide actions={<Actions />} />
  );
}

/** The actions of test data: in a menu while there is none, unless debug mode is on. */
function TestDataActions() {
  const t = useT();
  const create = useCreateTestProspects();
  const [isAsking, setIsAsking] = useState(false);
  const found = useOfOrganization<TestData>((id) => `/api/test-data/${id}`, ["prospects"]);
  const settings = useOfOrganization<OrganizationSetting[]>(
    (id) => `/api/organization/${id}/settings`,
    ["settings"],
  );
  const debugMode = settings.data?.find(({ settingKey }) => settingKey === "debug_mode");
  const clear = () =>
    act(() => request<TestDataCleared>("/api/test-data/clear", { method: "DELETE" }), {
      done: ({ removed: count, kept }) => {
        testDataChanged();
        const text = kept ? "admin.test.cleared_kept" : "admin.test.cleared_count";
        return { title: t("admin.test.cleared"), description: t(text, { count, kept }) };
      },
      failed: t("admin.test.clear_failed"),
    });
  const ask = () => setIsAsking(true);
  return (
    <>
      {found.data?.prospects || debugMode?.settingValue ? (
        <>
          <CreateTestProspects />
          <Button variant="danger" onClick={ask}>
            {t("admin.test.clear")}
          </Button>
        </>
      ) : (
        <Menu trigger={<IconButton variant="default" label={t("admin.test")} icon={<MoreIcon />} />}>
          <MenuItem onSelect={() => void create.run()}>{t("admin.test.create")}</MenuItem>
          <MenuItem danger onSelect={ask}>
            {t("admin.test.clear")}
          </MenuItem>
        </Menu>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("admin.test.clear_title")}
        description={t("admin.test.clear_text")}
        confirmLabel={t("admin.test.clear")}
        danger
        onConfirm={clear}
      />
    </>
  );
}

/** The actions beside the heading: the audit log on every tab, the others where their subject is. */
function Actions() {
  const t = useT();
  const readsAudit = useCan("audit.read");
  const runsSystem = useCan("admin.system");
  const { tab } = useAddress("/admin", ADDRESS).address;
  const isUsers = tab === "" || tab === "users";
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      {readsAudit ? (
        <ButtonLink to="/audit" icon={<HistoryIcon />} className={cx(isUsers && "max-md:hidden")}>
          {t("admin.audit_log")}
        </ButtonLink>
      ) : null}
      {runsSystem && (isUsers || tab === "settings") ? <TestDataActions /> : null}
      {isUsers ? (
        <Button variant="primary" icon={<JoinedIcon />} onClick={() => setIsAdding(true)}>
          {t("admin.add_user")}
        </Button>
      ) : null}
      {isAdding ? <AddUserDialog onClose={() => setIsAdding(false)} /> : null}
    </>
  );
}
