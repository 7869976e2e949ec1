import { sql } from "drizzle-orm";
import type { InteractionActor } from "../../lib/actor.ts";
import type { Db } from "../../lib/db/client.ts";
import type { Found } from "../../lib/http/app.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { selectActingPeople, toFound } from "../sessions/index.ts";
import { type Control, interactions } from "./interactions.table.ts";

/** What the control of an earlier answer does, and when that was given. */
export type Pressed = { control: Control; at: string };

/**
 * The person behind a Discord account who is in the organization's server and not an inactive member, as a sign-in with
 * Discord takes them; null for everybody else. With them what their press means, which only they can use. One round trip.
 */
export async function findPerson(
  db: Db,
  { discordId, interactionId, customId }: { discordId: string; interactionId: string; customId?: string },
  language: Language,
): Promise<{ found: Found<InteractionActor> | null; pressed: Pressed | null }> {
  const [, answerId = "", place = ""] = /^(\d{1,20})\.(\d{1,3})$/.exec(customId ?? "") ?? [];
  // All organizations are listed so that SQLite finds the user by the index of organization and account.
  const isTheirs = sql`u.discord_id = ${discordId} and u.organization_id in (select id from organizations)
    and exists (select 1 from guild_members g where g.organization_id = u.organization_id
      and g.discord_id = u.discord_id and g.present = 1)
    and not exists (select 1 from members where user_id = u.id and status = 'inactive')
    order by u.organization_id limit 1`;
  const stored = sql`, (select json_object('at', created_at, 'controls', json(controls)) from ${interactions}
    where user_id = u.id and id = ${answerId}) as stored`;
  const [row] = await selectActingPeople<{ stored: string | null }>(db, isTheirs, stored);
  if (!row) return { found: null, pressed: null };
  const { actor, ...organization } = toFound(row);
  const acting: InteractionActor = { ...actor, language, kind: "interaction", interactionId };
  const { at = "", controls } = JSON.parse(row.stored ?? "{}") as {
    at?: string;
    controls?: Control[] | null;
  };
  const control = place ? controls?.[Number(place)] : undefined;
  return { found: { ...organization, actor: acting }, pressed: control ? { control, at } : null };
}
