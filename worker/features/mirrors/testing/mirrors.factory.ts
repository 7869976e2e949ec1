import { openDb } from "../../../lib/db/client.ts";
import { backgroundDone, raw, settings } from "../../../testing/database.ts";
import { control } from "../../../testing/discord.ts";
import type { Caller } from "../../../testing/world.ts";
import type { Event } from "../../events/events.schema.ts";
import { terms } from "../../events/testing/events.factory.ts";
import { mirrorByJob } from "../mirror.ts";

/** An event in Discord's server with its interested users. */
export type There = {
  event: {
    id: string;
    name: string;
    description: string;
    status: number;
    scheduled_start_time: string;
    scheduled_end_time: string;
    entity_metadata: { location: string };
  };
  interested: string[];
};

/** The events in Discord's server, including cancelled ones, by their start. */
export const there = async (): Promise<There[]> =>
  (await control<There[]>("scheduled-events")).sort((a, b) =>
    a.event.scheduled_start_time.localeCompare(b.event.scheduled_start_time),
  );

export const namesThere = async () => (await there()).map(({ event }) => event.name);

/** Plans an event to show in Discord, by a request of a user, and waits for the attempt. */
export async function plan(caller: Caller, more: Record<string, unknown> = {}): Promise<Event> {
  const event = await caller.ok<Event>("POST", "/api/events", terms({ isMirrored: true, ...more }));
  await backgroundDone();
  return event;
}

export async function edit(caller: Caller, { id }: Pick<Event, "id">, change: object): Promise<Event> {
  const event = await caller.ok<Event>("PATCH", `/api/events/${id}`, change);
  await backgroundDone();
  return event;
}

/** Runs the hourly job for organization 1. */
export const hourly = (database: D1Database = raw.DB, env = settings()) =>
  mirrorByJob({ db: openDb(database, undefined).db, env, now: new Date(), language: "en" }, 1);

/** Ends the pauses after failures, and the one between two readings of interest. */
export async function pausesPass(): Promise<void> {
  await raw.DB.exec("update event_mirror_states set retry_at = null, interest_read_at = null");
  await raw.DB.exec("update event_mirrors set next_try_at = null");
}

/** Calls to Discord about events since the log was cleared. */
export async function calls(method?: string): Promise<string[]> {
  const all = await control<{ method: string; path: string }[]>("requests?path=/scheduled-events");
  return all
    .filter((each) => method === undefined || each.method === method)
    .map((each) =>
      `${each.method} ${each.path.replace(/^.*scheduled-events/, "").replace(/\d+/, ":id")}`.trim(),
    );
}
