import { Fragment } from "react";
import { type AuditEntry, BY_NOBODY } from "../../../worker/features/audit/audit.schema.ts";
import { calendarDays } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { DeviceIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { Time } from "../../ui/time.tsx";
import { useAuditAddress } from "./address.ts";
import { groupByDay, type Piece, piecesOf } from "./entries.ts";

/** Entries of the audit log by day. */
export function Entries({ entries }: { entries: AuditEntry[] }) {
  return groupByDay(entries).map((day) => (
    <section key={day[0]?.id} className="border-t border-line first:border-t-0">
      <Day at={day[0]?.at ?? ""} />
      <ol>
        {day.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  ));
}

function Day({ at }: { at: string }) {
  const t = useT();
  const date = useFormat().date(at);
  const days = calendarDays(at, useNow());
  const near = days === 0 ? t("audit.today") : days === -1 ? t("audit.yesterday") : null;
  return <h2 className="label bg-deck/60 pad py-2.5">{near ? `${near}, ${date}` : date}</h2>;
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const format = useFormat();
  const { address, hrefWith, none } = useAuditAddress();
  const { at, restoredAt, actor, session } = entry;
  const isLinked = session !== null && session !== address.session;
  const { pieces, untold } = piecesOf(entry);
  const label = t("audit.session");
  const inWords = (value: string) => {
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return format.date(value);
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? format.dateTime(value) : value;
  };
  return (
    <li className="group/entry flex items-start gap-x-3 border-t border-line pad py-[9px] max-md:flex-wrap">
      <Time at={at} className="figure w-11 flex-none pt-[3px] text-md text-ink-3 max-md:order-1 max-md:ml-8">
        {format.time(at)}
      </Time>
      <Avatar name={actor.name} size="s" square={actor.kind !== "user"} />
      <p className="min-w-0 flex-1 max-md:basis-4/5 pt-px leading-[1.45] text-ink-2 [overflow-wrap:anywhere] [&_b]:font-book [&_b]:text-ink [&_s]:text-ink-3">
        {pieces.map((piece, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence keeps the order of its pieces.
          <Fragment key={place}>
            <Name piece={piece} entry={entry} />
          </Fragment>
        ))}
        {actor.token === null ? null : (
          <span className="block text-md">{t("audit.by_token", { name: actor.token })}</span>
        )}
        {restoredAt === null ? null : (
          <span className="block text-md">{t("audit.restored", { at: format.dateTime(restoredAt) })}</span>
        )}
        {untold.map(({ field, from, to }) => (
          <span key={field} className="block text-md">
            {t.rich(from && to ? "audit.change.both" : to ? "audit.change.set" : "audit.change.cleared", {
              field,
              from: from ? <s key="from">{inWords(from)}</s> : null,
              to: to ? <b key="to">{inWords(to)}</b> : null,
            })}
          </span>
        ))}
      </p>
      {isLinked ? (
        <Link
          to={hrefWith({ ...none, session })}
          className="btn quiet icon s -my-[3px] flex-none max-md:order-1 max-md:ml-auto pointer-fine:opacity-0 pointer-fine:group-hover/entry:opacity-100 pointer-fine:focus-visible:opacity-100"
          aria-label={label}
          title={label}
        >
          <DeviceIcon size={16} />
        </Link>
      ) : null}
    </li>
  );
}

function Name({ piece, entry }: { piece: Piece; entry: AuditEntry }) {
  const t = useT();
  const { hrefWith, none } = useAuditAddress();
  const { text: name, names } = piece;
  const { actor, record } = entry;
  const linkTo = (to: string, title: string) => (
    <PlaceLink to={to} className="font-book text-ink hover:underline" title={title}>
      {name}
    </PlaceLink>
  );
  if (names === null) return name;
  if (names === "from") return <s>{name}</s>;
  if (names === "actor") {
    return linkTo(hrefWith({ ...none, by: actor.userId ?? BY_NOBODY }), t("audit.only", { name }));
  }
  if (names === "record" && record.opens !== null) {
    return linkTo(record.opens, t("audit.open", { name }));
  }
  return <b>{name}</b>;
}
