import { sql } from "drizzle-orm";
import type { InteractionActor } from "../../lib/actor.ts";
import type { Db } from "../../lib/db/client.ts";
import type { Found } from "../../lib/http/app.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { selectActingPeople, toFound } from "../sessions/index.ts";
import { type Control, interactions } from "./interactions.table.ts";

/** The action of a control of an earlier answer, and the time of that answer. */
export type Pressed = { control: Control; at: string };

/**
 * The user of a Discord account who is in the organization's server and not an inactive member, under the rules of a sign-in
 * with Discord; null otherwise. Together with the action of their press, which only they can use. One round trip.
 */
export async function findPerson(
  db: Db,
  { discordId, interactionId, customId }: { discordId: string; interactionId: string; customId?: string },
  language: Language,
): Promise<{ found: Found<InteractionActor> | null; pressed: Pressed | null }> {
  const [, answerId = "", place = ""] = /^(\d{1,20})\.(\d{1,3})$/.exec(customId ?? "") ?? [];
  // Lists all organizations so that SQLite uses the index of organization and account.
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
