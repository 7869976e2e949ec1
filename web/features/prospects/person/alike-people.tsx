import type { ReactNode } from "react";
import type { Duplicate, DuplicatesQuery } from "../../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { PlaceLink } from "../../../ui/place-link.tsx";
import { STATUS_TONE } from "../stages.ts";
import { useDuplicates } from "./corrections.api.ts";

/** Warns while a person is typed who may be a prospect already. */
export function AlikePeople({ typed, className }: { typed: DuplicatesQuery; className?: string }) {
  const found = useDuplicates(typed);
  const t = useT();
  const { except: _, ...names } = typed;
  const shown = Object.values(names).some(Boolean) ? found : [];
  return (
    <div role="status" className={className}>
      {shown.length > 0 ? <AlikeList title={t("prospect.alike.title")} people={shown} /> : null}
    </div>
  );
}

/** Prospects who may be one person, each with its picture, what is alike and a link. */
export function AlikeList(props: {
  title: string;
  people: readonly Duplicate[];
  /** The action on one of them, in place of the link that opens it. */
  action?: (person: Duplicate) => ReactNode;
  className?: string;
}) {
  const t = useT();
  const { title, people, action, className } = props;
  return (
    <section aria-label={title} className={cx("rounded-m border border-wait/45 bg-wait/8 p-3", className)}>
      <p className="font-book">{title}</p>
      <ul className="mt-2 grid gap-2">
        {people.map((person) => (
          <li key={person.id} className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <Avatar size="s" name={person.displayName} src={person.avatarUrl} />
            <span className="min-w-0 flex-1 basis-[190px] leading-[1.3]">
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="font-book [overflow-wrap:anywhere]">{person.displayName}</span>
                <span className="hint [overflow-wrap:anywhere]">@{person.username}</span>
                {person.status ? (
                  <Badge tone={STATUS_TONE[person.status]}>{t(`status.${person.status}`)}</Badge>
                ) : (
                  <Badge tone="idle">{t("prospect.alike.removed")}</Badge>
                )}
              </span>
              <span className="block hint">
                {t("prospect.alike.match", {
                  fields: person.alike.map((field) => t(`prospect.fact.${field}`)).join(", "),
                })}
                {person.discordStatus === "active" ? ` · ${t("prospect.alike.on_discord")}` : ""}
              </span>
            </span>
            {action?.(person) ?? (
              <PlaceLink className="link" to={`/crm?prospect=${person.id}`}>
                {t("prospect.alike.open")}
                <span className="sr-only"> {person.displayName}</span>
              </PlaceLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
