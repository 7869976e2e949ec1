import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Dot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { FilterIcon } from "../../ui/icons.tsx";
import { Menu, MenuCheckbox, MenuItem, MenuRadioGroup, MenuSeparator } from "../../ui/menu.tsx";
import { STATUS_TONE, useAssignees } from "../prospects/index.ts";
import { DASHBOARD_SHAPE, type UrgentFilter } from "./address.ts";
import { choicesOf, countFilters } from "./urgent.ts";

/** No choice; read as null, being none of the address's words. */
const ALL = "all";

/** Narrows the urgent deadlines by status, assignee and whether they are overdue. */
export function UrgentFilterMenu(props: {
  prospects: readonly Prospect[];
  filter: Omit<UrgentFilter, "q">;
  onChange: (change: Partial<UrgentFilter>) => void;
}) {
  const { prospects, filter, onChange } = props;
  const t = useT();
  const known = useAssignees();
  const { statuses, assignees, hasUnassigned } = choicesOf(prospects, filter);
  const count = countFilters(filter);
  const people = assignees
    .map((id) => ({
      value: String(id),
      label: known.get(id)?.displayName ?? t("dashboard.urgent.member_id", { id: String(id) }),
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <Menu
      trigger={
        <Button size="s" icon={<FilterIcon />}>
          {t("dashboard.urgent.filter")}
          {count > 0 ? (
            <>
              <span
                className="figure grid h-4 min-w-4 place-items-center rounded-full bg-ice-dim px-1 text-xs text-ice"
                aria-hidden="true"
              >
                {count}
              </span>
              <span className="sr-only">{t("dashboard.urgent.filter_count", { count })}</span>
            </>
          ) : null}
        </Button>
      }
    >
      <MenuRadioGroup<string>
        label={t("dashboard.urgent.status")}
        value={filter.status ?? ALL}
        options={[
          { value: ALL, label: t("dashboard.urgent.any_status") },
          ...statuses.map((value) => ({
            value,
            label: t(`status.${value}`),
            icon: <Dot tone={STATUS_TONE[value]} />,
          })),
        ]}
        onChange={(value) => onChange({ status: DASHBOARD_SHAPE.status.read(value) })}
      />
      <MenuSeparator />
      <MenuRadioGroup<string>
        label={t("dashboard.urgent.assigned_to")}
        value={String(filter.assignee ?? ALL)}
        options={[
          { value: ALL, label: t("dashboard.urgent.anyone") },
          ...(hasUnassigned ? [{ value: "none", label: t("dashboard.urgent.unassigned") }] : []),
          ...people,
        ]}
        onChange={(value) => onChange({ assignee: DASHBOARD_SHAPE.assignee.read(value) })}
      />
      <MenuSeparator />
      <MenuCheckbox checked={filter.overdue} onChange={(overdue) => onChange({ overdue })}>
        {t("dashboard.urgent.only_overdue")}
      </MenuCheckbox>
      {count > 0 ? (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange({ status: null, assignee: null, overdue: false })}>
            {t("dashboard.urgent.clear_filters")}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
