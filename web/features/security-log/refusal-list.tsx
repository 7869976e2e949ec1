import {
  MOST_COUNTED,
  REFUSALS,
  type SecurityEntry,
} from "../../../worker/features/security-log/security-log.schema.ts";
import { id, oneOf } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { usePagedList } from "../../lib/list.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { useFilterSelects } from "../../ui/filter-bar.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

const refusalFilters = filters({ kind: oneOf(REFUSALS), user: id }, { tab: oneOf(["refused"]) });

/** Refused sign-ins and requests, for administrators. */
export default function RefusalList() {
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const list = useFilters("/audit", refusalFilters);
  const filter = useFilterSelects(list, "security_log");
  const path = user ? `/api/security-log/${user.organizationId}` : null;
  const source = usePagedList<SecurityEntry>(path, list.query, [], 50);
  const people = new Map(
    (source.list?.items ?? []).flatMap((each) =>
      each.user ? [[each.user.id, each.user.name ?? t("security_log.deleted_user")] as const] : [],
    ),
  );
  const { user: chosen } = list.address;
  if (chosen !== null && !people.has(chosen)) people.set(chosen, t("security_log.user", { id: chosen }));
  const isEmpty = !list.isNarrowed && source.list?.items.length === 0;
  return (
    <>
      <div hidden={isEmpty} className="mb-4 flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2">
        {filter(
          "kind",
          REFUSALS.map((value) => ({ value, label: t(`security_log.kind.${value}`) })),
        )}
        {filter(
          "user",
          [...people].map(([value, label]) => ({ value, label })),
        )}
        {list.isNarrowed ? (
          <Button variant="quiet" onClick={list.clear}>
            {t("filter.clear")}
          </Button>
        ) : null}
      </div>
      <ListPanel
        label={t("security_log.title")}
        source={source}
        list={list}
        noMatch={{ title: t("security_log.nothing") }}
        empty={<EmptyState title={t("security_log.empty")} />}
        foot={isEmpty ? null : <p className="note">{t("security_log.sentence")}</p>}
        moreLabel={(loaded) => t("security_log.more", { loaded: format.number(loaded) })}
      >
        {(entries) => (
          <ul>
            {entries.map((each) => (
              <Entry key={each.id} entry={each} />
            ))}
          </ul>
        )}
      </ListPanel>
    </>
  );
}

function Entry({ entry }: { entry: SecurityEntry }) {
  const t = useT();
  const format = useFormat();
  const { kind, user, network, permission, count, lastAt } = entry;
  const who = user ? (user.name ?? t("security_log.deleted_user")) : t("security_log.unknown_user");
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-1 border-t border-line pad py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-book">{t(`security_log.kind.${kind}`)}</p>
        <p className="hint [overflow-wrap:anywhere]">
          {[who, network, permission].filter(Boolean).join(" · ")}
        </p>
      </div>
      <span className="figure text-ink-2">
        {count > 1 && t(count < MOST_COUNTED ? "security_log.times" : "security_log.times_most", { count })}
      </span>
      <Time at={lastAt} className="text-md text-ink-3">
        {format.dateTime(lastAt)}
      </Time>
    </li>
  );
}
