import { Suspense, useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { addUser } from "../members/index.ts";

/** What an administrator can do from every tab. */
export function AdminActions() {
  const t = useT();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<PlusIcon />} onClick={() => setIsAdding(true)}>
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
