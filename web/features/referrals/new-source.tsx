import { useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { useSources } from "./referrals.api.ts";

const NewSourceDialog = lazyDialog(() => import("./new-source-dialog.tsx"));

/** The button that makes the link of a source; nothing for readers who may not. */
export default function NewSource() {
  const t = useT();
  const { data } = useSources();
  const [isOpen, setIsOpen] = useState(false);
  if (!data?.can.add) return null;
  return (
    <>
      <Button variant="primary" icon={<PlusIcon />} onClick={() => setIsOpen(true)}>
        {t("sources.add")}
      </Button>
      {isOpen ? <NewSourceDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
