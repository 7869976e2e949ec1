import type { DatabaseSync } from "node:sqlite";
import { emulatorSecret } from "../lib/emulator.ts";

const CHANNELS = {
  "contract.posted": "contracts",
  "contract.accepted": "contracts",
  "event.created": "operations",
  "event.moved": "operations",
  "event.cancelled": "operations",
  "event.starting": "operations",
  "wish.completed": "announcements",
  "prospect.assigned": "officers",
} as const;

/** The ids of the emulated Discord's channels by name. */
export async function readChannels(emulator: string): Promise<Map<string, string>> {
  const headers = { "X-Control-Secret": emulatorSecret };
  const response = await fetch(`${emulator}/__control/state`, { headers });
  const { channels } = (await response.json()) as { channels: { id: string; name: string }[] };
  return new Map(channels.map(({ id, name }) => [name, id]));
}

/** Has the demo announced in Discord, and its newest contracts and next event wait to be posted. */
export function announce(
  file: DatabaseSync,
  organizationId: number,
  at: string,
  channels: ReadonlyMap<string, string>,
): void {
  const choose = file.prepare(
    "insert into announcement_channels (organization_id, kind, channel_id, channel_name, language) values (?, ?, ?, ?, 'en')",
  );
  const idOf = (kind: keyof typeof CHANNELS) => channels.get(CHANNELS[kind]) ?? "";
  for (const [kind, name] of Object.entries(CHANNELS))
    choose.run(organizationId, kind, idOf(kind as keyof typeof CHANNELS), name);
  const wait = (kind: keyof typeof CHANNELS, ids: string) =>
    file
      .prepare(
        `insert into outbox (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
         select ?1, lower(hex(randomblob(16))), 'discord', 0, ?2, ?3, json_object('id', cast(id as text)), ?4, ?4
         from (${ids})`,
      )
      .run(organizationId, idOf(kind), kind, at);
  wait(
    "contract.posted",
    "select id from contracts where status in ('posted', 'open', 'active') order by id desc limit 2",
  );
  wait(
    "event.created",
    "select id from events where status = 'planned' and audience is null and starts_at > ?4 order by starts_at limit 1",
  );
}
