import { useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { listOf } from "../../lib/list.ts";
import { CheckIcon } from "../../ui/icons.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { keyOf, NeedRow } from "./need-row.tsx";
import { useNeeds } from "./needs.api.ts";

/** Rows that are shown at first. */
const FIRST = 6;

/** What needs the user, the next thing first, as a panel of their home. */
export default function NeedsPanel({ title }: { title: string }) {
  const t = useT();
  const needs = useNeeds();
  const [all, setAll] = useState(false);
  const found = needs.data;
  const isCut = !all && found !== undefined && found.length > FIRST;
  return (
    <ListPanel
      title={title}
      aside={found?.length ? <span className="figure text-ink-2">{found.length}</span> : null}
      source={{
        ...listOf(needs),
        list: found && { items: isCut ? found.slice(0, FIRST) : found, more: isCut },
        loadMore: () => setAll(true),
      }}
      empty={
        <EmptyState
          className="py-7"
          icon={<CheckIcon size={22} className="text-go" />}
          title={t("notices.empty")}
        />
      }
      moreLabel={() => t("notices.show_rest", { count: found?.length ?? 0 })}
      moreClass="border-t border-line p-1.5"
    >
      {(items) => (
        <ul>
          {items.map((need, at) => (
            <NeedRow key={keyOf(need)} need={need} isFirst={at === 0} />
          ))}
        </ul>
      )}
    </ListPanel>
  );
}
