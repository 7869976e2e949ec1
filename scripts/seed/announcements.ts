import type { DatabaseSync } from "node:sqlite";
import { channelDefaults } from "../../emulators/discord/defaults.ts";

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

/** Has the demo announced in channels of the emulated Discord, and its newest contracts and next event wait to be posted. */
export function announce(file: DatabaseSync, organizationId: number, at: string): void {
  const choose = file.prepare(
    "insert into announcement_channels (organization_id, kind, channel_id, channel_name, language) values (?, ?, ?, ?, 'en')",
  );
  for (const [kind, name] of Object.entries(CHANNELS))
    choose.run(organizationId, kind, channelDefaults[name], name);
  const wait = (kind: keyof typeof CHANNELS, ids: string) =>
    file
      .prepare(
        `insert into outbox (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
         select ?1, lower(hex(randomblob(16))), 'discord', 0, ?2, ?3, json_object('id', cast(id as text)), ?4, ?4
         from (${ids})`,
      )
      .run(organizationId, channelDefaults[CHANNELS[kind]], kind, at);
  wait(
    "contract.posted",
    "select id from contracts where status in ('posted', 'open', 'active') order by id desc limit 2",
  );
  wait(
    "event.created",
    "select id from events where status = 'planned' and audience is null and starts_at > ?4 order by starts_at limit 1",
  );
}
