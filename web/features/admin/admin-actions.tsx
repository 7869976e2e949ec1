import { Suspense, useState } from "react";
import type {
  TestDataCleared,
  TestDataCreated,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { request } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { HistoryIcon, JoinedIcon } from "../../ui/icons.tsx";
import { addUser } from "../members/index.ts";
import { prospects } from "../prospects/index.ts";

function TestDataActions() {
  const t = useT();
  const [creating, setCreating] = useState(false);
  const [asking, setAsking] = useState(false);
  const create = async () => {
    setCreating(true);
    try {
      const { created } = await request<TestDataCreated>("/api/test-data/create", { method: "POST" });
      prospects.refresh();
      toast({
        title: t("admin.test.created"),
        description: t("admin.test.created_count", { count: created }),
      });
    } catch (error) {
      tellFailure(error, { title: t("admin.test.create_failed") });
    } finally {
      setCreating(false);
    }
  };
  const clear = async () => {
    try {
      const { removed, kept } = await request<TestDataCleared>("/api/test-data/clear", { method: "DELETE" });
      prospects.refresh();
      toast({
        title: t("admin.test.cleared"),
        description: t(kept ? "admin.test.cleared_kept" : "admin.test.cleared_count", {
          count: removed,
          kept,
        }),
      });
    } catch (error) {
      tellFailure(error, { title: t("admin.test.clear_failed") });
    }
  };
  return (
    <>
      <Button pending={creating} onClick={() => void create()}>
        {t("admin.test.create")}
      </Button>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t("admin.test.clear")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("admin.test.clear_title")}
        description={t("admin.test.clear_text")}
        confirmLabel={t("admin.test.clear")}
        danger
        onConfirm={clear}
      />
    </>
  );
}

function AddUser() {
  const t = useT();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <Button icon={<JoinedIcon />} onClick={() => setIsAdding(true)}>
        {t("admin.add_user")}
      </Button>
      {isAdding ? (
        <Suspense>
          <addUser.View onClose={() => setIsAdding(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What the administration offers beside its heading, whichever tab is open. */
export function AdminActions() {
  const t = useT();
  const readsAudit = useCan("audit.read");
  const runsSystem = useCan("admin.system");
  return (
    <>
      {readsAudit ? (
        <ButtonLink to="/audit" icon={<HistoryIcon />}>
          {t("nav.audit")}
        </ButtonLink>
      ) : null}
      {runsSystem ? <TestDataActions /> : null}
      <AddUser />
    </>
  );
}
