import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { PrintIcon } from "../../ui/icons.tsx";

export default function FleetActions() {
  const t = useT();
  return (
    <Button icon={<PrintIcon />} className="max-md:hidden print:hidden" onClick={() => print()}>
      {t("fleet.print")}
    </Button>
  );
}
