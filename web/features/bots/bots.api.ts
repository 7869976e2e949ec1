import useSWR, { mutate } from "swr";
import type { Bot, CreateBotInput } from "../../../worker/features/bots/bots.schema.ts";
import { ApiError, request } from "../../lib/api.ts";
import { useUser } from "../../lib/session.tsx";

const botsKey = (organizationId: number) => `/api/discord-bots/${organizationId}`;

/** The organization's bots, kept fresh every 30 seconds. */
export function useBots() {
  const organizationId = useUser().user?.organizationId;
  return useSWR<Bot[]>(organizationId ? botsKey(organizationId) : null, { refreshInterval: 30_000 });
}

async function show(bot: Bot): Promise<void> {
  await mutate<Bot[]>(
    botsKey(bot.organizationId),
    (bots = []) =>
      bots.some((each) => each.id === bot.id)
        ? bots.map((each) => (each.id === bot.id ? bot : each))
        : [...bots, bot],
    { revalidate: true },
  );
  void mutate((key) => typeof key === "string" && /^\/api\/(dashboard\/stats|activities)\//.test(key));
}

/** Adds a bot and shows it. @throws ApiError */
export async function createBot(input: CreateBotInput): Promise<Bot> {
  const bot = await request<Bot>("/api/discord-bots", { method: "POST", body: input });
  await show(bot);
  return bot;
}

/**
 * Puts another token in the place of a bot's own.
 * @throws ApiError; when somebody else changed the bot meanwhile, it is shown as it is now and can be tried again
 */
export async function replaceToken(bot: Bot, token: string): Promise<void> {
  try {
    const body = { token, version: bot.version };
    await show(await request<Bot>(`/api/discord-bots/${bot.id}/token`, { method: "PATCH", body }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) void mutate(botsKey(bot.organizationId));
    throw error;
  }
}
