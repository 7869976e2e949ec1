import { useMemo, useState } from "react";
import useSWR from "swr";
import {
  type FleetOwner,
  type FleetSummary,
  ONLINE_MINUTES,
  type OnlineMember,
} from "../../../worker/features/fleet/fleet.schema.ts";
import { SHIP_ROLES } from "../../../worker/features/ships/ships.schema.ts";
import { requestList } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { POLL, usePagedList } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Dot } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Figure, Figures } from "../../ui/figures.tsx";
import { ShipIcon } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { useShips } from "../ships/index.ts";
import { useFleetList } from "./address.ts";
import { type Fleet, fleetOf, flyable, gapsOf, totalsOf } from "./fleet.ts";
import { GapsPanel } from "./gaps-panel.tsx";
import { CrewPanel, PartsPanel } from "./parts-panel.tsx";
import { ShipsPanel } from "./ships-panel.tsx";

/** Most members in the list of online members. */
const MOST_ONLINE = 10_000;
const pathOf = (organizationId: number) => `/api/fleet/${organizationId}`;

/** The organization's fleet, kept fresh; until all of it is loaded there is no `data` but the number of `loaded` owners. */
function useFleet() {
  const { user } = useUser();
  const now = useNow();
  const [loaded, setLoaded] = useState(0);
  const path = user ? pathOf(user.organizationId) : null;
  const owners = useSWR<FleetOwner[]>(path, {
    ...usePolling(["hangars", "members"], POLL),
    fetcher: async (path: string) =>
      (await requestList<FleetOwner>(path, Number.POSITIVE_INFINITY, setLoaded)).items,
  });
  const summary = useOfOrganization<FleetSummary>((id) => `${pathOf(id)}/summary`, ["hangars", "members"]);
  const onlinePath = path && `${path}/online`;
  const online = usePagedList<OnlineMember>(onlinePath, {}, ["members", "discord"], MOST_ONLINE);
  const ships = useShips();
  const seen = online.list?.items;
  const data = useMemo(() => {
    if (!owners.data || !summary.data || !ships.data || !seen) return undefined;
    const since = now - ONLINE_MINUTES * 60_000;
    const ids = seen.filter(({ lastSeen }) => Date.parse(lastSeen) > since).map(({ memberId }) => memberId);
    const { members, hiddenHangars } = summary.data;
    const fleet = fleetOf(owners.data, ships.data, members, new Set(ids));
    return { fleet, catalogue: ships.data, hiddenHangars };
  }, [owners.data, summary.data, ships.data, seen, now]);
  const retry = () => {
    for (const each of [owners, summary, ships]) if (each.error) void each.mutate();
    if (online.error) online.retry();
  };
  const error = owners.error ?? summary.error ?? ships.error ?? online.error;
  return { data, loaded, error: data ? undefined : error, retry };
}

function Loading({ loaded }: { loaded: number }) {
  const t = useT();
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t("state.loading")}
      </p>
      <div className="mb-[18px] panel grid grid-cols-4 gap-6 p-[18px] max-md:grid-cols-2">
        {["ships", "cargo", "crew", "members"].map((name) => (
          <span key={name} className="space-y-3">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-8 w-24" />
          </span>
        ))}
      </div>
      <div className="panel">
        <p className="min-h-[50px] px-[18px] py-3.5 hint">
          {loaded > 0 ? t("fleet.loaded", { count: loaded }) : "\u00a0"}
        </p>
        <LoadingRows rows={8} />
      </div>
    </div>
  );
}

function TotalsPanel({ fleet }: { fleet: Fleet }) {
  const t = useT();
  const format = useFormat();
  const { ships, cargo, largestHold: scu, crew } = totalsOf(fleet);
  const { owners, members, online } = fleet;
  const onlineHint = (
    <span className="inline-flex items-center gap-1.5">
      <Dot tone={online > 0 ? "go" : "idle"} className="size-[7px]" />
      {t("fleet.online_now", { online, ships: flyable(fleet), all: ships })}
    </span>
  );
  const totals = [
    { label: t("fleet.ships"), value: ships, hint: t("fleet.from_members", { owners, members }) },
    { label: t("fleet.cargo"), value: cargo, unit: "SCU", hint: t("fleet.largest_hold", { scu }) },
    { label: t("fleet.crew_needed"), value: crew, hint: t("fleet.crew_needed_hint") },
    { label: t("fleet.members"), value: members, hint: onlineHint },
  ];
  return (
    <section aria-label={t("fleet.totals")} className="mb-[18px] panel">
      <Figures className="max-md:*:py-3">
        {totals.map(({ value, ...figure }) => (
          <Figure key={figure.label} {...figure} value={format.number(value)} isHintKept />
        ))}
      </Figures>
    </section>
  );
}

export default function FleetTab() {
  const t = useT();
  const list = useFleetList();
  const { data, loaded, error, retry } = useFleet();
  const runsSystem = useCan("admin.system");
  const gaps = useMemo(() => (data ? gapsOf(data.fleet, data.catalogue, SHIP_ROLES) : []), [data]);
  if (!data && error) return <ErrorState error={error} onRetry={retry} className="panel" />;
  if (!data) return <Loading loaded={loaded} />;
  const { fleet, catalogue, hiddenHangars } = data;
  if (catalogue.length === 0) {
    return (
      <EmptyState
        className="panel"
        icon={<ShipIcon size={22} />}
        title={t("fleet.no_catalogue")}
        text={t("fleet.no_catalogue_text")}
        action={
          runsSystem ? <ButtonLink to="/admin?tab=api">{t("fleet.no_catalogue_action")}</ButtonLink> : null
        }
      />
    );
  }
  if (fleet.types.length === 0) {
    return (
      <EmptyState
        className="panel"
        icon={<ShipIcon size={22} />}
        title={t("fleet.no_hangars")}
        text={hiddenHangars > 0 && t("fleet.all_hidden")}
        action={<ButtonLink to="/my-hangar/import">{t("fleet.import")}</ButtonLink>}
      />
    );
  }
  /** Called after the address has changed: the focus moves to the table. */
  const showTable = () => {
    const heading = document.getElementById("ships-and-owners");
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start" });
  };
  return (
    <div data-prints-wide="" className="overflow-x-clip [overflow-wrap:anywhere]">
      <TotalsPanel fleet={fleet} />
      <GapsPanel gaps={gaps} list={list} onShowTable={showTable} />
      <ShipsPanel fleet={fleet} list={list} />
      <PartsPanel fleet={fleet} hiddenHangars={hiddenHangars} />
      <CrewPanel fleet={fleet} />
    </div>
  );
}
