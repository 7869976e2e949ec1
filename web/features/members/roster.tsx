import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { SearchField } from "../../ui/filter-bar.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { useMembersAddress } from "./address.ts";
import { Face, LastSeen } from "./member-parts.tsx";
import { useRoster } from "./members.api.ts";

/** The active members with name, role and presence, last seen first: what every member may see of the others. */
export function Roster() {
  const t = useT();
  const format = useFormat();
  const list = useMembersAddress();
  const { q } = list.address;
  const title = t("members.title");
  return (
    <Page title={title} documentTitle={title}>
      <div className="mb-4 flex">
        <SearchField label={t("members.search_roster")} list={list} />
      </div>
      <ListPanel
        source={useRoster({ q })}
        list={list}
        noMatch={{
          title: t("members.nobody"),
        }}
        moreLabel={(loaded) => t("members.more_unknown", { loaded: format.number(loaded) })}
      >
        {(people) => (
          <Table
            label={title}
            items={people.map((each) => ({ ...each, discordId: null, usedAt: null }))}
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
                cellClass: "w-1/2 max-w-0 max-md:w-auto max-md:max-w-none",
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
    </Page>
  );
}
