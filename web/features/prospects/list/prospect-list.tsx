import { useState } from "react";
import type { BulkAnswer, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { ListQuery } from "../../../lib/list.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ListPanel } from "../../../ui/list-view.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { daysSince } from "../fields/deadlines.ts";
import { AssigneeButton, Due, Identity, noteLine, ProspectMenu, useCrm } from "../prospect-parts.tsx";
import { prospects } from "../prospects.api.ts";
import { STATUS_TONE } from "../stages.ts";

/** Prospects as rows, and the actions on the selected ones. Skipped prospects stay selected. */
export function ProspectList(props: {
  query: ListQuery;
  label: string;
  onSkipped: (skipped: BulkAnswer["skipped"]) => void;
}) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { list } = useCrm();
  const { query, label, onSkipped } = props;
  const source = prospects.useList(query, { size: 50 });
  const items = source.list?.items ?? [];
  const [ids, setIds] = useState<readonly number[]>([]);
  const selected = items.filter(({ id }) => ids.includes(id));
  const isAll = selected.length === items.length;
  const columns: Record<string, Column<Prospect>> = {
    select: {
      heading: (
        <Checkbox
          hideLabel
          label={t("prospects.select_all")}
          checked={isAll}
          indeterminate={selected.length > 0 && !isAll}
          onChange={() => setIds(isAll ? [] : items.map(({ id }) => id))}
        />
      ),
      headClass: "w-10 pr-0 max-md:w-auto max-md:px-0",
      cell: ({ id, displayName }) => (
        <Checkbox
          hideLabel
          label={t("prospects.select", { name: displayName })}
          className="relative z-1 max-md:ml-4"
          checked={ids.includes(id)}
          onChange={() => setIds(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])}
        />
      ),
      cellClass: "w-10 pr-0",
    },
    prospect: {
      heading: t("prospects.column.prospect"),
      headClass: "max-md:pl-3",
      cell: (prospect) => <Identity prospect={prospect} />,
      cellClass: "w-[24%] max-w-0 max-md:w-auto max-md:max-w-none",
    },
    line: {
      heading: t("prospects.column.line"),
      headClass: "max-lg:hidden",
      cell: (prospect) => <p className="truncate text-sm text-ink-2">{noteLine(prospect)}</p>,
      cellClass: "w-[24%] max-w-0 max-lg:hidden",
    },
    status: {
      heading: t("prospect.field.status"),
      headClass: "max-md:hidden",
      cell: ({ status, deadline }) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={STATUS_TONE[status]}>{t(`status.${status}`)}</Badge>
          <span className="md:hidden">
            <Due deadline={deadline} />
          </span>
        </span>
      ),
      cellClass: "max-md:col-start-2 max-md:row-start-2 max-md:mt-2 max-md:ml-10",
    },
    assignee: {
      heading: t("prospect.field.assignedTo"),
      headClass: "max-md:hidden",
      cell: (prospect) => (
        <>
          <span className="max-md:hidden">
            <AssigneeButton prospect={prospect} withName />
          </span>
          <span className="md:hidden">
            <AssigneeButton prospect={prospect} />
          </span>
        </>
      ),
      cellClass: "max-md:col-start-3 max-md:row-start-2 max-md:mt-2 max-md:mr-4 max-md:justify-self-end",
    },
    deadline: {
      heading: t("prospect.field.deadline"),
      headClass: "max-md:hidden",
      cell: ({ deadline }) => (
        <>
          <span className="block leading-[1.35]">
            <Due deadline={deadline} />
          </span>
          {deadline ? <span className="block hint">{format.day(deadline)}</span> : null}
        </>
      ),
      cellClass: "max-md:hidden",
    },
    here: {
      heading: t("prospects.column.here"),
      headClass: "max-lg:hidden",
      cell: ({ stageChangedAt }) => {
        const days = daysSince(stageChangedAt, now);
        return <span className="hint">{t("prospects.days_here", { days })}</span>;
      },
      cellClass: "max-lg:hidden",
    },
    menu: {
      heading: <span className="sr-only">{t("prospects.column.actions")}</span>,
      headClass: "max-md:hidden",
      cell: (prospect) => <ProspectMenu prospect={prospect} />,
      cellClass: "w-12 text-right max-md:col-start-3 max-md:row-start-1 max-md:mr-3 max-md:w-auto",
    },
  };
  return (
    <>
      <ListPanel
        source={source}
        list={list}
        noMatch={{ title: t("prospects.no_match"), text: t("prospects.no_match_text") }}
        empty={<EmptyState title={t("prospects.none_here")} text={t("prospects.none_here_text")} />}
        moreLabel={(loaded) => t("prospects.load_more", { loaded: format.number(loaded) })}
      >
        {() => (
          <Table
            label={label}
            items={items}
            columns={columns}
            headClass="max-md:block max-md:[&>tr]:flex max-md:[&>tr]:items-center max-md:[&>tr]:px-4"
            rowOf={({ id }) => ({
              "data-prospect": id,
              "aria-selected": ids.includes(id),
              className:
                "h-[60px] hover:bg-deck/70 aria-selected:[&_.badge]:bg-void/70 aria-selected:[&_.hint]:text-ink-2 max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:py-2.5 max-md:aria-selected:bg-ice-dim max-md:[&>td]:bg-transparent",
            })}
          />
        )}
      </ListPanel>
      {selected.length > 0 ? (
        <BulkBar
          selected={selected}
          onClear={() => setIds([])}
          onDone={({ skipped }) => {
            setIds(skipped.map(({ id }) => id));
            onSkipped(skipped);
          }}
        />
      ) : null}
    </>
  );
}
