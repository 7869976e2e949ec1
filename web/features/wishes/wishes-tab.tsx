import { type ReactNode, useRef } from "react";
import {
  CATEGORIES,
  ROAD_MAP,
  WISH_SORTS,
  WISH_STATUSES,
  type Wish,
} from "../../../worker/features/wishes/wishes.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useFocusFollows } from "../../lib/focus.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Link } from "../../ui/link.tsx";
import "../../lib/row-keys.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FilterBar, useFilterSelects } from "../../ui/filter-bar.tsx";
import { ChevronDownIcon, SearchIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { useNeeds } from "../notices/index.ts";
import { useHasForm, useWishes, type WishList, wishFilters } from "./address.ts";
import { useWishForm, WishForm } from "./wish-form.tsx";
import { WishMenu } from "./wish-menu.tsx";
import { Judge, Meta, ShortReply, ShortRow, StatusBadge, VoteButton } from "./wish-parts.tsx";
import { LIST_PAGE, wishes } from "./wishes.api.ts";

const ROW =
  "relative grid grid-cols-[52px_minmax(0,1fr)] gap-[18px] border-t border-line px-[18px] py-[18px] first:border-t-0 max-md:grid-cols-[48px_minmax(0,1fr)] max-md:gap-3 max-md:px-3 max-md:py-3.5";

const LOADING = ["first", "second", "third", "fourth"].map((row) => (
  <span key={row} className={ROW}>
    <Skeleton className="h-14" />
    <SkeletonLines lines={3} />
  </span>
));

/** A wish in the list, which opens its panel. */
function WishRow({ wish, list }: { wish: Wish; list: WishList }) {
  const t = useT();
  const { id, title, description, status, votesThisWeek, can } = wish;
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
          <span className="flex items-center justify-between max-md:order-1 max-md:w-full">
            <StatusBadge status={status} />
            {votesThisWeek > 0 ? (
              <span className="text-sm text-ink-3 md:hidden">
                {t("wishes.this_week", { count: votesThisWeek })}
              </span>
            ) : null}
          </span>
          <WishMenu wish={wish} button={status === "pending" ? "wishes.reply" : null} />
        </div>
        <Markdown text={description} isPlain className="mt-0.5 line-clamp-2 max-w-[68ch] text-ink-2" />
        <div className="mt-[7px]">
          <Meta wish={wish} isShort />
        </div>
        <ShortReply reply={wish.reply} />
      </div>
    </li>
  );
}

/** For readers who answer wishes: how many wait, as a filter. */
function Unanswered({ list }: { list: WishList }) {
  const t = useT();
  const { data } = useNeeds();
  const count = data?.find(({ kind }) => kind === "wish.pending")?.count;
  const isOn = list.address.status === "pending";
  if (!count) return null;
  return (
    <Button
      aria-pressed={isOn}
      className={cx("max-md:order-4 max-md:w-full", isOn && "border-ice text-ice")}
      onClick={() => list.change({ status: isOn ? null : "pending" })}
    >
      {t("wishes.unanswered", { count })}
    </Button>
  );
}

const WishPanel = lazyDialog(() => import("./wish-panel.tsx"));

function Bar({ list }: { list: WishList }) {
  const t = useT();
  const filter = useFilterSelects(list, "wishes");
  const { address, hrefWith } = list;
  const sorts = [...WISH_SORTS, "map"] as const;
  const orders = (
    <div className="min-w-0 max-md:flex-1 md:mr-auto">
      <SegmentedLinks
        label={t("wishes.order")}
        options={sorts.map((value) => ({ value, label: t(`wishes.sort.${value}`) }))}
        value={address.sort}
        to={(sort) => hrefWith({ sort })}
        replace
      />
    </div>
  );
  if (address.sort === "map") return <div className="mb-4">{orders}</div>;
  return (
    <FilterBar list={list} before={orders} after={<Unanswered list={list} />}>
      {filter(
        "status",
        WISH_STATUSES.map((value) => ({ value, label: t(`wishes.status.${value}`) })),
      )}
      {filter(
        "category",
        CATEGORIES.map((value) => ({ value, label: t(`wishes.category.${value}`) })),
      )}
      {filter("mine", [
        { value: "wishes", label: t("wishes.my_wishes") },
        { value: "votes", label: t("wishes.my_votes") },
      ])}
    </FilterBar>
  );
}

/** What is in progress, approved and completed. */
const RoadMap = ({ list }: { list: WishList }) => (
  <>
    <Bar list={list} />
    <div className="grid items-start gap-[18px] lg:grid-cols-3">
      {ROAD_MAP.map((status) => (
        <Stretch key={status} status={status} list={list} />
      ))}
    </div>
  </>
);

