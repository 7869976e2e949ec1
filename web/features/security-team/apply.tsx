import { Suspense, useState } from "react";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { ShieldIcon } from "../../ui/icons.tsx";
import { applicationWizard } from "../applications/index.ts";
import { useTeam } from "./security-team.api.ts";

/** The button that opens the application for the team. */
export function Apply({ label, variant }: { label: string } & Pick<ButtonLook, "variant">) {
  const [isApplying, setIsApplying] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        icon={<ShieldIcon />}
        onClick={() => setIsApplying(true)}
        onPointerEnter={() => void applicationWizard.preload()}
      >
        {label}
      </Button>
      {isApplying ? (
        <Suspense>
          <applicationWizard.View contract={null} onClose={() => setIsApplying(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Beside the heading, for users who have not applied and are not in the team; who reviews has it below the team. */
export default function ApplyAction() {
  const t = useT();
  const { data } = useTeam();
  const reviews = useCan("security.review");
  return !reviews && data?.can.apply && data.ownId === null ? (
    <Apply label={t("security_team.apply")} />
  ) : null;
}
