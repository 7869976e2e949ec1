import { useEffect, useRef } from "react";
import useSWR, { mutate } from "swr";
import type {
  Bot,
  CreateBotInput,
  GatewayStatus,
  UpdateBotInput,
} from "../../../worker/features/bots/bots.schema.ts";
import type { SyncAnswer } from "../../../worker/features/discord/discord.schema.ts";
import { ApiError, request } from "../../lib/api.ts";
import { useLiveState, usePolling, watchGateway } from "../../lib/live.ts";
import { useUser } from "../../lib/session.tsx";

const botsKey = (organizationId: number) => `/api/discord-bots/${organizationId}`;

/** How often the gateway is asked while the page is visible, in milliseconds. */
const GATEWAY_POLL = 5_000;

/** The organization's bots, kept fresh. */
export function useBots() {
  const organizationId = useUser().user?.organizationId;
  return useSWR<Bot[]>(organizationId ? botsKey(organizationId) : null, usePolling(["bots"], 30_000));
}

/**
 * How the gateway is. Asking also makes the server compare the statuses of the bots with it, so that the list
 * is fetched again afterwards where nothing else tells of changes.
 */
export function useGateway() {
  const organizationId = useUser().user?.organizationId;
  const isTold = useLiveState() === "open";
  const gateway = useSWR<GatewayStatus>(organizationId ? `${botsKey(organizationId)}/gateway` : null, {
    refreshInterval: isTold ? 0 : GATEWAY_POLL,
    onSuccess: () => {
      if (!isTold && organizationId) void mutate(botsKey(organizationId));
    },
  });
  const { data, mutate: again } = gateway;
  const known = useRef(data?.pulse);
  known.current = data?.pulse;
  useEffect(() => {
    if (!isTold) return;
    return watchGateway(GATEWAY_POLL, (pulse) => {
      if (pulse !== known.current) void again();
    });
  }, [isTold, again]);
  return gateway;
}

const replaced = (bots: Bot[] | undefined, bot: Bot): Bot[] =>
  bots?.some(({ id }) => id === bot.id)
    ? bots.map((each) => (each.id === bot.id ? bot : each))
    : [...(bots ?? []), bot];

function refreshDashboard(): void {
  void mutate((key) => typeof key === "string" && /^\/api\/(dashboard\/stats|activities)\//.test(key));
}

async function show(bot: Bot): Promise<Bot> {
  await mutate<Bot[]>(botsKey(bot.organizationId), (bots) => replaced(bots, bot), { revalidate: true });
  refreshDashboard();
  return bot;
}

/** After a refusal: what is on screen may no longer be so. */
function refresh(bot: Bot): void {
  void mutate(botsKey(bot.organizationId));
  void mutate(`${botsKey(bot.organizationId)}/gateway`);
}

async function change(bot: Bot, path: string, method: "POST" | "PATCH", body?: unknown): Promise<Bot> {
  try {
    return await show(await request<Bot>(`/api/discord-bots/${bot.id}${path}`, { method, body }));
  } catch (error) {
    refresh(bot);
    throw error;
  }
}

/** Adds a bot and shows it. @throws ApiError */
export async function createBot(input: CreateBotInput): Promise<Bot> {
  return show(await request<Bot>("/api/discord-bots", { method: "POST", body: input }));
}

/** Changes name, description or client id. @throws ApiError stale_version with the bot as `current` */
export function updateBot(bot: Bot, input: UpdateBotInput): Promise<Bot> {
  return change(bot, "", "PATCH", input);
}

/** Asks the gateway, through the server, to start, stop or restart a bot. @throws ApiError */
export function runBot(bot: Bot, action: "start" | "stop" | "restart"): Promise<Bot> {
  return change(bot, `/${action}`, "POST");
}

/** Has the running CRM bot read the members of the Discord server. @throws ApiError */
export async function syncMembers(bot: Bot): Promise<SyncAnswer> {
  const answer = await request<SyncAnswer>(`/api/discord-bots/${bot.id}/command/syncmembers`, {
    method: "POST",
  });
  void mutate(
    (key) => typeof key === "string" && /^\/api\/(prospects|members|dashboard|discord)\//.test(key),
  );
  return answer;
}

/** Deletes a bot with its files and log. @throws ApiError */
export async function deleteBot(bot: Bot): Promise<void> {
  await request(`/api/discord-bots/${bot.id}`, { method: "DELETE" });
  await mutate<Bot[]>(botsKey(bot.organizationId), (bots) => bots?.filter(({ id }) => id !== bot.id));
  refreshDashboard();
}

/** Switches auto-start; shown at once, and taken back when it fails. @throws ApiError */
export async function setAutoStart(bot: Bot, autoStart: boolean): Promise<void> {
  const key = botsKey(bot.organizationId);
  const body = { autoStart, version: bot.version };
  try {
    await mutate<Bot[]>(
      key,
      async (bots) =>
        replaced(
          bots,
          await request<Bot>(`/api/discord-bots/${bot.id}/auto-start`, { method: "PATCH", body }),
        ),
      {
        optimisticData: (bots) => replaced(bots, { ...bot, autoStart }),
        rollbackOnError: true,
        revalidate: false,
      },
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) refresh(bot);
    throw error;
  }
}

/** Puts another token in the place of a bot's own. @throws ApiError */
export function setToken(bot: Bot, token: string): Promise<Bot> {
  return change(bot, "/token", "PATCH", { token, version: bot.version });
}

/** Puts another invite link in the place of a bot's own. @throws ApiError */
export function setInviteUrl(bot: Bot, inviteUrl: string): Promise<Bot> {
  return change(bot, "/invite-url", "PATCH", { inviteUrl, version: bot.version });
}
