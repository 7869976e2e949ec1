import { type FleetSummary, ONLINE_MINUTES } from "../../../worker/features/fleet/fleet.schema.ts";
import type { RosterEntry } from "../../../worker/features/members/members.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { SearchField } from "../../ui/filter-bar.tsx";
import { Fold } from "../../ui/fold.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { useMembersAddress } from "./address.ts";
import { Face, LastSeen } from "./member-parts.tsx";
import { summaryPath, useRoster } from "./members.api.ts";

/** The active members with name, role and presence, last seen first: what every member may see of the others. */
export function Roster() {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const list = useMembersAddress();
  const { q } = list.address;
  const title = t("members.title");
  const source = useRoster({ q });
  const { data: summary } = useOfOrganization<FleetSummary>(summaryPath, ["hangars", "members"]);
  const all = source.list?.items ?? [];
  const since = now - ONLINE_MINUTES * 60_000;
  const online = all.filter(({ isOwn, lastSeen }) => isOwn || Date.parse(lastSeen ?? "") > since).length;
  const isUnseen = ({ isOwn, lastSeen }: RosterEntry) => !isOwn && lastSeen === null && !q;
  const unseen = all.filter(isUnseen);
  return (
    <Page
      title={title}
      documentTitle={title}
      sub={
        summary && !q
          ? t("members.roster", {
              active: summary.members,
              online: online === all.length && source.list?.more ? `${online}+` : online,
            })
          : "\u00a0"
      }
    >
      <div className="mb-4 flex">
        <SearchField label={t("members.search_roster")} list={list} />
      </div>
      <ListPanel
        source={source}
        list={list}
        noMatch={{
          title: t("members.nobody"),
        }}
        moreLabel={(loaded) => t("members.more_unknown", { loaded: format.number(loaded) })}
      >
        {(people) => (
          <Table
            label={title}
            items={people
              .filter((each) => !isUnseen(each))
              .map((each) => ({ ...each, discordId: null, usedAt: null }))}
            headClass="max-md:hidden"
            rowOf={() => ({
              className: "h-[52px] max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-2.5",
            })}
            columns={{
              name: {
                heading: t("members.column.member"),
                cell: (member) => (
                  <span className="flex min-w-0 items-center gap-3">
                    <Face member={member} />
                    <span className="min-w-0 leading-[1.35]">
                      <span className="block truncate font-book">{member.displayName}</span>
                      <span className="block truncate hint md:hidden">{member.role}</span>
                    </span>
                  </span>
                ),
                cellClass: "w-[36%] max-w-0 max-md:w-auto max-md:max-w-none",
              },
              role: {
                heading: t("members.role"),
                cell: ({ role }) => role,
                cellClass: "text-md max-md:hidden",
              },
              seen: {
                heading: t("members.column.seen"),
                headClass: "text-right!",
                cell: (member) => <LastSeen member={member} />,
                cellClass: "text-right text-md leading-[1.35] whitespace-nowrap text-ink-2",
              },
            }}
          />
        )}
      </ListPanel>
      {unseen.length > 0 ? (
        <Fold
          title={t("members.never_seen")}
          aside={<span className="figure text-sm text-ink-3">{unseen.length}</span>}
          className="mt-[18px]"
        >
          <ul className="flex flex-wrap gap-x-5 gap-y-1.5 pad py-3.5">
            {unseen.map(({ id, displayName }) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                {displayName}
              </li>
            ))}
          </ul>
        </Fold>
      ) : null}
    </Page>
  );
}
