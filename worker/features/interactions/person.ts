import { sql } from "drizzle-orm";
import type { InteractionActor } from "../../lib/actor.ts";
import { fixedQuery } from "../../lib/db/fixed.ts";
import type { ActorQuery } from "../../lib/http/actor-cache.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { type ActingRow, actingPeople, toFound } from "../sessions/index.ts";
import { type Control, interactions } from "./interactions.table.ts";

/** The action of a control of an earlier answer, and the time of that answer. */
export type Pressed = { control: Control; at: string };

const PLACES = { discordId: sql.placeholder("discordId"), answerId: sql.placeholder("answerId") };

type Row = ActingRow & { stored: string | null };

const personQuery = fixedQuery<Row>(() =>
  actingPeople(
    // Lists all organizations so that SQLite uses the index of organization and account.
    sql`u.discord_id = ${PLACES.discordId} and u.organization_id in (select id from organizations)
    and exists (select 1 from guild_members g where g.organization_id = u.organization_id
      and g.discord_id = u.discord_id and g.present = 1)
    and not exists (select 1 from members where user_id = u.id and status = 'inactive')
    order by u.organization_id limit 1`,
    sql`, (select json_object('at', created_at, 'controls', json(controls)) from ${interactions}
    where user_id = u.id and id = ${PLACES.answerId}) as stored`,
  ),
);

/**
 * The query for the user of a Discord account who is in the organization's server and not an inactive member, under the rules of a
 * sign-in with Discord; nobody otherwise.
 * @param onPress is called with the action of their press, which only they can use
 */
export function queryPerson(
  { discordId, interactionId, customId }: { discordId: string; interactionId: string; customId?: string },
  language: Language,
  onPress: (pressed: Pressed) => void,
): ActorQuery {
  const [, answerId = "", place = ""] = /^(\d{1,20})\.(\d{1,3})$/.exec(customId ?? "") ?? [];
  const query: ActorQuery<Row> = {
    key: `discord ${discordId}`,
    ignored: ["stored"],
    statement: personQuery({ discordId, answerId }),
    toFound(row) {
      const { actor, ...organization } = toFound(row);
      return { ...organization, actor: { ...actor, kind: "interaction", interactionId } };
    },
    adapt: ({ actor, ...organization }) => ({
      ...organization,
      actor: { ...actor, language, kind: "interaction", interactionId } as InteractionActor,
    }),
    onRow({ stored }) {
      const { at = "", controls } = JSON.parse(stored ?? "{}") as {
        at?: string;
        controls?: Control[] | null;
      };
      const control = place ? controls?.[Number(place)] : undefined;
      if (control) onPress({ control, at });
    },
  };
  return query as unknown as ActorQuery;
}
