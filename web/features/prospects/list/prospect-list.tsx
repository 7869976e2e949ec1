import { useMemo, useState } from "react";
import type { BulkAnswer, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { currentLanguage, useT } from "../../../lib/i18n/i18n.ts";
import type { ListQuery } from "../../../lib/list.ts";
import { useSelection } from "../../../lib/selection.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { whenNear } from "../../../lib/when-near.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ListPanel } from "../../../ui/list-view.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { useVirtualRows } from "../../../ui/virtual-rows.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { daysSince } from "../fields/deadlines.ts";
import { AssigneeButton, Due, Identity, ProspectMenu, UncoveredLine, useCrm } from "../prospect-parts.tsx";
import { prospects } from "../prospects.api.ts";
import { STATUS_TONE } from "../stages.ts";
import { nextSort, noteLine, type OrderName, serverSort, sortedBy, sortProspects } from "./order.ts";

/** Rows of the first answer. The whole list is fetched when the reader scrolls on, selects all, or sorts it otherwise. */
const FIRST = 50;
const ROW_HEIGHT = 60;

/** The prospects of a query in the order of the address, and the means to fetch all of them. */
function useSortedProspects(query: ListQuery) {
  const { list, assignees } = useCrm();
  const [asked, setAsked] = useState("");
  const question = JSON.stringify(query);
  const inOrder = serverSort(Boolean(query["q"]));
  const wanted = list.address.sort ?? inOrder;
  const isWanted = asked === question;
  const source = prospects.useList(query, {
    size: isWanted || wanted !== inOrder ? Number.POSITIVE_INFINITY : FIRST,
  });
  const isWhole = source.list?.more === false;
  // Until all are there, the first ones stay in the order in which they came.
  const sort = isWhole ? wanted : inOrder;
  const answered = source.list?.items;
  const items = useMemo(() => {
    if (!answered || !sort || sort === inOrder) return answered ?? [];
    const nameOf = ({ assignedTo }: Prospect) => assignees.get(assignedTo)?.displayName ?? null;
    return sortProspects(answered, sort, nameOf, currentLanguage());
  }, [answered, sort, inOrder, assignees]);
  const sortOf = (name: OrderName): NonNullable<Column<Prospect>["sort"]> => ({
    isChosen: sortedBy(sort, name),
    isAscending: sort === name,
    onChoose: () => {
      const next = nextSort(wanted, name);
      list.change({ sort: next === inOrder ? null : next });
    },
  });
  const loadAll = () => setAsked(question);
  return { source: { ...source, loadMore: loadAll }, items, isWhole, sortOf, loadAll, question };
}

/** Takes the width of its column and never widens it. */
const NARROW = "w-0 min-w-full";

