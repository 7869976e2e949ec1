import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { CalendarIcon, ClockIcon, MoreIcon, PlusIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useAgenda } from "./address.ts";

/** Finding a time and the calendar address for everybody, in a menu on phones; planning for those who may. */
export default function EventsActions() {
  const t = useT();
  const isPhone = useMedia(PHONE);
  const { change } = useAgenda();
  const mayWrite = useCan("events.write");
  const findTime = () => change({ form: "time" });
  const subscribe = () => change({ form: "calendar" });
  return (
    <>
      {isPhone ? (
        <Menu
          trigger={
            <IconButton
              label={t("events.more_text")}
              icon={<MoreIcon />}
              data-find-time=""
              data-calendar-feed=""
            />
          }
        >
          <MenuItem onSelect={findTime}>{t("events.find_time")}</MenuItem>
          <MenuItem onSelect={subscribe}>{t("events.calendar_feed")}</MenuItem>
        </Menu>
      ) : (
        <>
          <Button icon={<ClockIcon />} data-find-time="" onClick={findTime}>
            {t("events.find_time")}
          </Button>
          <Button icon={<CalendarIcon />} data-calendar-feed="" onClick={subscribe}>
            {t("events.calendar_feed")}
          </Button>
        </>
      )}
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
