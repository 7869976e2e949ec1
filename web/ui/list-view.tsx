import type { ComponentProps, ReactNode } from "react";
import { ApiError } from "../lib/api.ts";
import { useT } from "../lib/i18n/i18n.ts";
import type { ListSource } from "../lib/list.ts";
import { Button } from "./button.tsx";
import { Panel } from "./panel.tsx";
import { SkeletonLines } from "./skeleton.tsx";
import { EmptyState, ErrorState, NoAccess } from "./states.tsx";

export type ListStates<Item> = {
  source: ListSource<Item>;
  /** Replaces the items while they load; Skeletons of their shape. */
  loading?: ReactNode;
  empty?: ReactNode;
  /** Replaces them where search or filters leave nothing, with a button that clears those. */
  noMatch?: Pick<ComponentProps<typeof EmptyState>, "title" | "text" | "icon">;
  list?: { isNarrowed: boolean; clear: () => void };
  /** Label of the button for more, from the number of items on screen; none for a list that is answered whole. */
  moreLabel?: (loaded: number) => string;
  moreClass?: string;
  failedTitle?: string;
  errorClass?: string;
  /** Replaces the error for users without permission. */
  denied?: ComponentProps<typeof NoAccess>;
  /** Puts errors and `noMatch` in a panel, for items that are not rows of one. */
  isFramed?: boolean;
  children: (items: Item[]) => ReactNode;
};

/** A list in each of its states: loading (visible after 200 ms), failed, empty, and its items with "show more". */
export function ListView<Item>(props: ListStates<Item>) {
  const t = useT();
  const { source, noMatch, list: filters, denied, failedTitle, errorClass } = props;
  const { list, error, isLoadingMore, loadMore, retry } = source;
  const framed = (state: ReactNode) => (props.isFramed ? <Panel>{state}</Panel> : state);
  if (!list) {
    if (!error)
      return <div aria-busy="true">{props.loading ?? <SkeletonLines lines={6} className="p-4" />}</div>;
    return framed(
      denied && error instanceof ApiError && error.status === 403 ? (
        <NoAccess {...denied} />
      ) : (
        <ErrorState error={error} onRetry={retry} title={failedTitle} className={errorClass} />
      ),
    );
  }
  const isNoMatch = noMatch && filters && (filters.isNarrowed || props.empty === undefined);
  const nothing = isNoMatch
    ? framed(
        <EmptyState {...noMatch} action={<Button onClick={filters.clear}>{t("filter.clear")}</Button>} />,
      )
    : props.empty;
  return (
    <>
      {list.items.length > 0 ? props.children(list.items) : nothing}
      {list.more && props.moreLabel ? (
        <div className={props.moreClass ?? "border-t border-line p-2.5 text-center"}>
          <Button variant="quiet" className="w-full" pending={isLoadingMore} onClick={loadMore}>
            {props.moreLabel(list.items.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}
