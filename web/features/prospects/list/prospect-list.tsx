import { useState } from "react";
import type { BulkAnswer, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { ListQuery } from "../../../lib/list.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { daysSince } from "../fields/deadline-fields.tsx";
import { AssigneeButton, Due, Identity, noteLine, ProspectMenu } from "../prospect-parts.tsx";
import { prospects } from "../prospects.api.ts";
import { STATUS_TONE } from "../stages.ts";

const PAGE = 50;

/** The columns after the one of checkboxes: their texts, and where they are hidden. */
const COLUMNS = [
  ["prospects.column.prospect", "max-md:pl-3"],
  ["prospects.column.line", "max-lg:hidden"],
  ["prospect.field.status", "max-md:hidden"],
  ["prospect.field.assignedTo", "max-md:hidden"],
  ["prospect.field.deadline", "max-md:hidden"],
  ["prospects.column.here", "max-lg:hidden"],
] as const;

function Row(props: { prospect: Prospect; selected: boolean; onToggle: () => void }) {
  const t = useT();
  const format = useFormat();
  const { prospect, selected, onToggle } = props;
  const { id, displayName, status, deadline, stageChangedAt } = prospect;
  const days = daysSince(stageChangedAt, useNow());
  return (
    <tr
      data-prospect={id}
      aria-selected={selected}
      className="relative h-[60px] hover:bg-deck/70 aria-selected:[&_.badge]:bg-void/70 aria-selected:[&_.hint]:text-ink-2 max-md:aria-selected:bg-ice-dim max-md:[&>td]:bg-transparent max-md:grid max-md:h-auto max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:border-t max-md:border-line max-md:py-2.5 max-md:first:border-t-0 max-md:[&>td]:border-0 max-md:[&>td]:p-0"
    >
      <td className="w-10 pr-0">
        <Checkbox
          hideLabel
          label={t("prospects.select", { name: displayName })}
          className="relative z-1 max-md:ml-4"
          checked={selected}
          onChange={onToggle}
        />
      </td>
      <td className="w-[24%] max-w-0 max-md:w-auto max-md:max-w-none">
        <Identity prospect={prospect} />
      </td>
      <td className="w-[24%] max-w-0 max-lg:hidden">
        <p className="truncate text-sm text-ink-2">{noteLine(prospect)}</p>
      </td>
      <td className="max-md:col-start-2 max-md:row-start-2 max-md:mt-2 max-md:ml-10">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={STATUS_TONE[status]}>{t(`status.${status}`)}</Badge>
          <span className="md:hidden">
            <Due deadline={deadline} />
          </span>
        </span>
      </td>
      <td className="max-md:col-start-3 max-md:row-start-2 max-md:mt-2 max-md:mr-4 max-md:justify-self-end">
        <span className="max-md:hidden">
          <AssigneeButton prospect={prospect} withName />
        </span>
        <span className="md:hidden">
          <AssigneeButton prospect={prospect} />
        </span>
      </td>
      <td className="max-md:hidden">
        <span className="block leading-[1.35]">
          <Due deadline={deadline} />
        </span>
        {deadline ? <span className="block hint">{format.day(deadline)}</span> : null}
      </td>
      <td className="max-lg:hidden">
        <span className="hint">{t("prospects.days_here", { days })}</span>
      </td>
      <td className="w-12 text-right max-md:col-start-3 max-md:row-start-1 max-md:mr-3 max-md:w-auto">
        <ProspectMenu prospect={prospect} />
      </td>
    </tr>
  );
}

function Loading() {
  return (
    <div className="grid gap-px p-4">
      {["a", "b", "c", "d", "e"].map((key) => (
        <span key={key} className="flex h-[56px] items-center gap-3">
          <Skeleton className="size-[30px] rounded-full" />
          <Skeleton className="h-4 w-48" />
          <Skeleton className="ml-auto h-4 w-24" />
        </span>
      ))}
    </div>
  );
}

function Rows(props: {
  items: Prospect[];
  label: string;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}) {
  const t = useT();
  const { items, label, selected, onSelect } = props;
  const chosen = items.filter(({ id }) => selected.has(id)).length;
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <table className="table max-md:block" aria-label={label}>
      <thead className="max-md:block">
        <tr className="max-md:flex max-md:items-center max-md:px-4">
          <th className="w-10 pr-0 max-md:w-auto max-md:px-0">
            <Checkbox
              hideLabel
              label={t("prospects.select_all")}
              checked={chosen === items.length}
              indeterminate={chosen > 0 && chosen < items.length}
              onChange={() => onSelect(new Set(chosen === items.length ? [] : items.map(({ id }) => id)))}
            />
          </th>
          {COLUMNS.map(([text, className]) => (
            <th key={text} scope="col" className={className}>
              {t(text)}
            </th>
          ))}
          <th scope="col" className="max-md:hidden">
            <span className="sr-only">{t("prospects.column.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {items.map((prospect) => (
          <Row
            key={prospect.id}
            prospect={prospect}
            selected={selected.has(prospect.id)}
            onToggle={() => toggle(prospect.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Prospects as rows to go through, and what can be done with those that are selected. Skipped ones stay selected. */
export function ProspectList(props: {
  query: ListQuery;
  label: string;
  filtered: boolean;
  onSkipped: (skipped: BulkAnswer["skipped"]) => void;
  onClear: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { query, label, filtered, onSkipped, onClear } = props;
  const source = prospects.useList(query, { size: PAGE });
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const selected = source.list?.items.filter(({ id }) => ids.has(id)) ?? [];
  return (
    <>
      <Panel className="overflow-hidden">
        <ListView
          source={source}
          loading={<Loading />}
          empty={
            <EmptyState
              title={t(filtered ? "prospects.no_match" : "prospects.none_here")}
              text={t(filtered ? "prospects.no_match_text" : "prospects.none_here_text")}
              action={filtered ? <Button onClick={onClear}>{t("filter.clear")}</Button> : undefined}
            />
          }
          moreLabel={(loaded) => t("prospects.load_more", { loaded: format.number(loaded) })}
        >
          {(items) => <Rows items={items} label={label} selected={ids} onSelect={setIds} />}
        </ListView>
      </Panel>
      {selected.length > 0 ? (
        <BulkBar
          selected={selected}
          onClear={() => setIds(new Set())}
          onDone={({ skipped }) => {
            setIds(new Set(skipped.map(({ id }) => id)));
            onSkipped(skipped);
          }}
        />
      ) : null}
    </>
  );
}
