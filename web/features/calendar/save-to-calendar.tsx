import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { CalendarIcon } from "../../ui/icons.tsx";
import { saveEvent } from "./calendar.api.ts";

export default function SaveToCalendar({ eventId }: { eventId: number }) {
  const t = useT();
  const save = useAction(() => saveEvent(eventId), {
    done: { title: t("calendar.saved"), description: t("calendar.saved_text") },
    failed: t("calendar.save_failed"),
  });
  return (
    <Button
      variant="quiet"
      size="s"
      icon={<CalendarIcon size={15} />}
      pending={save.pending}
      onClick={() => void save.run()}
    >
      {t("calendar.save")}
    </Button>
  );
}
