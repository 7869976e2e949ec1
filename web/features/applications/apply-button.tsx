import { Suspense, useState } from "react";
import type { Contract } from "../../../worker/features/contracts/contracts.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { applicationWizard } from "./wizard.ts";

/** Opens the application for a contract; users who have applications to answer do that first. */
export default function ApplyButton({ contract }: { contract: Contract }) {
  const t = useT();
  const [isApplying, setIsApplying] = useState(false);
  return (
    <>
      <Button
        variant={contract.can.decide && contract.applications ? "default" : "primary"}
        onClick={() => setIsApplying(true)}
        onPointerEnter={() => void applicationWizard.preload()}
      >
        {t("applications.apply")}
      </Button>
      {isApplying ? (
        <Suspense>
          <applicationWizard.View contract={contract} onClose={() => setIsApplying(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
