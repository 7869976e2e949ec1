import { useState } from "react";
import type { TestDataCleared } from "../../../worker/features/prospects/prospects.schema.ts";
import { act } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { HistoryIcon, JoinedIcon } from "../../ui/icons.tsx";
import { TabbedPage } from "../../ui/tabbed-page.tsx";
import { AddUserDialog } from "../members/index.ts";
import { prospects } from "../prospects/index.ts";
import CreateTestProspects from "./create-test-prospects.tsx";

export default function AdminPage() {
  const t = useT();
  return (
    <TabbedPage path="/admin" title={t("admin.title")} label={t("admin.tabs")} isWide actions={<Actions />} />
  );
}

function TestDataActions() {
  const t = useT();
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
      <CreateTestProspects />
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