/** Prospects as rows, and the actions on the selected ones. Skipped prospects stay selected. */
export default function ProspectList(props: {
  query: ListQuery;
  label: string;
  /** Number of prospects that the query answers, null where only the list tells. */
  total: number | null;
  onSkipped: (skipped: BulkAnswer["skipped"]) => void;
}) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { list } = useCrm();
  const { query, label, onSkipped } = props;
  const { source, items, isWhole, sortOf, loadAll, question } = useSortedProspects(query);
  const total = isWhole ? items.length : props.total;
  const { ids, select, boxOf } = useSelection();
  const inOrder = () => items.map(({ id }) => id);
  /** The list whose every prospect is selected as soon as all are there. */
  const [selecting, setSelecting] = useState<string | null>(null);
  if (selecting !== null && (isWhole || selecting !== question)) {
    setSelecting(null);
    if (selecting === question) select(inOrder());
  }
  const selected = items.filter(({ id }) => ids.has(id));
  const isAll = isWhole && selected.length === items.length;
  const selectAll = () => {
    loadAll();
    setSelecting(question);
  };
  const isSelecting = selecting !== null;
  const clear = () => {
    setSelecting(null);
    select([]);
  };
  const rows = useVirtualRows({
    count: items.length,
    height: ROW_HEIGHT,
    keyOf: (at) => items[at]?.id ?? at,
  });
  const everybody =
    total === null
      ? t("prospects.select_all")
      : t("prospects.select_all_of", { count: format.number(total) });
  const columns: Record<string, Column<Prospect>> = {
    select: {
      heading: (
        <Checkbox
          hideLabel
          label={everybody}
          title={everybody}
          checked={isAll || isSelecting}
          aria-busy={isSelecting}
          indeterminate={selected.length > 0 && !isAll && !isSelecting}
          onChange={() => (isAll || isSelecting ? clear() : selectAll())}
        />
      ),
      headClass: "w-10 pr-0 max-md:w-auto max-md:px-0",
      cell: ({ id, displayName }) => (
        <Checkbox
          hideLabel
          label={t("prospects.select", { name: displayName })}
          className="relative z-1 max-md:ml-4"
          {...boxOf(id, inOrder)}
        />
      ),
      cellClass: "w-10 pr-0",
    },
    prospect: {
      heading: t("prospects.column.prospect"),
      sort: sortOf("prospect"),
      headClass: "max-md:pl-3",
      cell: (prospect) => <Identity prospect={prospect} />,
      cellClass: "w-[20%] max-w-0 max-lg:w-[27%] max-md:w-auto max-md:max-w-none",
    },
    line: {
      heading: t("prospects.column.line"),
      sort: sortOf("line"),
      headClass: "max-lg:hidden",
      cell: (prospect) => <p className="line-clamp-2 text-sm text-ink-2">{noteLine(prospect)}</p>,
      cellClass: "w-[22%] max-w-0 max-lg:hidden",
    },
    status: {
      heading: t("prospect.field.status"),
      sort: sortOf("status"),
      headClass: "max-md:hidden",
      cell: (prospect) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {/* A darker ground: on that of a selected row its colour would be too faint. */}
          <span className="inline-flex rounded-full in-aria-selected:bg-void/70">
            <Badge tone={STATUS_TONE[prospect.status]}>{t(`status.${prospect.status}`)}</Badge>
          </span>
          <UncoveredLine prospect={prospect} className={`${NARROW} md:hidden`} />
        </span>
      ),
      cellClass: "max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:mt-2 max-md:ml-10",
    },
    assignee: {
      heading: t("prospect.field.assignedTo"),
      sort: sortOf("assignee"),
      headClass: "max-md:hidden",
      cell: (prospect) => (
        <>
          <span className="block max-md:hidden md:min-w-[126px] lg:min-w-[155px] xl:min-w-[185px]">
            <AssigneeButton prospect={prospect} withName />
            <UncoveredLine prospect={prospect} className={`${NARROW} mt-1`} />
          </span>
          <span className="md:hidden">
            <AssigneeButton prospect={prospect} />
          </span>
        </>
      ),
      cellClass: "max-md:col-start-4 max-md:row-start-2 max-md:mt-2 max-md:mr-4 max-md:justify-self-end",
    },
    deadline: {
      heading: t("prospect.field.deadline"),
      sort: sortOf("deadline"),
      headClass: "max-md:hidden",
      cell: (prospect) => (
        <>
          <span className="block leading-[1.35]">
            <Due prospect={prospect} />
          </span>
          {prospect.deadline ? <span className="block hint">{format.moment(prospect.deadline)}</span> : null}
        </>
      ),
      cellClass:
        "whitespace-nowrap max-md:col-span-2 max-md:col-start-3 max-md:row-start-1 max-md:mr-4 max-md:self-start max-md:text-right",
    },
    here: {
      heading: t("prospects.column.here"),
      sort: sortOf("here"),
      headClass: "max-lg:hidden",
      cell: ({ stageChangedAt }) => {
        const days = daysSince(stageChangedAt, now);
        return <span className="hint">{t("prospect.days_here", { days })}</span>;
      },
      cellClass: "max-lg:hidden",
    },
    menu: {
      heading: <span className="sr-only">{t("prospects.column.actions")}</span>,
      headClass: "max-md:hidden",
      cell: (prospect) => <ProspectMenu prospect={prospect} />,
      // On phones the record has the same actions.
      cellClass: "w-12 text-right max-md:hidden",
    },
  };
  return (
    <>
      <ListPanel
        source={source}
        list={list}
        noMatch={{ title: t("prospect.no_match") }}
        empty={<EmptyState title={t("prospects.none_here")} />}
        moreLabel={(loaded) => t("prospects.load_more", { loaded: format.number(loaded) })}
      >
        {() => (
          <Table
            label={label}
            items={items}
            columns={columns}
            virtual={{ rows, total: total ?? -1 }}
            headClass="max-md:block max-md:[&>tr]:flex max-md:[&>tr]:items-center max-md:[&>tr]:px-4"
            rowOf={({ id }) => ({
              "data-prospect": id,
              "aria-selected": ids.has(id),
              className:
                "h-[60px] hover:bg-deck/70 aria-selected:[&_.hint]:text-ink-2 max-md:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-md:py-2.5 max-md:aria-selected:bg-ice-dim max-md:[&>td]:bg-transparent",
            })}
          />
        )}
      </ListPanel>
      {source.list?.more ? <div ref={whenNear(loadAll)} /> : null}
      {selected.length > 0 ? (
        <BulkBar
          selected={selected}
          onClear={clear}
          onDone={({ skipped, left }) => {
            select([...skipped, ...left].map(({ id }) => id));
            onSkipped(skipped);
          }}
        />
      ) : null}
    </>
  );
}
