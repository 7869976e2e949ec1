import { useState } from "react";
import type { BulkAnswer } from "../../../../worker/features/prospects/prospects.schema.ts";
import type { ListQuery } from "../../../lib/list.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { prospects } from "../prospects.api.ts";
import { LIST_PAGE, ProspectList } from "./prospect-list.tsx";

/** The list with a selection and what can be done with it. Those who were skipped stay selected. */
export function SelectableList(props: {
  query: ListQuery;
  label: string;
  filtered: boolean;
  onSkipped: (skipped: BulkAnswer["skipped"]) => void;
  onClear: () => void;
}) {
  const { query, label, filtered, onSkipped, onClear } = props;
  const source = prospects.useList(query, { size: LIST_PAGE });
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const items = source.list?.items ?? [];
  const selected = items.filter((each) => ids.has(each.id));
  const toggle = (id: number) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setIds(next);
  };
  const toggleAll = () =>
    setIds(selected.length === items.length ? new Set() : new Set(items.map((each) => each.id)));
  return (
    <>
      <ProspectList
        label={label}
        source={source}
        selection={{ ids, toggle, toggleAll }}
        filtered={filtered}
        onClear={onClear}
      />
      {selected.length > 0 ? (
        <BulkBar
          selected={selected}
          onClear={() => setIds(new Set())}
          onDone={(answer) => {
            setIds(new Set(answer.skipped.map((each) => each.id)));
            onSkipped(answer.skipped);
          }}
        />
      ) : null}
    </>
  );
}
