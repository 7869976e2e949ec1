import { useState } from "react";
import useSWR from "swr";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import type { HangarPrivacy, HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import type { ShipSyncStatus } from "../../../worker/features/ships/ships.schema.ts";
import { request } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { syncShips } from "../ships/index.ts";

const shipsPath = (userId: number) => `/api/uex/user/${userId}/ships`;
const privacyPath = (userId: number) => `/api/uex/user/${userId}/privacy`;

/** What the page shows first and can be asked for early. */
export const firstPaths = ({ id }: CurrentUser) => [shipsPath(id), privacyPath(id)];

/** The entries of a user's hangar, which are addressed by their ships. */
const makeHangar = (userId: number) =>
  resource<HangarShip>({
    path: shipsPath(userId),
    listPath: () => shipsPath(userId),
    addressOf: ({ ship }) => ship.id,
    topics: ["hangars", "ships"],
  });

const hangars = new Map<number, ReturnType<typeof makeHangar>>();

/** The signed-in user's own hangar. */
export function useHangar() {
  const { user } = useUser();
  const id = user?.id ?? 0;
  const hangar = hangars.get(id) ?? makeHangar(id);
  hangars.set(id, hangar);
  return hangar;
}

/** Whether the fleet leaves the user's hangar out, and the way to change that. */
export function usePrivacy() {
  const t = useT();
  const { user } = useUser();
  const path = privacyPath(user?.id ?? 0);
  const { data, mutate } = useSWR<HangarPrivacy>(user ? path : null, usePolling(["hangars"], POLL));
  const [isSaving, setIsSaving] = useState(false);
  const change = async (isHidden: boolean) => {
    setIsSaving(true);
    try {
      await mutate(request<HangarPrivacy>(path, { method: "PATCH", body: { isHidden } }), {
        optimisticData: { isHidden },
        revalidate: false,
      });
    } catch (error) {
      tellFailure(error, { title: t("hangar.privacy_failed") });
    } finally {
      setIsSaving(false);
    }
  };
  return { isHidden: data?.isHidden ?? null, isSaving, change };
}

/** The reading of the catalogue of ships from its provider: how the last one ended, and the way to start one. */
export function useShipSync() {
  const t = useT();
  const may = useCan("admin.system");
  const { data: last } = useSWR<ShipSyncStatus | null>(
    may ? "/api/uex/sync-status" : null,
    usePolling(["ship_sync"], POLL),
  );
  const [isRunning, setIsRunning] = useState(false);
  const start = async () => {
    setIsRunning(true);
    try {
      const { count } = await syncShips();
      toast({ title: t("hangar.synced", { count }) });
    } catch (error) {
      tellFailure(error, { title: t("hangar.sync_failed") });
    } finally {
      setIsRunning(false);
    }
  };
  return { may, last, isRunning, start };
}
