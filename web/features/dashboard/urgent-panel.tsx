import { useState } from "react";
import { Link } from "react-router";
import { SEARCH_LENGTH } from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/filter-bar.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { AssignDialog } from "../prospects/index.ts";
import { NO_FILTER, useDashboardAddress } from "./address.ts";
import { useDashboardStats, useUrgentProspects } from "./dashboard.api.ts";
import { UrgentFilterMenu } from "./urgent-filter-menu.tsx";
import { UrgentRows } from "./urgent-rows.tsx";

/** How many rows stand there before all are asked for. */
const FIRST = 8;

function Rest({ listed }: { listed: number }) {
  const t = useT();
  const { data } = useDashboardStats();
  if (!data?.urgent || data.urgent <= listed || listed < 100) return null;
  return (
    <p className="border-t border-line px-[18px] py-3 hint">
      {t.rich("dashboard.urgent.partial", {
        count: listed,
        total: data.urgent,
        crm: (
          <Link key="crm" to="/crm" className="link">
            {t("nav.crm")}
          </Link>
        ),
      })}
    </p>
  );
}

/** Prospects whose deadline has passed or comes within 24 hours. */
export function UrgentPanel() {
  const t = useT();
  const { address, change, open } = useDashboardAddress();
  const everything = useUrgentProspects(NO_FILTER).list?.items;
  const source = useUrgentProspects(address);
  const [all, setAll] = useState(false);
  const [assigning, setAssigning] = useState<Prospect | null>(null);
  const found = source.list?.items;
  const isCut = !all && found !== undefined && found.length > FIRST;
  return (
    <Panel
      title={t("dashboard.urgent.title")}
      aside={
        <Badge tone="wait" dot={false}>
          {t("dashboard.urgent.badge")}
        </Badge>
      }
      actions={
        <>
          <SearchField
            label={t("dashboard.urgent.search")}
            value={address.q}
            maxLength={SEARCH_LENGTH}
            onChange={(q) => change({ q })}
          />
          <UrgentFilterMenu prospects={everything ?? []} filter={address} onChange={change} />
        </>
      }
      aria-busy={!found && !source.error}
    >
      <ListView
        source={{
          ...source,
          list: found && { items: isCut ? found.slice(0, FIRST) : found, more: isCut },
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
                <Button size="s" onClick={() => change(NO_FILTER)}>
                  {t("dashboard.urgent.clear")}
                </Button>
              }
            />
          )
        }
        moreLabel={() => t("dashboard.urgent.more", { count: found?.length ?? 0 })}
        moreClass="border-t border-line p-1.5"
      >
        {(shown) => (
          <UrgentRows
            prospects={shown}
            onOpen={(prospect, opener) => open({ prospect }, opener)}
            onAssign={setAssigning}
          />
        )}
      </ListView>
      {everything ? <Rest listed={everything.length} /> : null}
      {assigning ? <AssignDialog prospect={assigning} onClose={() => setAssigning(null)} /> : null}
    </Panel>
  );
}
