import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useAttendance } from "./attendance.api.ts";
import { countsOf } from "./groups.ts";
import { ownText } from "./parts.tsx";

/** The attendance at a past event in one line: how many are confirmed, to users who look after it, else the reader's own. */
export default function AttendanceLine({ eventId }: { eventId: number }) {
  const t = useT();
  const format = useFormat();
  const { data } = useAttendance(eventId);
  if (!data) return null;
  const { people, can, changesUntil } = data;
  if (!can.seeAll) return ownText(t, people[0]);
  const date = format.shortDate(changesUntil);
  return `${t("attendance.sentence", countsOf(data))} ${t(can.confirm ? "attendance.when_change" : "attendance.closed", { date })}`;
}
