import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import type { MembersAddress } from "./address.ts";
import { Face, LastSeen, StatusText } from "./member-parts.tsx";
import type { KnownMember } from "./members.api.ts";

/** Members as rows that open their profiles. */
export function MemberRows(props: {
  items: KnownMember[];
  address: MembersAddress;
  linkTo: (changes: Partial<MembersAddress>) => { to: string; state: unknown };
  onSort: (sort: MembersAddress["sort"]) => void;
}) {
  const t = useT();
  const format = useFormat();
  const { items, linkTo, onSort } = props;
  const { sort, member: openId } = props.address;
  /** Where there is no room for both dates, the one that the list is sorted by is shown. */
  const date = (
    name: MembersAddress["sort"],
    cell: (member: KnownMember) => ReactNode,
  ): Column<KnownMember> => ({
    heading: t(`members.column.${name}`),
    headClass: cx("text-right!", name !== sort && "@max-[740px]:hidden"),
    sort: { isChosen: name === sort, onChoose: () => onSort(name) },
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
      headClass="max-md:sr-only"
      rowOf={({ id }) => ({
        "data-row": id,
        className: cx(
          "h-[56px] max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-3",
          id === openId
            ? "bg-ice-dim shadow-[inset_2px_0_0_var(--ice)] [&_.hint]:text-ink-2 [&>td]:text-ink"
            : "hover:bg-deck/70",
        ),
      })}
      columns={{
        member: {
          heading: t("members.column.member"),
          cell: (member) => (
            <span className="flex min-w-0 items-center gap-3">
              <Face member={member} />
              <span className="min-w-0 leading-[1.35]">
                <Link
                  {...linkTo({ member: member.id })}
                  data-open=""
                  aria-current={member.id === openId ? "true" : undefined}
                  className="block truncate font-book outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ice"
                >
                  {member.displayName}
                </Link>
                <span className="block truncate hint">@{member.username}</span>
              </span>
            </span>
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
