import { Link } from "react-router";
import type { Wish } from "../../../worker/features/wishes/wishes.schema.ts";
import { cx } from "../../lib/cx.ts";
import { Markdown } from "../../ui/markdown.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import type { WishList } from "./address.ts";
import { WishMenu } from "./wish-menu.tsx";
import { Judge, Meta, Reply, StatusBadge, VoteButton } from "./wish-parts.tsx";

const ROW =
  "relative grid grid-cols-[52px_minmax(0,1fr)] gap-[18px] border-t border-line px-[18px] py-[18px] first:border-t-0 max-md:grid-cols-[48px_minmax(0,1fr)] max-md:gap-3 max-md:px-3 max-md:py-3.5";

export const LOADING = ["first", "second", "third", "fourth"].map((row) => (
  <span key={row} className={ROW}>
    <Skeleton className="h-14" />
    <SkeletonLines lines={3} />
  </span>
));

/** A wish in the list, which opens its panel. */
export function WishRow({ wish, list }: { wish: Wish; list: WishList }) {
  const { id, title, description, status, can } = wish;
  return (
    <li data-wish={id} className={cx(ROW, "hover:bg-deck")}>
      <VoteButton wish={wish} />
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-x-3 gap-y-1.5 max-md:flex-wrap">
          <Link
            {...list.linkTo({ wish: id }, `[data-wish="${id}"] [data-open]`)}
            data-open=""
            className={cx(
              "covers min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]",
              !can.vote && "text-ink-2",
            )}
          >
            {title}
          </Link>
          <span className="flex max-md:order-1 max-md:w-full">
            <StatusBadge status={status} />
          </span>
          <WishMenu wish={wish} />
        </div>
        <Markdown text={description} isPlain className="mt-0.5 line-clamp-2 max-w-[68ch] text-ink-2" />
        <div className="mt-[7px]">
          <Meta wish={wish} />
        </div>
        <Reply reply={wish.reply} isShort />
        {wish.own?.works == null ? <Judge wish={wish} /> : null}
      </div>
    </li>
  );
}
