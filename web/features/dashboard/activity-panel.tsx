import { useId, useState } from "react";
import type { Activity } from "../../../worker/features/audit/audit.schema.ts";
import { readAddress } from "../../lib/address.ts";
import { emphasise } from "../../lib/emphasis.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { urgentFilters, useDashboardAddress } from "./address.ts";
import { useActivities } from "./dashboard.api.ts";

const FIRST = 5;

function Subject({ activity }: { activity: Activity }) {
  const { linkTo } = useDashboardAddress();
  const { opens, name } = activity.subject;
  const opener = `activity-${activity.id}`;
  if (opens === null) return <b>{name}</b>;
  const { prospect } = readAddress(new URL(opens, location.origin).searchParams, urgentFilters.shape);
  return (
    <PlaceLink
      // A prospect opens over the dashboard.
      {...(prospect === null ? { to: opens } : linkTo({ prospect }, opener))}
      className="font-book hover:underline"
      data-opener={opener}
    >
      {name}
    </PlaceLink>
  );
}

/** The server's sentence with its names set off, and the new status of a move. */
function Sentence({ activity }: { activity: Activity }) {
  const { actor, subject, from, to, description } = activity;
  return emphasise(description, [actor.name, subject.name, from, to]).map(({ text, strong }) => {
    if (strong && text === subject.name) return <Subject key="s" activity={activity} />;
    return strong && text !== from ? <b key={text}>{text}</b> : text;
  });
}

function Entry({ activity }: { activity: Activity }) {
  const format = useFormat();
  const now = useNow();
  const { type, actor, subject, createdAt } = activity;
  // The first name of the sentence.
  const who = (type === "member.joined" && subject.name) || actor.name;
  return (
    <li className="flex items-start gap-3 px-[18px] py-[9px]">
      <Avatar name={who} size="s" square={actor.kind !== "user" && who === actor.name} />
      <p className="min-w-0 flex-1 leading-[1.4] [overflow-wrap:anywhere] [&_b]:font-book">
        <Sentence activity={activity} />
        <Time at={createdAt} className="mt-px block hint">
          {format.relative(createdAt, now)}
        </Time>
      </p>
    </li>
  );
}

export function ActivityPanel() {
  const t = useT();
  const id = useId();
  const source = useActivities();
  const readsAudit = useCan("audit.read");
  const [all, setAll] = useState(false);
  const count = source.list?.items.length ?? 0;
  return (
    <ListPanel
      title={t("dashboard.activity.title")}
      actions={
        readsAudit ? (
          <PlaceLink to="/audit" className="link py-1 text-md">
            {t("dashboard.to_audit_log")}
          </PlaceLink>
        ) : null
      }
      source={source}
      loading={<LoadingRows rows={4} />}
      empty={<EmptyState className="py-9" title={t("dashboard.activity.empty")} />}
      foot={
        count > FIRST ? (
          <div className="border-t border-line p-1.5">
            <Button
              variant="quiet"
              className="w-full"
              aria-expanded={all}
              aria-controls={id}
              onClick={() => setAll(!all)}
            >
              {all ? t("dashboard.activity.less") : t("dashboard.activity.more", { count })}
            </Button>
          </div>
        ) : null
      }
    >
      {(items) => (
        <ul id={id} className="py-[7px]">
          {(all ? items : items.slice(0, FIRST)).map((each) => (
            <Entry key={each.id} activity={each} />
          ))}
        </ul>
      )}
    </ListPanel>
  );
}
