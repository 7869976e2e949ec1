import { Suspense, useState } from "react";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { Row } from "./row.tsx";

const deleteDialog = part(() => import("./delete-account-dialog.tsx"), "account");

/** What is stored about the user, to take away or to have deleted. */
export function DataPanel({ user }: { user: CurrentUser }) {
  const t = useT();
  const [deleting, setDeleting] = useState(false);
  return (
    <Panel title={t("users.data")}>
      <div>
        <Row label={t("users.data.download")} hint={t("users.data.download_hint")}>
          <a href="/api/user/data" download className={buttonClass({ size: "s" })}>
            <DownloadIcon />
            {t("users.data.button")}
          </a>
        </Row>
        <Row label={t("users.delete")} hint={t("users.delete.hint")}>
          <Button size="s" variant="danger" onClick={() => setDeleting(true)}>
            {t("users.delete.button")}
          </Button>
        </Row>
      </div>
      <Suspense>
        {deleting ? <deleteDialog.View user={user} onClose={() => setDeleting(false)} /> : null}
      </Suspense>
    </Panel>
  );
}
