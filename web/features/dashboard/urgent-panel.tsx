import { useState } from "react";
import { Link } from "react-router";
import { SEARCH_LENGTH } from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { useTyped } from "../../lib/address.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useMedia } from "../../lib/use-media.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { CheckIcon, SearchIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { AssignDialog } from "../prospects/index.ts";
import { NO_FILTER, useDashboardAddress } from "./address.ts";
import { useDashboardStats, useUrgentProspects } from "./dashboard.api.ts";
import { LoadError, LoadingRows } from "./panel-states.tsx";
import { UrgentFilterMenu } from "./urgent-filter-menu.tsx";
import { UrgentList, UrgentTable } from "./urgent-rows.tsx";

/** How many rows stand there before all are asked for. */
const FIRST = 8;
const ROOM_FOR_COLUMNS = "(min-width: 900px)";

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

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  const { typed, type } = useTyped(value, onChange);
  return (
    <span className="relative flex-1">
      <SearchIcon
        size={14}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3"
      />
      <Input
        type="search"
        size="s"
        className="min-w-[170px] pl-[30px] md:w-[236px]"
        aria-label={t("dashboard.urgent.search")}
        placeholder={t("dashboard.urgent.search")}
        maxLength={SEARCH_LENGTH}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
    </span>
  );
}

/** Prospects whose deadline has passed or comes within 24 hours. */
export default function UrgentPanel() {
  const t = useT();
  const wide = useMedia(ROOM_FOR_COLUMNS);
  const { address, change, open } = useDashboardAddress();
  const everything = useUrgentProspects(NO_FILTER).list?.items;
  const source = useUrgentProspects(address);
  const [all, setAll] = useState(false);
  const [assigning, setAssigning] = useState<Prospect | null>(null);
  const found = source.list?.items;
  const isCut = !all && found !== undefined && found.length > FIRST;
  const clear = (
    <Button size="s" onClick={() => change(NO_FILTER)}>
      {t("dashboard.urgent.clear")}
    </Button>
  );
  const Rows = wide ? UrgentTable : UrgentList;
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
          <Search value={address.q} onChange={(q) => change({ q })} />
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
        loading={
          <LoadingRows
            rows={4}
            className="divide-y divide-line"
            row="flex items-center gap-3 px-[18px] py-[13px]"
            picture="size-[30px]"
            lines={["w-36", "w-44"]}
            end="w-20"
          />
        }
        failed={(error, retry) => <LoadError error={error} onRetry={retry} />}
        empty={
          <EmptyState
            className="py-10"
            {...(everything?.length === 0
              ? {
                  icon: <CheckIcon size={22} className="text-go" />,
                  title: t("dashboard.urgent.all_clear"),
                  text: t("dashboard.urgent.all_clear_text"),
                }
              : { title: t("dashboard.urgent.no_match"), action: clear })}
          />
        }
        moreLabel={() => t("dashboard.urgent.more", { count: found?.length ?? 0 })}
        moreClass="border-t border-line p-1.5"
      >
        {(shown) => (
          <Rows
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
