import { type ComponentProps, Fragment, type ReactNode } from "react";
import { useT } from "../lib/i18n/i18n.ts";
import type { ListSource } from "../lib/list.ts";
import { type AnswerStates, AnswerView } from "./answer-view.tsx";
import { Button } from "./button.tsx";
import { Panel } from "./panel.tsx";
import { SkeletonLines } from "./skeleton.tsx";
import { EmptyState } from "./states.tsx";
import { LoadingRows } from "./table.tsx";

type ListStates<Item> = Partial<AnswerStates> & {
  /** The list with its paging, as `usePagedList` returns it; only the `list` where nothing is fetched. */
  source: Partial<ListSource<Item>>;
  /** The items to show, where the browser filters or orders them. */
  items?: Item[] | undefined;
  empty?: ReactNode;
  /** Replaces the items where search or filters leave nothing, with a button that clears those. */
  noMatch?: Pick<ComponentProps<typeof EmptyState>, "title" | "text" | "icon"> & { clearLabel?: string };
  /** The search and filters: a result of `useFilters`. */
  list?: { isNarrowed: boolean; clear: () => void };
  /** Label of the button for more, from the number of items on screen; none for a list that is answered whole. */
  moreLabel?: (loaded: number) => string;
  moreClass?: string;
  children: (items: Item[]) => ReactNode;
};

/** A list in each of its states: loading (visible after 200 ms), failed, empty, and its items with "show more". */
export function ListView<Item>(props: ListStates<Item>) {
  const t = useT();
  const { source, items: shown, empty, noMatch, list: filters, moreLabel, moreClass, ...states } = props;
  const nothing = () => {
    if (!noMatch || !filters || (!filters.isNarrowed && empty !== undefined)) return empty;
    const { clearLabel = t("filter.clear"), ...state } = noMatch;
    const action = <Button onClick={filters.clear}>{clearLabel}</Button>;
    return <EmptyState {...state} action={action} className={states.stateClass} />;
  };
  return (
    <AnswerView
      loading={<SkeletonLines lines={6} className="p-4" />}
      {...states}
      answer={{ data: source.list, error: source.error, mutate: () => source.retry?.() }}
    >
      {({ items, more }) => (
        <>
          {(shown ?? items).length > 0 ? props.children(shown ?? items) : nothing()}
          {more && moreLabel ? (
            <div className={moreClass ?? "border-t border-line p-2.5 text-center"}>
              <Button
                variant="quiet"
                className="w-full"
                pending={source.isLoadingMore === true}
                onClick={() => source.loadMore?.()}
              >
                {moreLabel(items.length)}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </AnswerView>
  );
}

/** A list as rows of a panel, which has a head where it has a title. The `foot` stays in each state. */
export function ListPanel<Item>(
  props: ListStates<Item> &
    Pick<ComponentProps<typeof Panel>, "title" | "aside" | "actions"> & { label?: string; foot?: ReactNode },
) {
  const { title, aside, actions, label, foot, ...states } = props;
  const { list, error } = states.source;
  return (
    <Panel
      {...{ title, aside, actions }}
      aria-label={label}
      aria-busy={!list && !error}
      className="@container overflow-clip"
    >
      <ListView loading={<LoadingRows rows={8} />} {...states} />
      {foot}
    </Panel>
  );
}

type CardLook = {
  /** Class of the grid: its columns and gaps. */
  grid: string;
  /** A skeleton of a card, and how many of them are shown. */
  skeleton: ReactNode;
  skeletons: number;
};

/** Skeletons of cards in their grid. */
export function LoadingCards({ grid, skeleton, skeletons }: CardLook) {
  const places = Array.from({ length: skeletons }, (_, place) => place);
  return (
    <div className={grid}>
      {places.map((place) => (
        <Fragment key={place}>{skeleton}</Fragment>
      ))}
    </div>
  );
}

/** Records as cards in a grid; `children` returns the list item of one. Errors and empty searches are in a panel. */
export function ListCards<Item extends { id: number }>(
  props: Omit<ListStates<Item>, "loading" | "children"> &
    CardLook & { label?: string; children: (item: Item) => ReactNode },
) {
  const { grid, skeleton, skeletons, label, children, ...states } = props;
  return (
    <ListView
      loading={<LoadingCards {...{ grid, skeleton, skeletons }} />}
      stateClass="panel"
      moreClass="mt-4 text-center"
      {...states}
    >
      {(items) => (
        <ul aria-label={label} className={grid}>
          {items.map((item) => (
            <Fragment key={item.id}>{children(item)}</Fragment>
          ))}
        </ul>
      )}
    </ListView>
  );
}
