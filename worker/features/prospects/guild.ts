import { type SQL, sql } from "drizzle-orm";
import type { Context, SystemContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { inParts } from "../../lib/db/parts.ts";
import { setMembersInDiscord, setMembersSeen } from "../members/index.ts";
import { users } from "../users/index.ts";
import { whenMoved } from "./attached.ts";
import { insertHistories } from "./prospects.rows.ts";
import { discordActivities, prospects, REMOVED } from "./prospects.table.ts";
import { deleteOldWatches, isWatch, recordWatches, type SeenActivity } from "./watches.ts";

/** SQL: the entry of a history's `changes` for the Discord role that decided. */
const becauseOfRole = sql`json_object('discordRole', json_object('from', null, 'to', value ->> 'because'))`;

/** SQL: a person's name in Discord; a stored one that differs from Discord's at the last sync, since a user wrote it. */
const nameOf = (name: "displayName" | "username", known: SQL, isUnwritten = sql`0`) =>
  sql`iif(${known} is value ->> ${`$.before.${name}`} or ${known} is null or ${isUnwritten}, value ->> ${name}, ${known})`;

/**
 * The statements that add people of the guild, and update names and presence without a new version. A removed prospect stays
 * removed: its account is known, so that no second one is added.
 */
export function upsertGuildProspects(context: Context, people: string): Statement[] {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const at = now.toISOString();
  return [
    db.run(sql`insert into ${prospects} (organization_id, user_id, display_name, username, status, discord_id, avatar,
        discord_status, referral_source, stage_changed_at, created_at, updated_at)
      select ${organizationId}, users.id, ${nameOf("displayName", sql`known.display_name`)},
        ${nameOf("username", sql`known.username`, sql`known.username = known.display_name`)}, value ->> 'firstStatus',
        value ->> 'discordId', value ->> 'avatar', 'active', 'discord', ${at}, ${at}, ${at}
      from json_each(${people})
      cross join ${users} on users.organization_id = ${organizationId} and users.discord_id = value ->> 'discordId'
      left join ${prospects} known on known.organization_id = ${organizationId}
        and known.discord_id = value ->> 'discordId'
      where true
      on conflict (organization_id, discord_id) do update set
        user_id = coalesce(prospects.user_id, excluded.user_id), display_name = excluded.display_name,
        username = excluded.username, avatar = excluded.avatar, discord_status = 'active',
        updated_at = excluded.updated_at
      where prospects.user_id is null or prospects.display_name <> excluded.display_name
        or prospects.username <> excluded.username or prospects.avatar is not excluded.avatar
        or prospects.discord_status is not 'active'`),
    insertHistories(
      context,
      sql`prospects.id, 'discord', null, prospects.status, null, ${becauseOfRole} from json_each(${people})
        cross join ${prospects} on prospects.organization_id = ${organizationId}
          and prospects.discord_id = value ->> 'discordId' and prospects.status <> ${REMOVED}
        where value ->> 'isNew'`,
    ),
    db.run(sql`insert into ${discordActivities} (organization_id, discord_id, username, activity_type, timestamp)
      select ${organizationId}, value ->> 'discordId', value ->> 'username', kind, ${at}
      from json_each(${people}) cross join (select 'server_join' as kind, '$.isBack' as mark
        union all select 'rules_pending', '$.isScreened')
      where value ->> mark`),
  ];
}

/** The statements that move people to active whom a Discord role made members, with a history entry each. */
export function promoteByRole(context: Context, people: string): Statement[] {
  const at = context.now.toISOString();
  const promoted = sql`from json_each(${people})
    cross join ${prospects} on prospects.organization_id = ${context.actor.organizationId}
      and prospects.discord_id = value ->> 'discordId' and prospects.status = value ->> 'promotedFrom'`;
  const deadline = sql`json_object('from', prospects.deadline, 'to', null)`;
  const changes = sql`iif(prospects.deadline is null, ${becauseOfRole},
    json_set(${becauseOfRole}, '$.deadline', json(${deadline})))`;
  const entry = sql`'status', prospects.status, 'active', null, ${changes}`;
  return [
    ...whenMoved(context, sql`select prospects.id ${promoted}`, "active"),
    insertHistories(context, sql`prospects.id, ${entry} ${promoted}`),
    context.db.run(sql`update ${prospects} set status = 'active', deadline = null, stage_changed_at = ${at},
        updated_at = ${at}, version = version + 1
      where id in (select prospects.id ${promoted})`),
  ];
}

/** The statements that mark people as no longer in the server. */
export function markLeft({ db, actor, now }: Context, ids: string): Statement[] {
  const at = now.toISOString();
  const isLeaving = sql`organization_id = ${actor.organizationId} and discord_status is not 'left'
    and discord_id in (select value from json_each(${ids}))`;
  return [
    db.run(sql`insert into ${discordActivities} (organization_id, discord_id, username, activity_type, timestamp)
      select organization_id, discord_id, username, 'server_leave', ${at} from ${prospects} where ${isLeaving}`),
    db.run(sql`update ${prospects} set discord_status = 'left', updated_at = ${at} where ${isLeaving}`),
  ];
}

/** Whether an activity shows that the person is present. */
const isPresent = ({ type, details }: SeenActivity) =>
  type === "voice_join" ||
  type === "voice_move" ||
  type === "voice_present" ||
  (type === "presence" && ["online", "idle", "dnd"].includes(details ?? ""));

const isMembership = ({ type }: SeenActivity) => type === "server_join" || type === "server_leave";
const personOf = ({ organizationId, discordId }: SeenActivity) => `${organizationId} ${discordId}`;

/** Most activities that are kept of each person, the newest. */
const ACTIVITIES_KEPT = 200;

/** Omits presences that repeat the person's last one; `isFirst` marks those to compare with the stored one. */
function withoutRepeats(activities: readonly SeenActivity[]) {
  const presences = new Map<string, string | null>();
  return activities.flatMap((each) => {
    const person = personOf(each);
    if (each.type !== "presence") return { ...each, isFirst: false };
    const isFirst = !presences.has(person);
    if (presences.get(person) === each.details) return [];
    presences.set(person, each.details);
    return { ...each, isFirst };
  });
}

/** The last activity of each person. */
const lastOfEach = (activities: readonly SeenActivity[]): SeenActivity[] =>
  [...Map.groupBy(activities, personOf).values()].map((ofOne) =>
    ofOne.reduce((last, each) => (last.timestamp <= each.timestamp ? each : last)),
  );

/** The statements that record a bot's activities of people, and then the time that it watched. */
export const recordActivities = (
  context: Pick<SystemContext, "db" | "now">,
  activities: readonly SeenActivity[],
): Statement[] => [
  ...recordOfPeople(
    context,
    activities.filter((each) => !isWatch(each)),
  ),
  ...recordWatches(context, activities),
];

/**
 * The statements that record activities of prospects: what they did, when they were last present, whether they are in the
 * server. Skips a join or leave that a sync has recorded, and a presence equal to the last one. Keeps the newest
 * ACTIVITIES_KEPT of each person.
 */
const recordOfPeople = (
  { db, now }: Pick<SystemContext, "db" | "now">,
  activities: readonly SeenActivity[],
): Statement[] =>
  inParts(activities).flatMap((part) => {
    const memberships = part.filter(isMembership);
    const byPerson = Map.groupBy(memberships, personOf);
    const isOnly = (each: SeenActivity) => isMembership(each) && byPerson.get(personOf(each))?.length === 1;
    const items = withoutRepeats(part).map((each) => ({ ...each, isOnly: isOnly(each) }));
    const people = lastOfEach(part).map(({ organizationId, discordId }) => ({ organizationId, discordId }));
    const seen = lastOfEach(part.filter(isPresent));
    const states = lastOfEach(memberships).map((each) => ({
      ...each,
      inDiscord: each.type === "server_join",
    }));
    const isTheirs = sql`prospects.status <> ${REMOVED} and prospects.organization_id = s.value ->> 'organizationId'
      and prospects.discord_id = s.value ->> 'discordId'`;
    const statusAfter = sql`iif(s.value ->> 'type' = 'server_join', 'active', 'left')`;
    return [
      db.run(sql`insert into ${discordActivities} (organization_id, discord_id, username, activity_type, details, timestamp)
        select prospects.organization_id, prospects.discord_id,
          coalesce(nullif(s.value ->> 'username', ''), prospects.username),
          s.value ->> 'type', s.value ->> 'details', s.value ->> 'timestamp'
        from json_each(${JSON.stringify(items)}) s cross join ${prospects} on ${isTheirs}
        where (not s.value ->> 'isOnly' or prospects.discord_status is not ${statusAfter})
          and (not s.value ->> 'isFirst' or s.value ->> 'details' is not (
            select before.details from ${discordActivities} before
            where before.organization_id = prospects.organization_id and before.discord_id = prospects.discord_id
              and before.activity_type = 'presence' order by before.timestamp desc, before.id desc limit 1))`),
      db.run(sql`delete from ${discordActivities} where id in (
        select old.id from json_each(${JSON.stringify(people)}) s
        cross join ${discordActivities} old on old.organization_id = s.value ->> 'organizationId'
          and old.discord_id = s.value ->> 'discordId'
          and (old.timestamp, old.id) < (select timestamp, id from ${discordActivities}
            where organization_id = s.value ->> 'organizationId' and discord_id = s.value ->> 'discordId'
            order by timestamp desc, id desc limit 1 offset ${ACTIVITIES_KEPT - 1}))`),
      db.run(sql`update ${prospects} set discord_last_seen = s.value ->> 'timestamp'
        from json_each(${JSON.stringify(seen)}) s
        where ${isTheirs} and coalesce(discord_last_seen, '') < s.value ->> 'timestamp'`),
      setMembersSeen(db, seen),
      db.run(sql`update ${prospects} set discord_status = ${statusAfter}, updated_at = ${now.toISOString()}
        from json_each(${JSON.stringify(states)}) s where ${isTheirs} and discord_status is not ${statusAfter}`),
      setMembersInDiscord(db, states),
    ];
  });

/** Days for which activities are kept. */
const DAYS_KEPT = 90;

/**
 * The statements that delete activities and watches older than DAYS_KEPT. The first needs no index of times: reports contain
 * nothing older than a day, so none of these comes after the first one that is a day younger.
 */
export const deleteOldActivities = (db: Db, now: Date): Statement[] => [
  db.run(sql`delete from ${discordActivities} where timestamp < ${hoursFrom(now, -24 * DAYS_KEPT)}
    and id < coalesce((select id from ${discordActivities} where timestamp >= ${hoursFrom(now, -24 * (DAYS_KEPT - 1))}
      order by id limit 1), ${Number.MAX_SAFE_INTEGER})`),
  deleteOldWatches(db, now, DAYS_KEPT),
];
