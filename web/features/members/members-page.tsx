import { MEMBER_STATUSES } from "../../../worker/features/members/members.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { buttonClass } from "../../ui/button.tsx";
import { FilterBar, FilterSelect, useFilterSelects } from "../../ui/filter-bar.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { useOpenRecord } from "../../ui/record-panel.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { type MembersAddress, totalOf, useMembersAddress } from "./address.ts";
import { Identity, LastSeen, ROW, StatusText } from "./member-parts.tsx";
import { exportPath, type KnownMember, LIST_PAGE, members, useCounts, useRoles } from "./members.api.ts";
import { Profile } from "./profile.tsx";

export { firstPaths } from "./members.api.ts";

const OPEN = "bg-ice-dim shadow-[inset_2px_0_0_var(--ice)] [&_.hint]:text-ink-2 [&>td]:text-ink";

/** The members, with the profile of one beside the list on wide screens, else in its place. */
export default function MembersPage() {
  const t = useT();
  const format = useFormat();
  const list = useMembersAddress();
  const filter = useFilterSelects(list, "members");
  const { address, change, close } = list;
  const { user } = useUser();
  const { member: openId, sort, q } = address;
  const query = { ...list.query, sort };
  const source = members.useList(query, { size: LIST_PAGE });
  const { data: counts } = useCounts();
  const statuses = MEMBER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }));
  const roles = (useRoles().data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const items = source.list?.items ?? [];
  const total = totalOf(address, counts);
  const title = t("members.title");
  const ids = items.map(({ id }) => id);
  const { isBeside, frame, keys } = useOpenRecord(ids, openId, (member) =>
    member === null ? close({ member }) : change({ member }),
  );
  const known = items.find(({ id }) => id === openId);
  const profile = openId === null ? null : <Profile id={openId} known={known} frame={frame} />;
  if (profile && !isBeside) return <div className="md:mx-auto md:max-w-[760px] md:p-7">{profile}</div>;

  return (
    <Page
      title={title}
      documentTitle={title}
      sub={
        counts
          ? t("members.sub", { all: counts.all, inDiscord: counts.inDiscord, inactive: counts.inactive })
          : "\u00a0"
      }
      actions={
        user ? (
          <a href={exportPath(user.organizationId, query)} download className={buttonClass({})}>
            <DownloadIcon />
            {t("members.export")}
          </a>
        ) : null
      }
    >
      <div
        className={cx(
          "grid items-start gap-[22px]",
          profile && "grid-cols-[minmax(0,1fr)_clamp(440px,43%,560px)]",
        )}
        {...keys}
      >
        <div className="min-w-0">
          <FilterBar list={list} search={t("members.search")}>
            {filter("status", statuses)}
            {filter("role", roles)}
            {filter("inDiscord", [
              { value: "1", label: t("members.filter.in_discord") },
              { value: "0", label: t("members.filter.not_in_discord") },
            ])}
            {filter("signedIn", [{ value: "0", label: t("members.filter.never_signed_in") }])}
            <span className="contents min-[801px]:hidden">
              <FilterSelect
                list={list}
                name="sort"
                label={t("members.sort")}
                anyLabel={t("members.sort.seen")}
                options={[{ value: "joined", label: t("members.sort.joined") }]}
              />
            </span>
          </FilterBar>
          <ListPanel
            source={source}
            list={list}
            noMatch={{
              title: q ? t("members.nobody_called", { q }) : t("members.nobody"),
              text: list.count > 0 ? t("members.nobody_filters") : t("members.nobody_text"),
            }}
            moreLabel={(loaded) =>
              total === null
                ? t("members.more_unknown", { loaded: format.number(loaded) })
                : t("members.more", { count: Math.max(1, Math.min(LIST_PAGE, total - loaded)) })
            }
          >
            {(rows) => <MemberRows items={rows} />}
          </ListPanel>
        </div>
        {profile}
      </div>
    </Page>
  );
}

function MemberRows({ items }: { items: KnownMember[] }) {
  const t = useT();
  const format = useFormat();
  const { address, linkTo, change } = useMembersAddress();
  const { sort, member: openId } = address;
  /** On narrow screens only the date of the order is shown. */
  const date = (name: MembersAddress["sort"], cell: Column<KnownMember>["cell"]): Column<KnownMember> => ({
    heading: t(`members.column.${name}`),
    headClass: cx("text-right!", name !== sort && "@max-[740px]:hidden"),
    sort: { isChosen: name === sort, onChoose: () => change({ sort: name }) },
    cell,
    cellClass: cx(
      "text-right text-md whitespace-nowrap text-ink-2 max-md:col-start-2 max-md:row-start-1",
      name !== sort && "@max-[740px]:hidden",
    ),
  });
  return (
    <Table
      label={t("members.title")}
      items={items}
      headClass="max-md:hidden"
      rowOf={({ id }) => ({ "data-row": id, className: cx(ROW, id === openId ? OPEN : "hover:bg-deck/70") })}
      columns={{
        member: {
          heading: t("members.column.member"),
          cell: (member) => (
            <Identity
              {...linkTo({ member: member.id })}
              member={member}
              data-open=""
              aria-current={member.id === openId ? "true" : undefined}
              className="block truncate font-book outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ice"
            />
          ),
          cellClass: "w-[36%] max-w-0 max-md:w-auto max-md:max-w-none",
        },
        role: {
          heading: t("members.role"),
          cell: ({ role }) => role,
          cellClass:
            "text-md leading-[1.35] max-md:row-start-2 max-md:mt-1.5 max-md:ml-[42px] max-md:text-ink-2",
        },
        status: {
          heading: t("members.status"),
          cell: ({ status }) => <StatusText status={status} />,
          cellClass: "text-md whitespace-nowrap max-md:row-start-2 max-md:mt-1.5 max-md:justify-self-end",
        },
        joined: date("joined", ({ joinedAt }) => <Time at={joinedAt}>{format.date(joinedAt)}</Time>),
        seen: date("seen", (member) => <LastSeen member={member} />),
      }}
    />
  );
}
