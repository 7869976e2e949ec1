import { useState } from "react";
import { FIGURES } from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Badge, Dot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/filter-bar.tsx";
import { CheckIcon, FilterIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Menu, MenuCheckbox, MenuItem, MenuRadioGroup, MenuSeparator } from "../../ui/menu.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { AssignDialog, figurePath, STATUS_TONE, useAssignees } from "../prospects/index.ts";
import { choicesOf, urgentFilters, useDashboardAddress } from "./address.ts";
import { useDashboardStats, useUrgentProspects } from "./dashboard.api.ts";
import { UrgentRows } from "./urgent-rows.tsx";

/** Rows that are shown at first, and on phones. */
const FIRST = 8;
const FIRST_ON_PHONES = 3;

/** Value of the default option of a filter: none of the address's words. */
const ALL = "all";

function Rest({ listed }: { listed: number }) {
  const t = useT();
  const { data } = useDashboardStats();
  if (!data?.urgent || data.urgent <= listed || listed < 100) return null;
  return (
    <p className="note">
      {t.rich("dashboard.urgent.partial", {
        count: listed,
        total: data.urgent,
        crm: (
          <Link key="crm" to={figurePath(FIGURES.tasks)} className="link">
            {t("dashboard.to_pipeline")}
          </Link>
        ),
      })}
    </p>
  );
}

/** Filters the urgent deadlines by status, assignee and whether they are overdue. */
function FilterMenu(props: { prospects: Prospect[]; list: ReturnType<typeof useDashboardAddress> }) {
  const t = useT();
  const { address: filter, change, count } = props.list;
  const { status, assignee } = urgentFilters.shape;
  const known = useAssignees();
  const { statuses, assignees } = choicesOf(props.prospects, filter);
  const nameOf = (id: string) =>
    known.get(Number(id))?.displayName ?? t("dashboard.urgent.member_id", { id });
  // In the server's order: by name in the reader's language.
  const order = [...known.keys()];
  const people = assignees
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((id) => ({ value: String(id), label: nameOf(String(id)) }));
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
        onChange={(value) => change({ status: status.read(value) })}
      />
      <MenuSeparator />
      <MenuRadioGroup<string>
        label={t("dashboard.urgent.assigned_to")}
        value={String(filter.assignee ?? ALL)}
        options={[{ value: ALL, label: t("dashboard.urgent.anyone") }, ...people]}
        onChange={(value) => change({ assignee: assignee.read(value) })}
      />
      <MenuSeparator />
      <MenuCheckbox checked={filter.overdue} onChange={(overdue) => change({ overdue })}>
        {t("dashboard.urgent.only_overdue")}
      </MenuCheckbox>
      {count > 0 ? (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => change({ status: null, assignee: null, overdue: false })}>
            {t("dashboard.urgent.clear_filters")}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}

/** Prospects whose deadline has passed or is within 24 hours. */
export default function UrgentPanel() {
  const t = useT();
  const list = useDashboardAddress();
  const everything = useUrgentProspects(list.none).list?.items;
  const source = useUrgentProspects(list.address);
  const [all, setAll] = useState(false);
  const [assigning, setAssigning] = useState<Prospect | null>(null);
  const found = source.list?.items;
  const first = useMedia(PHONE) ? FIRST_ON_PHONES : FIRST;
  const isCut = !all && found !== undefined && found.length > first;
  return (
    <>
      <ListPanel
        title={t("dashboard.urgent.title")}
        aside={
          <Badge tone="wait" dot={false}>
            {t("dashboard.urgent.badge")}
          </Badge>
        }
        actions={
          <>
            <SearchField label={t("dashboard.urgent.search")} list={list} />
            <FilterMenu prospects={everything ?? []} list={list} />
          </>
        }
        source={{
          ...source,
          list: found && { items: isCut ? found.slice(0, first) : found, more: isCut },
          loadMore: () => setAll(true),
        }}
        loading={<LoadingRows rows={4} />}
        empty={
          everything?.length === 0 ? (
            <EmptyState
              icon={<CheckIcon size={22} className="text-go" />}
              title={t("dashboard.urgent.all_clear")}
              text={t("dashboard.urgent.all_clear_text")}
            />
          ) : (
            <EmptyState
              title={t("dashboard.urgent.no_match")}
              action={
                <Button size="s" onClick={list.clear}>
                  {t("dashboard.urgent.clear_filters")}
                </Button>
              }
            />
          )
        }
        moreLabel={() => t("dashboard.urgent.more", { count: found?.length ?? 0 })}
        moreClass="border-t border-line p-1.5"
        foot={everything ? <Rest listed={everything.length} /> : null}
      >
        {(shown) => <UrgentRows prospects={shown} onAssign={setAssigning} />}
      </ListPanel>
      {assigning ? <AssignDialog prospect={assigning} onClose={() => setAssigning(null)} /> : null}
    </>
  );
}
