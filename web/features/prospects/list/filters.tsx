import type { ReactNode } from "react";
import { DEADLINE_FILTERS, SEARCH_LENGTH } from "../../../../worker/features/prospects/pipeline.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { FilterBar, FilterSelect } from "../../../ui/filter-bar.tsx";
import { type CrmAddress, countFilters, NO_FILTERS } from "../address.ts";
import { useCrm } from "../crm-context.ts";

/** Search and filters of the page. */
export function Filters(props: {
  address: CrmAddress;
  /** Whether the reader sees the prospects of all assignees. */
  all: boolean;
  onChange: (changes: Partial<CrmAddress>) => void;
  before: ReactNode;
  after: ReactNode;
}) {
  const t = useT();
  const me = useUser().user?.member?.id;
  const { assignees } = useCrm();
  const { address, all, onChange } = props;
  const { tab, assignee, deadline, q } = address;
  const others = [
    ...(me === undefined ? [] : [{ value: "me" as const, label: t("prospects.filter.mine") }]),
    ...[...assignees.values()]
      .filter(({ id }) => id !== me)
      .map(({ id, displayName }) => ({ value: id, label: displayName })),
  ];
  return (
    <FilterBar
      search={{
        label: t("prospects.search"),
        value: q,
        maxLength: SEARCH_LENGTH,
        onChange: (next) => onChange({ q: next }),
      }}
      count={countFilters(address)}
      onClear={() => onChange(NO_FILTERS)}
      before={props.before}
      after={props.after}
    >
      {all ? (
        <FilterSelect<number | "none" | "me">
          label={t("prospects.filter.assignee")}
          value={assignee}
          onChange={(value) => onChange({ assignee: value })}
          anyLabel={t(tab === "mine" ? "prospects.filter.mine" : "prospects.filter.everyone")}
          options={[
            { value: "none", label: t("prospect.empty.assignedTo") },
            ...(tab === "team" ? others : []),
          ]}
        />
      ) : null}
      <FilterSelect
        label={t("prospects.filter.deadline")}
        value={deadline}
        onChange={(value) => onChange({ deadline: value })}
        anyLabel={t("prospects.filter.any_deadline")}
        options={DEADLINE_FILTERS.map((value) => ({ value, label: t(`prospects.deadline.${value}`) }))}
      />
    </FilterBar>
  );
}
