import { useState } from "react";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { downloadData } from "./account.api.ts";
import { Row } from "./row.tsx";

const deleteDialog = part(() => import("./delete-account-dialog.tsx"), "account");

/** What is stored about the user, to take away or to have deleted. */
export function DataPanel({ user }: { user: CurrentUser }) {
  const t = useT();
  const [loading, setLoading] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const save = async () => {
    setLoading(true);
    try {
      toast({ title: t("users.data.downloaded"), description: await downloadData() });
    } catch (error) {
      tellFailure(error, { title: t("users.data.failed") });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Panel title={t("users.data")}>
      <div>
        <Row label={t("users.data.download")} hint={t("users.data.download_hint")}>
          <Button size="s" icon={<DownloadIcon />} pending={loading} onClick={() => void save()}>
            {t("users.data.button")}
          </Button>
        </Row>
        <Row label={t("users.delete")} hint={t("users.delete.hint")}>
          <Button size="s" variant="danger" onClick={() => setDeleting(true)}>
            {t("users.delete.button")}
          </Button>
        </Row>
      </div>
      {deleting ? <deleteDialog.View user={user} onClose={() => setDeleting(false)} /> : null}
    </Panel>
  );
}
