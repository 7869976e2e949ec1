import type { Event } from "../../../worker/features/events/events.schema.ts";
import { calendarDays } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { longDay, startOf, untilText } from "./clock.ts";
import { nextEventPath } from "./next.ts";
import { Standing } from "./standing-badge.tsx";

const EVENTS = "/organization?tab=events";

/** The next event of the organization, with the reader's standing in it. */
export default function NextPanel() {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { data, error, mutate } = useOfOrganization<Event[]>(nextEventPath, ["events"]);
  const next = data?.find(({ status, endsAt }) => status !== "cancelled" && Date.parse(endsAt) > now);
  const until = next && untilText(t, next, now);
  return (
    <Panel
      title={t("events.next_event")}
      actions={
        <ButtonLink to={EVENTS} size="s">
          {t("events.all_events")}
        </ButtonLink>
      }
    >
      {next ? (
        <div className="px-[18px] py-3.5">
          <Link
            to={`${EVENTS}&event=${next.id}`}
            className="font-book [overflow-wrap:anywhere] hover:underline"
          >
            {next.title}
          </Link>
          <p className="mt-0.5 text-ink-2">
            {(calendarDays(next.startsAt, now) ?? 2) < 2
              ? format.day(next.startsAt)
              : `${longDay(next.startsAt)}, ${startOf(next)}`}
            {next.location ? ` · ${next.location}` : null}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-2.5 hint">
            {until ? t("events.starts_in", { time: until }) : t("events.goes_on")}
            <Standing event={next} />
          </p>
        </div>
      ) : data ? (
        <p className="px-[18px] py-6 text-center text-ink-3">{t("events.none_planned")}</p>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonLines lines={3} className="px-[18px] py-4" />
      )}
    </Panel>
  );
}
