import type { ReactNode } from "react";
import { Link } from "react-router";
import { MEMBER_SORTS } from "../../../worker/features/members/members.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { ArrowDownIcon } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { MembersAddress } from "./address.ts";
import { Face, LastSeen, StatusText } from "./member-parts.tsx";
import { type KnownMember, members } from "./members.api.ts";

type Sort = MembersAddress["sort"];

/** Where there is no room for both dates, the one that the list is sorted by is shown. */
const dateClass = (column: Sort, sort: Sort) =>
  cx("whitespace-nowrap", column !== sort && "@max-[740px]:hidden");

function Row(props: {
  member: KnownMember;
  sort: Sort;
  isOpen: boolean;
  link: { to: string; state: unknown };
}) {
  const format = useFormat();
  const { member, sort, isOpen, link } = props;
  const { id, displayName, username, role, status, joinedAt } = member;
  const date = cx(
    "text-right text-md text-ink-2 max-md:col-start-2 max-md:row-start-1",
    isOpen && "text-ink",
  );
  return (
    <tr
      data-member={id}
      className={cx(
        "relative h-[56px] max-md:grid max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:border-t max-md:border-line max-md:px-4 max-md:py-3 max-md:first:border-t-0 max-md:[&>td]:border-0 max-md:[&>td]:p-0",
        isOpen ? "bg-ice-dim shadow-[inset_2px_0_0_var(--ice)] [&_.hint]:text-ink-2" : "hover:bg-deck/70",
      )}
    >
      <td className="w-[36%] max-w-0 max-md:w-auto max-md:max-w-none">
        <span className="flex min-w-0 items-center gap-3">
          <Face member={member} />
          <span className="min-w-0 leading-[1.35]">
            <Link
              {...link}
              data-open=""
              aria-current={isOpen ? "true" : undefined}
              className="block truncate font-book outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ice"
              onClick={() => void members.show(member)}
            >
              {displayName}
            </Link>
            <span className="block truncate hint">@{username}</span>
          </span>
        </span>
      </td>
      <td className="text-md leading-[1.35] max-md:row-start-2 max-md:mt-1.5 max-md:ml-[42px] max-md:text-ink-2">
        {role}
      </td>
      <td className="text-md whitespace-nowrap max-md:row-start-2 max-md:mt-1.5 max-md:justify-self-end">
        <StatusText status={status} />
      </td>
      <td className={cx(date, dateClass("joined", sort))}>
        <time dateTime={joinedAt} title={format.dateTime(joinedAt)}>
          {format.date(joinedAt)}
        </time>
      </td>
      <td className={cx(date, dateClass("seen", sort))}>
        <LastSeen member={member} />
      </td>
    </tr>
  );
}

/** Members as rows that open their profiles. */
export function MemberRows(props: {
  items: KnownMember[];
  sort: Sort;
  openId: number | null;
  linkTo: (member: KnownMember) => { to: string; state: unknown };
  onSort: (sort: Sort) => void;
}) {
  const t = useT();
  const { items, sort, openId, linkTo, onSort } = props;
  const heading = (column: Sort): ReactNode => (
    <th
      key={column}
      scope="col"
      aria-sort={column === sort ? "descending" : "none"}
      className={cx("text-right!", dateClass(column, sort))}
    >
      <button
        type="button"
        className={cx(
          "-my-2 inline-flex items-center gap-1 rounded-s py-2 tracking-[inherit] uppercase hover:text-ink",
          column === sort && "text-ink-2",
        )}
        onClick={() => onSort(column)}
      >
        {t(`members.column.${column}`)}
        {column === sort ? <ArrowDownIcon size={13} /> : null}
      </button>
    </th>
  );
  return (
    <table className="table max-md:block" aria-label={t("members.title")}>
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col">{t("members.column.member")}</th>
          <th scope="col">{t("members.role")}</th>
          <th scope="col">{t("members.status")}</th>
          {[...MEMBER_SORTS].reverse().map(heading)}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {items.map((member) => (
          <Row
            key={member.id}
            member={member}
            sort={sort}
            isOpen={member.id === openId}
            link={linkTo(member)}
          />
        ))}
      </tbody>
    </table>
  );
}

/** The place of eight rows. */
export function LoadingRows() {
  return Array.from({ length: 8 }, (_, row) => row).map((row) => (
    <span
      key={row}
      className="flex h-[57px] items-center gap-3 border-t border-line px-[18px] first:border-t-0"
    >
      <Skeleton className="size-[30px] rounded-full" />
      <Skeleton className="h-4 w-44" />
      <Skeleton className="ml-auto h-4 w-20" />
    </span>
  ));
}
