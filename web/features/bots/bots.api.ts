import { useEffect, useEffectEvent } from "react";
import useSWR, { mutate } from "swr";
import type { Bot, GatewayStatus } from "../../../worker/features/bots/bots.schema.ts";
import type { SyncAnswer } from "../../../worker/features/discord/discord.schema.ts";
import { request } from "../../lib/api.ts";
import { topicsChanged, useLiveState, watchGateway } from "../../lib/live.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";

/** How often the gateway is asked while the page is visible, in milliseconds. */
const GATEWAY_POLL = 5_000;

/** The bots. */
export const bots = resource<Bot>({
  path: "/api/discord-bots",
  topics: ["bots"],
});

const gatewayPath = (organizationId: number) => `/api/discord-bots/${organizationId}/gateway`;

/**
 * How the gateway is. Asking also makes the server compare the statuses of the bots with it, so that the list
 * is fetched again afterwards where nothing else tells of changes.
 */
export function useGateway() {
  const organizationId = useUser().user?.organizationId;
  const isTold = useLiveState() === "open";
  const gateway = useSWR<GatewayStatus>(organizationId ? gatewayPath(organizationId) : null, {
    refreshInterval: isTold ? 0 : GATEWAY_POLL,
    onSuccess: () => {
      if (!isTold && organizationId) void mutate(bots.pathOf(organizationId));
    },
  });
  const { data, mutate: again } = gateway;
  const hear = useEffectEvent((pulse: string) => {
    if (pulse !== data?.pulse) void again();
  });
  useEffect(() => (isTold ? watchGateway(GATEWAY_POLL, hear) : undefined), [isTold]);
  return gateway;
}

/** Makes a bot the CRM bot in the place of the one that is it. @throws ApiError */
export async function makeCrmBot(bot: Bot): Promise<void> {
  await bots.edit(bot, { call: "/crm", body: {}, patch: {} });
  bots.refresh();
}

/** Asks the gateway, through the server, to start, stop or restart a bot. @throws ApiError */
export async function runBot(bot: Bot, action: "start" | "stop" | "restart"): Promise<Bot> {
  try {
    const answer = await request<Bot>(`/api/discord-bots/${bot.id}/${action}`, { method: "POST" });
    await bots.show(answer);
    return answer;
  } catch (error) {
    void mutate(gatewayPath(bot.organizationId));
    throw error;
  } finally {
    bots.refresh();
  }
}

/** Has the running CRM bot read the members of the Discord server. @throws ApiError */
export async function syncMembers(bot: Bot): Promise<SyncAnswer> {
  const answer = await request<SyncAnswer>(`/api/discord-bots/${bot.id}/command/syncmembers`, {
    method: "POST",
  });
  topicsChanged(["members", "prospects", "discord", "activity"]);
  return answer;
}
