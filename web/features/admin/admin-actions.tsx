import { Suspense, useState } from "react";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { HistoryIcon, JoinedIcon } from "../../ui/icons.tsx";
import { addUser } from "../members/index.ts";

/** What an administrator can do from every tab. */
export function AdminActions() {
  const t = useT();
  const readsAudit = useCan("audit.read");
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      {readsAudit ? (
        <ButtonLink to="/audit" icon={<HistoryIcon />}>
          {t("nav.audit")}
        </ButtonLink>
      ) : null}
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
