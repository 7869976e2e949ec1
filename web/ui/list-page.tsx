import type { ComponentProps, ReactNode } from "react";
import { FilterBar, type FilteredList } from "./filter-bar.tsx";
import { type ListStates, ListView } from "./list-view.tsx";
import { Page } from "./page.tsx";
import { Panel } from "./panel.tsx";
import { LoadingRows } from "./table.tsx";

type Listed<Item> = Omit<ListStates<Item>, "list"> & {
  /** The filters of the list: a result of `useFilters`. */
  list: FilteredList;
  search: string;
  filters?: ReactNode;
};

/** A list in a panel, with its search and filters above. */
export function ListPanel<Item>({ search, filters, ...states }: Listed<Item>) {
  const { source } = states;
  return (
    <>
      <FilterBar list={states.list} search={search}>
        {filters}
      </FilterBar>
      <Panel className="@container overflow-hidden" aria-busy={!source.list && !source.error}>
        <ListView loading={<LoadingRows rows={8} />} {...states} />
      </Panel>
    </>
  );
}

/** A page that is one list: heading, search and filters, and the list in each of its states. */
export function ListPage<Item>(
  props: Listed<Item> & Pick<ComponentProps<typeof Page>, "sub" | "actions"> & { title: string },
) {
  const { title, sub, actions, ...list } = props;
  return (
    <Page title={title} documentTitle={title} sub={sub} actions={actions}>
      <ListPanel {...list} />
    </Page>
  );
}
