import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import type { MirrorState, Sent } from "./mirrors.schema.ts";

/**
 * Events shown in Discord. A row is added before its event is created there, and outlives the event here, which must still be
 * deleted there: hence no foreign key.
 */
export const eventMirrors = sqliteTable(
  "event_mirrors",
  {
    eventId: integer("event_id").primaryKey(),
    organizationId: organizationId(),
    /** Null until it is known; the event may exist already. */
    discordEventId: text("discord_event_id"),
    /** The values that Discord accepted last. */
    sent: json<Sent>("sent"),
    /** Failed calls in a row for this event, and when the next one may be made. */
    tries: integer("tries").notNull().default(0),
    nextTryAt: instant("next_try_at"),
  },
  (table) => [index("event_mirrors_of").on(table.organizationId)],
);

/** State of showing an organization's events in Discord. */
export const eventMirrorStates = sqliteTable("event_mirror_states", {
  organizationId: organizationId().primaryKey(),
  state: text("state").$type<MirrorState>().notNull(),
  since: instant("since").notNull(),
  /** Whether organizers and administrators were told of the state. */
  isTold: flag("is_told").notNull().default(false),
  /** The server of the mirrors. */
  guildId: text("guild_id").notNull(),
  /** The working process, and until when; one at a time. */
  holder: text("holder"),
  leaseUntil: instant("lease_until"),
  /** Whether another process had work meanwhile. */
  isAskedAgain: flag("is_asked_again").notNull().default(false),
  /** No calls to Discord before this time. */
  retryAt: instant("retry_at"),
  /** When interest was last read, and the last event of that reading. */
  interestReadAt: instant("interest_read_at"),
  interestReadTo: integer("interest_read_to").notNull().default(0),
});