function Stretch({ status, list }: { status: (typeof ROAD_MAP)[number]; list: WishList }) {
  const t = useT();
  const source = wishes.useList({ status, sort: "votes" }, { size: LIST_PAGE });
  return (
    <ListPanel
      title={t(`wishes.status.${status}`)}
      source={source}
      loading={LOADING}
      empty={<p className="px-[18px] py-5 text-ink-2">{t("wishes.map_empty")}</p>}
      moreLabel={(loaded) => t("wishes.show_more", { loaded })}
    >
      {(items) => (
        <ul className="px-[18px] *:first:border-t-0">
          {items.map((wish) => (
            <ShortRow key={wish.id} wish={wish} list={list}>
              {wish.reply ? (
                <Markdown text={wish.reply.text} isPlain className="line-clamp-2 hint" />
              ) : (
                <span className="hint">{t(`wishes.category.${wish.category}`)}</span>
              )}
            </ShortRow>
          ))}
        </ul>
      )}
    </ListPanel>
  );
}

/** The list with the form beside it; the form alone while there is no wish. */
function Wishes({ list, form }: { list: WishList; form: ReactNode }) {
  const t = useT();
  const { address, isNarrowed } = list;
  const { sort } = address;
  const hasForm = useHasForm(sort);
  const source = wishes.useList({ ...wishFilters.query(address), sort }, { size: LIST_PAGE });
  const [first] = source.list?.items ?? [];
  const panel = (className?: string) => (
    <Panel title={t("wishes.form_title")} {...(className && { className })}>
      {form}
    </Panel>
  );
  if (!first && source.list && !isNarrowed) return panel("mx-auto max-w-[560px]");
  return (
    <div className="grid items-start gap-[18px] min-[1001px]:grid-cols-[minmax(0,1fr)_minmax(320px,400px)]">
      <div className="min-w-0">
        <Bar list={list} />
        <ListPanel
          label={t("wishes.title")}
          source={source}
          loading={LOADING}
          denied={{ text: t("wishes.no_access") }}
          list={list}
          noMatch={{ icon: <SearchIcon size={22} />, title: t("wishes.no_match") }}
          moreLabel={(loaded) => t("wishes.show_more", { loaded })}
        >
          {(items) => {
            const rows = (wanted: readonly Wish[]) =>
              wanted.map((wish) => <WishRow key={wish.id} wish={wish} list={list} />);
            if (isNarrowed) return <ul>{rows(items)}</ul>;
            const isAsked = ({ own, can }: Wish) => can.judge && own?.works === null;
            const decided = items.filter((wish) => !wish.can.vote && !isAsked(wish));
            return (
              <>
                <ul>
                  {items.filter(isAsked).map((wish) => (
                    <ShortRow
                      key={wish.id}
                      wish={wish}
                      list={list}
                      className="gap-x-[26px] px-[18px] first:border-t-0 max-md:gap-x-4 max-md:px-3"
                    >
                      <StatusBadge status={wish.status} size="s" />
                      <Judge wish={wish} />
                    </ShortRow>
                  ))}
                  {rows(items.filter(({ can }) => can.vote))}
                </ul>
                {decided.length > 0 ? (
                  <details className="group border-t border-line">
                    <summary className="flex items-center gap-2 pad py-3 font-semibold hover:bg-deck/60">
                      {t("wishes.decided")}
                      <span className="figure font-normal text-ink-2">{decided.length}</span>
                      <ChevronDownIcon className="ml-auto text-ink-3 group-open:rotate-180" />
                    </summary>
                    <ul className="border-t border-line">{rows(decided)}</ul>
                  </details>
                ) : null}
              </>
            );
          }}
        </ListPanel>
      </div>
      {hasForm ? panel("sticky top-[74px] short:static") : null}
    </div>
  );
}

/** The wishes of the organization, or the road map in their place. */
export default function WishesTab() {
  const t = useT();
  const list = useWishes();
  const { address, close, change } = list;
  const { sort, wish: openId } = address;
  const form = useWishForm(list);
  const content = useRef<HTMLDivElement>(null);
  useFocusFollows(content, "wish");
  return (
    <div ref={content}>
      {sort === "map" ? (
        <RoadMap list={list} />
      ) : (
        <Wishes list={list} form={<WishForm {...form} list={list} className="px-[18px] pt-4 pb-[18px]" />} />
      )}
      {address.new ? (
        <Dialog
          open
          title={t("wishes.form_title")}
          returnFocus="[data-new-wish]"
          onOpenChange={() => change({ new: false })}
        >
          <WishForm {...form} list={list} />
        </Dialog>
      ) : null}
      {openId === null ? null : (
        <WishPanel key={openId} id={openId} list={list} onClose={() => close({ wish: null })} />
      )}
    </div>
  );
}
