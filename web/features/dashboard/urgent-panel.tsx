import { useState } from "react";
import { Link } from "react-router";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useMedia } from "../../lib/use-media.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { CheckIcon, SearchIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { AssignDialog } from "../prospects/dialogs.tsx";
import { useDashboardStats, useUrgentProspects } from "./dashboard.api.ts";
import { LoadError } from "./load-error.tsx";
import { isUrgent, narrow } from "./urgent.ts";
import { UrgentFilterMenu } from "./urgent-filter-menu.tsx";
import { UrgentList, UrgentTable } from "./urgent-rows.tsx";
import { useUrgentFilter } from "./use-urgent-filter.ts";

/** How many rows stand there before all are asked for. */
const FIRST = 8;
const ROOM_FOR_COLUMNS = "(min-width: 900px)";

function Loading() {
  return (
    <div className="divide-y divide-line">
      {["a", "b", "c", "d"].map((key) => (
        <div key={key} className="flex items-center gap-3 px-[18px] py-[13px]">
          <Skeleton className="size-[30px] rounded-full" />
          <span className="flex-1">
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="mt-2 h-3 w-44" />
          </span>
          <Skeleton className="h-3.5 w-20" />
        </div>
      ))}
    </div>
  );
}

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
export default function UrgentPanel({ onOpen }: { onOpen: (id: number, opener: string) => void }) {
  const t = useT();
  const now = useNow();
  const wide = useMedia(ROOM_FOR_COLUMNS);
  const { data, error, mutate } = useUrgentProspects();
  const { filter, search, change } = useUrgentFilter();
  const [all, setAll] = useState(false);
  const [assigning, setAssigning] = useState<Prospect | null>(null);
  const urgent = data?.filter((prospect) => isUrgent(prospect, now));
  const found = urgent && narrow(urgent, filter, now);
  const shown = all ? found : found?.slice(0, FIRST);
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
              maxLength={64}
              value={filter.q}
              onChange={(event) => search(event.target.value)}
            />
          </span>
          <UrgentFilterMenu prospects={urgent ?? []} filter={filter} onChange={change} />
        </>
      }
      aria-busy={!data && !error}
    >
      {urgent && found && shown ? (
        urgent.length === 0 ? (
          <EmptyState
            className="py-10"
            icon={<CheckIcon size={22} className="text-go" />}
            title={t("dashboard.urgent.all_clear")}
            text={t("dashboard.urgent.all_clear_text")}
          />
        ) : found.length === 0 ? (
          <EmptyState
            className="py-10"
            title={t("dashboard.urgent.no_match")}
            action={
              <Button
                size="s"
                onClick={() => change({ q: "", status: null, assignee: null, overdue: false })}
              >
                {t("dashboard.urgent.clear")}
              </Button>
            }
          />
        ) : (
          <Rows prospects={shown} onOpen={onOpen} onAssign={setAssigning} />
        )
      ) : error ? (
        <LoadError error={error} onRetry={() => mutate()} />
      ) : (
        <Loading />
      )}
      {found && shown && found.length > shown.length ? (
        <div className="border-t border-line p-1.5">
          <Button variant="quiet" className="w-full" onClick={() => setAll(true)}>
            {t("dashboard.urgent.more", { count: found.length })}
          </Button>
        </div>
      ) : null}
      {data ? <Rest listed={data.length} /> : null}
      {assigning ? <AssignDialog prospect={assigning} onClose={() => setAssigning(null)} /> : null}
    </Panel>
  );
}
