import type { ReactNode } from "react";
import { DEADLINE_FILTERS, SEARCH_LENGTH } from "../../../../worker/features/prospects/pipeline.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { FilterBar, FilterSelect } from "../../../ui/filter-bar.tsx";
import { type CrmAddress, countFilters, NO_FILTERS } from "../address.ts";
import { useAssignable, useTeam } from "../prospects.api.ts";

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
  const { user } = useUser();
  const { address, all, onChange } = props;
  const { data: assignable } = useAssignable();
  const { data: team } = useTeam();
  const me = user?.member?.id ?? null;
  const people = new Map<number, string>();
  for (const each of team?.assignees ?? []) people.set(each.memberId, each.displayName);
  for (const each of assignable ?? []) people.set(each.id, each.displayName);
  if (me !== null) people.delete(me);
  const { tab, assignee, deadline, q } = address;
  const others = [
    ...(me === null ? [] : [{ value: "me" as const, label: t("prospects.filter.mine") }]),
    ...[...people].map(([value, label]) => ({ value, label })),
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
