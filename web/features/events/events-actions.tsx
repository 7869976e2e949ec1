import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ClockIcon, PlusIcon } from "../../ui/icons.tsx";
import { CalendarFeedButton } from "../calendar/index.ts";
import { useAgenda } from "./address.ts";

/** Finding a time and the calendar address for everybody, planning for those who may. */
export default function EventsActions() {
  const t = useT();
  const { change } = useAgenda();
  const mayWrite = useCan("events.write");
  return (
    <>
      <Button icon={<ClockIcon />} data-find-time="" onClick={() => change({ form: "time" })}>
        {t("events.find_time")}
      </Button>
      <CalendarFeedButton />
      {mayWrite ? (
        <Button
          variant="primary"
          icon={<PlusIcon />}
          data-new-event=""
          onClick={() => change({ form: "new" })}
        >
          {t("events.new")}
        </Button>
      ) : null}
    </>
  );
}
