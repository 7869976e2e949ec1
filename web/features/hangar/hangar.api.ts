import useSWR from "swr";
import type { HangarPrivacy, HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";
import { syncShips, useShipSyncStatus } from "../ships/index.ts";

const shipsPath = (userId: number) => `/api/uex/user/${userId}/ships`;
const privacyPath = (userId: number) => `/api/uex/user/${userId}/privacy`;

/** The entries of a user's hangar; their paths have the ids of the ships. */
const makeHangar = (userId: number) =>
  resource<HangarShip>({
    path: shipsPath(userId),
    listPath: () => shipsPath(userId),
    addressOf: ({ ship }) => ship.id,
    topics: ["hangars", "ships"],
  });

const hangars = new Map<number, ReturnType<typeof makeHangar>>();

export function useHangar() {
  const id = useUser().user?.id ?? 0;
  const hangar = hangars.get(id) ?? makeHangar(id);
  hangars.set(id, hangar);
  return hangar;
}

/** Whether the user's hangar is hidden from the fleet, and the action that changes that. */
export function usePrivacy() {
  const t = useT();
  const { user } = useUser();
  const path = privacyPath(user?.id ?? 0);
  const { data, mutate } = useSWR<HangarPrivacy>(user ? path : null, usePolling(["hangars"], POLL));
  const save = (isHidden: boolean) => {
    const saved = request<HangarPrivacy>(path, { method: "PATCH", body: { isHidden } });
    return mutate(saved, { optimisticData: { isHidden }, revalidate: false });
  };
  const change = useAction(save, { failed: t("hangar.privacy_failed") });
  return { isHidden: data?.isHidden ?? null, change };
}

/** The sync of the catalogue of ships, with the result of the last one; `may` is whether the user may start one. */
export function useShipSync() {
  const t = useT();
  const may = useCan("admin.system");
  const { data: last } = useShipSyncStatus(may);
  const sync = useAction(syncShips, {
    done: ({ count }) => ({ title: t("hangar.synced", { count }) }),
    failed: t("hangar.sync_failed"),
  });
  return { may, last, sync };
}
