import { useId, useState } from "react";
import { Link } from "react-router";
import type { Activity } from "../../../worker/features/activity/activity.schema.ts";
import type { MessageKey } from "../../catalogues.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { openerMark, useDashboardAddress } from "./address.ts";
import { useActivities } from "./dashboard.api.ts";
import { emphasise } from "./emphasis.ts";

/** How many entries stand there before all are asked for. */
const FIRST = 7;

/** Sentences whose every part the entry carries; anything else is shown as the server worded it. */
const SENTENCES: Partial<Record<string, MessageKey>> = {
  "bot.created": "dashboard.activity.bot_created",
  "bot.token": "dashboard.activity.bot_token",
  "member.joined": "dashboard.activity.member_joined",
  "prospect.created": "dashboard.activity.prospect_created",
  "prospect.deadline": "dashboard.activity.prospect_deadline",
  "prospect.notes": "dashboard.activity.prospect_notes",
  "prospect.status": "dashboard.activity.prospect_status",
  "user.added": "dashboard.activity.user_added",
  "user.registered": "dashboard.activity.user_registered",
};

function Subject({ activity }: { activity: Activity }) {
  const { linkTo } = useDashboardAddress();
  const { prospectId, name } = activity.subject;
  const opener = `activity-${activity.id}`;
  if (prospectId === null) return <b>{name}</b>;
  return (
    <Link
      {...linkTo({ prospect: prospectId }, opener)}
      preventScrollReset
      className="font-book hover:underline"
      {...openerMark(opener)}
    >
      {name}
    </Link>
  );
}

function Sentence({ activity }: { activity: Activity }) {
  const t = useT();
  const { type, actor, subject, from, to, description } = activity;
  const who = <Subject key="s" activity={activity} />;
  const key = SENTENCES[type];
  const isComplete = subject.name !== null && (type !== "prospect.status" || (from !== null && to !== null));
  if (key && isComplete) {
    return t.rich(key, { actor: <b key="a">{actor.name}</b>, subject: who, from, to: <b key="t">{to}</b> });
  }
  return emphasise(description, [actor.name, subject.name]).map(({ text, strong }) => {
    if (!strong) return text;
    return text === subject.name ? who : <b key="a">{text}</b>;
  });
}

function Entry({ activity }: { activity: Activity }) {
  const format = useFormat();
  const now = useNow();
  // The name that the sentence begins with.
  const who = (activity.type === "member.joined" && activity.subject.name) || activity.actor.name;
  return (
    <li className="flex items-start gap-3 px-[18px] py-[9px]">
      <Avatar name={who} size="s" square={activity.actor.kind !== "user" && who === activity.actor.name} />
      <p className="min-w-0 flex-1 leading-[1.4] [overflow-wrap:anywhere] [&_b]:font-book">
        <Sentence activity={activity} />
        <Time at={activity.createdAt} className="mt-px block hint">
          {format.relative(activity.createdAt, now)}
        </Time>
      </p>
    </li>
  );
}

/** What happened lately, as far as the reader may know. */
export function ActivityPanel() {
  const t = useT();
  const id = useId();
  const source = useActivities();
  const [all, setAll] = useState(false);
  const count = source.list?.items.length ?? 0;
  return (
    <Panel title={t("dashboard.activity.title")} aria-busy={!source.list && !source.error}>
      <ListView
        source={source}
        loading={<LoadingRows rows={4} />}
        empty={
          <EmptyState
            className="py-9"
            title={t("dashboard.activity.empty")}
            text={t("dashboard.activity.empty_text")}
          />
        }
      >
        {(items) => (
          <ul id={id} className="py-[7px]">
            {(all ? items : items.slice(0, FIRST)).map((activity) => (
              <Entry key={activity.id} activity={activity} />
            ))}
          </ul>
        )}
      </ListView>
      {count > FIRST ? (
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
      ) : null}
    </Panel>
  );
}
