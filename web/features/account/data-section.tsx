import { useState } from "react";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Row } from "./row.tsx";

const DeleteDialog = lazyDialog(() => import("./delete-account-dialog.tsx"));

/** What is stored about the user, as a file, and the end of the account. */
export default function DataSection({ user }: { user: CurrentUser }) {
  const t = useT();
  const [deleting, setDeleting] = useState(false);
  const save = useAction(() => saveFile("/api/user/data", "my-data.json"), {
    failed: t("users.data.failed"),
  });
  return (
    <Panel title={t("users.section.data")}>
      <div>
        <Row label={t("users.data.download")} hint={t("users.data.download_hint")}>
          <Button size="s" icon={<DownloadIcon />} pending={save.pending} onClick={() => void save.run()}>
            {t("users.data.button")}
          </Button>
        </Row>
        <Row label={t("users.delete")} hint={t("users.delete.hint")}>
          <Button size="s" variant="danger" onClick={() => setDeleting(true)}>
            {t("users.delete.button")}
          </Button>
        </Row>
      </div>
      {deleting ? <DeleteDialog user={user} onClose={() => setDeleting(false)} /> : null}
    </Panel>
  );
}
