import { Fragment } from "react";
import { Link } from "react-router";
import type { AuditEntry } from "../../../worker/features/activity/activity.schema.ts";
import { calendarDays } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { DeviceIcon } from "../../ui/icons.tsx";
import { Time } from "../../ui/time.tsx";
import { groupByDay, type Piece, piecesOf } from "./entries.ts";

/** Where what one actor alone did is shown. */
type OnlyBy = (actor: AuditEntry["actor"]) => string;

/** Where what happened in one session alone is shown; null where that is what is shown already. */
type OnlyIn = (session: number) => string | null;

type Links = { onlyBy: OnlyBy; onlyIn: OnlyIn };

/** Entries of the audit log under the days on which they came. */
export function Entries({ entries, ...links }: { entries: AuditEntry[] } & Links) {
  return groupByDay(entries).map((day) => (
    <section key={day[0]?.id} className="border-t border-line first:border-t-0">
      <Day at={day[0]?.at ?? ""} />
      <ol>
        {day.map((entry) => (
          <Entry key={entry.id} entry={entry} {...links} />
        ))}
      </ol>
    </section>
  ));
}

function Day({ at }: { at: string }) {
  const t = useT();
  const format = useFormat();
  const days = calendarDays(at, useNow());
  const near = days === 0 ? t("audit.today") : days === -1 ? t("audit.yesterday") : null;
  return (
    <h2 className="label bg-deck/60 px-[18px] py-2.5 max-md:px-4">
      {near ? `${near}, ${format.date(at)}` : format.date(at)}
    </h2>
  );
}

function Entry({ entry, onlyBy, onlyIn }: { entry: AuditEntry } & Links) {
  const t = useT();
  const format = useFormat();
  const { at, actor, session } = entry;
  const inSession = session === null ? null : onlyIn(session);
  const { pieces, untold } = piecesOf(entry);
  const inWords = (value: string) =>
    /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? format.dateTime(value) : value;
  return (
    <li className="flex items-start gap-3 border-t border-line px-[18px] py-[9px] max-md:px-4">
      <Time at={at} className="figure w-11 flex-none pt-[3px] text-md text-ink-3">
        {format.time(at)}
      </Time>
      <Avatar name={actor.name} size="s" square={actor.kind !== "user"} />
      <p className="min-w-0 flex-1 pt-px leading-[1.45] text-ink-2 [overflow-wrap:anywhere] [&_b]:font-book [&_b]:text-ink [&_s]:text-ink-3">
        {pieces.map((piece, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence keeps the order of its pieces.
          <Fragment key={place}>
            <Name piece={piece} entry={entry} onlyBy={onlyBy} />
          </Fragment>
        ))}
        {untold.map(({ from, to }) => (
          <span key={`${from} ${to}`} className="block text-md">
            {t.rich("audit.change", {
              from: from ? <s key="from">{inWords(from)}</s> : t("audit.nothing"),
              to: to ? <b key="to">{inWords(to)}</b> : t("audit.nothing"),
            })}
          </span>
        ))}
      </p>
      {inSession ? (
        <Link
          to={inSession}
          className="btn quiet icon s flex-none"
          aria-label={t("audit.session")}
          title={t("audit.session")}
        >
          <DeviceIcon size={16} />
        </Link>
      ) : null}
    </li>
  );
}

const NAME = "font-book text-ink hover:underline";

function Name({ piece, entry, onlyBy }: { piece: Piece; entry: AuditEntry; onlyBy: OnlyBy }) {
  const t = useT();
  const { text, names } = piece;
  const { actor, record } = entry;
  if (names === null) return text;
  if (names === "from") return <s>{text}</s>;
  if (names === "actor") {
    return (
      <Link to={onlyBy(actor)} className={NAME} title={t("audit.only", { name: text })}>
        {text}
      </Link>
    );
  }
  if (names === "record" && record.prospectId !== null) {
    return (
      <Link
        to={`/crm?prospect=${record.prospectId}`}
        className={NAME}
        title={t("audit.open", { name: text })}
      >
        {text}
      </Link>
    );
  }
  return <b>{text}</b>;
}
