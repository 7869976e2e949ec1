import { useEffect, useEffectEvent } from "react";
import useSWR, { mutate } from "swr";
import type { Bot, GatewayStatus } from "../../../worker/features/bots/bots.schema.ts";
import type { SyncAnswer, SyncInput } from "../../../worker/features/discord/discord.schema.ts";
import { request } from "../../lib/api.ts";
import { topicsChanged, useLiveState, watchGateway } from "../../lib/live.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";
import type { RunAction } from "./bot-state.ts";

/** Milliseconds between polls of the gateway while the page is visible. */
const GATEWAY_POLL = 5_000;

export const bots = resource<Bot>({ path: "/api/discord-bots", topics: ["bots"] });
const gatewayPath = (organizationId: number) => `/api/discord-bots/${organizationId}/gateway`;

/** The gateway's state. The request can change the bots' statuses: without a live connection their list is fetched again. */
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

/** Makes a bot the CRM bot, in place of the former one. @throws ApiError */
export async function makeCrmBot(bot: Bot): Promise<void> {
  await bots.edit(bot, { call: "/crm", body: {}, patch: {} });
  bots.refresh();
}

/** Starts, stops or restarts a bot on the gateway. @throws ApiError */
export async function runBot(bot: Bot, action: Exclude<RunAction, "sync">): Promise<Bot> {
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

/** Syncs the members of the Discord server by the running CRM bot. @throws ApiError */
export async function syncMembers(bot: Bot, body?: SyncInput): Promise<SyncAnswer> {
  const path = `/api/discord-bots/${bot.id}/command/syncmembers`;
  const answer = await request<SyncAnswer>(path, { method: "POST", body });
  topicsChanged(["members", "prospects", "discord", "activity"]);
  return answer;
}
