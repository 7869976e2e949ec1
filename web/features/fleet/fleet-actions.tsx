import { useT } from "../../lib/i18n/i18n.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { PlusIcon } from "../../ui/icons.tsx";

export default function FleetActions() {
  const t = useT();
  return (
    <ButtonLink to="/my-hangar?add=1" variant="primary" icon={<PlusIcon />} className="print:hidden">
      {t("fleet.add")}
    </ButtonLink>
  );
}
