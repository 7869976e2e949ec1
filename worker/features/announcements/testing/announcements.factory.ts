import { openDb } from "../../../lib/db/client.ts";
import { backgroundDone, raw, settings } from "../../../testing/database.ts";
import { control, resetDiscord } from "../../../testing/discord.ts";
import type { Component, Said } from "../../../testing/discord-user.ts";
import { crmBot } from "../../discord/testing/discord.factory.ts";
import { deliverDue, deliveryOf } from "../../notices/deliver.ts";

/** Channels of the Discord that runs beside the tests. */
export const CHANNELS = {
  announcements: "1100000000000000036",
  operations: "1100000000000000037",
  contracts: "1100000000000000038",
  officers: "1100000000000000043",
} as const;
export type ChannelName = keyof typeof CHANNELS;

/** A message in Discord's answer. */
export type Message = { id: string; flags: number; edited_timestamp: string | null; components: Component[] };

/** Resets Discord to its initial data, with the CRM bot in it. */
export async function readyDiscord(): Promise<void> {
  await resetDiscord();
  await control("limit", {
    route: "/channels/:channel/messages",
    method: "POST",
    limit: 1_000,
    window: 1_000,
  });
  await control("limit/global", { limit: 10_000 });
  await crmBot();
}

/** Sets the channel of a kind, as an administrator chooses. */
export const choose = (kind: string, channel: ChannelName, language = "en", state = "ready") =>
  raw.DB.prepare(
    `insert or replace into announcement_channels (organization_id, kind, channel_id, channel_name, language, state)
     values (1, ?, ?, ?, ?, ?)`,
  )
    .bind(kind, CHANNELS[channel], channel, language, state)
    .run();

/** Messages in a channel, the oldest first. */
export const posted = (channel: ChannelName) => control<Message[]>(`messages?channel=${channel}`);
/** Deletes the messages of a channel, like a moderator. */
export async function deleteThere(channel: ChannelName): Promise<void> {
  for (const { id } of await posted(channel))
    await fetch(`${settings().DISCORD_API_URL}/channels/${CHANNELS[channel]}/messages/${id}`, {
      method: "DELETE",
      headers: { Authorization: `Bot ${raw["TEST_BOT_TOKEN"]}` },
    });
}

/** Direct messages of the bot to a user. */
export const postedTo = (userId: string) => control<Message[]>(`messages?userId=${userId}`);

/** A message in the form of an answer, to read its texts and buttons. */
export const asSaid = ({ components }: Message): Said => ({ type: 4, data: { components } });

/** Makes waiting messages due, and delivers them once. */
export async function deliver(features: Parameters<typeof deliveryOf>[0], now = true) {
  await backgroundDone();
  if (now) await raw.DB.exec("update outbox set next_try_at = '2026-01-01T00:00:00.000Z'");
  const context = {
    db: openDb(raw.DB, "first-primary").db,
    env: settings(),
    now: new Date(),
    language: "en",
  } as const;
  return deliverDue(context, 1, deliveryOf(features));
}

/** A database that fails from one of its calls on, before or after that call took effect. */
export function crashing(at: number, isAfter: boolean): { database: D1Database; calls: () => number } {
  let calls = 0;
  const during = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    calls += 1;
    if (calls > at || (calls === at && !isAfter)) throw new Error("crashed");
    const result = await work();
    if (calls === at) throw new Error("crashed");
    return result;
  };
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get: (target, name) => {
        const found = Reflect.get(target, name) as unknown;
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        if (["all", "run", "raw", "first"].includes(String(name)))
          return (...given: unknown[]) =>
            during(() => (found as (...of: unknown[]) => Promise<unknown>).apply(target, given));
        return typeof found === "function" ? found.bind(target) : found;
      },
    });
  const database = {
    prepare: (sql: string) => wrap(raw.DB.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => during(() => raw.DB.batch(statements)),
    withSession: () => database,
  } as unknown as D1Database;
  return { database, calls: () => calls };
}
