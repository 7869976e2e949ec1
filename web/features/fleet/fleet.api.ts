import { useMemo, useState } from "react";
import useSWR from "swr";
import {
  type FleetOwner,
  type FleetSummary,
  ONLINE_MINUTES,
  type OnlineMember,
} from "../../../worker/features/fleet/fleet.schema.ts";
import { requestList } from "../../lib/api.ts";
import { POLL, usePagedList } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useUser } from "../../lib/session.tsx";
import { useNow } from "../../lib/use-now.ts";
import { useShips } from "../ships/index.ts";
import { fleetOf } from "./fleet.ts";

/** Most members in the list of online members. */
const MOST_ONLINE = 10_000;
const pathOf = (organizationId: number) => `/api/fleet/${organizationId}`;

/** The organization's fleet, kept fresh; until all of it is loaded there is no `data` but the number of `loaded` owners. */
export function useFleet() {
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
