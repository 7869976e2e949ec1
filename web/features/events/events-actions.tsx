import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { useAgenda } from "./address.ts";
import { forms } from "./forms.ts";

export default function EventsActions() {
  const t = useT();
  const { change } = useAgenda();
  const mayWrite = useCan("events.write");
  if (!forms || !mayWrite) return null;
  return (
    <Button variant="primary" icon={<PlusIcon />} data-new-event="" onClick={() => change({ form: "new" })}>
      {t("events.new")}
    </Button>
  );
}
