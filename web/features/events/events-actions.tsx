import { useState } from "react";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ClockIcon, PlusIcon } from "../../ui/icons.tsx";
import { useAgenda } from "./address.ts";
import { FindTimeDialog } from "./find-time.tsx";
import { forms } from "./forms.ts";

export default function EventsActions() {
  const t = useT();
  const { change } = useAgenda();
  const mayWrite = useCan("events.write");
  const [isFinding, setIsFinding] = useState(false);
  return (
    <>
      <Button icon={<ClockIcon />} data-find-time="" onClick={() => setIsFinding(true)}>
        {t("events.find_time")}
      </Button>
      {forms && mayWrite ? (
        <Button
          variant="primary"
          icon={<PlusIcon />}
          data-new-event=""
          onClick={() => change({ form: "new" })}
        >
          {t("events.new")}
        </Button>
      ) : null}
      {isFinding ? (
        <FindTimeDialog returnFocus="[data-find-time]" onClose={() => setIsFinding(false)} />
      ) : null}
    </>
  );
}
