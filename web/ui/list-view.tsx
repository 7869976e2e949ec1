import type { ReactNode } from "react";
import type { ListSource } from "../lib/list.ts";
import { Button } from "./button.tsx";
import { SkeletonLines } from "./skeleton.tsx";
import { ErrorState } from "./states.tsx";

/** A list in each of its states: loading (seen after 200 ms), failed with a retry, empty, and its rows with "show more". */
export function ListView<Item>(props: {
  source: ListSource<Item>;
  /** In the place of the rows while they load; Skeletons of their shape. */
  loading?: ReactNode;
  /** What is said of a list without entries, with what to do next. */
  empty?: ReactNode;
  children: (items: Item[]) => ReactNode;
  /** Text of the button for more, with how many are shown; none for a list that is answered whole. */
  moreLabel?: (loaded: number) => string;
  /** Around that button. */
  moreClass?: string;
  /** What is said when it could not be loaded, where that is not an ErrorState. */
  failed?: (error: unknown, retry: () => void) => ReactNode;
}) {
  const { list, error, isLoadingMore, loadMore, retry } = props.source;
  if (!list) {
    if (error) return props.failed?.(error, retry) ?? <ErrorState error={error} onRetry={retry} />;
    return <div aria-busy="true">{props.loading ?? <SkeletonLines lines={6} className="p-4" />}</div>;
  }
  return (
    <>
      {list.items.length > 0 ? props.children(list.items) : props.empty}
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
