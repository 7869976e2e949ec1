import { useState } from "react";
import type {
  TestDataCleared,
  TestDataCreated,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { request } from "../../lib/api.ts";
import { can } from "../../lib/can.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
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

/** What the administration offers beside its heading, whichever tab is open. */
export function AdminActions() {
  const { user } = useUser();
  return can(user?.permissions ?? [], "admin.system") ? <TestDataActions /> : null;
}
