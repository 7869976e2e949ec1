import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Context, UserContext } from "../../../lib/context.ts";
import { errors } from "../../../lib/errors.ts";
import { guard } from "../../../lib/guard.ts";
import { record } from "../../../lib/record.ts";
import { bots, openBotToken } from "../../bots/index.ts";
import { roles } from "../../members/index.ts";
import { readGuild } from "../client.ts";
import { discordErrors } from "../discord.errors.ts";
import { discordMappingSets, discordRoleMappings, retiredMappings } from "../discord.table.ts";
import { discordAudit } from "../discord.texts.ts";
import { rolesByRank } from "./discord-roles.ts";
import {
  type PriorityInput,
  type RoleMapping,
  type RoleMappingInput,
  type RoleSync,
  roleSync,
} from "./roles.schema.ts";

const NAMES = { en: "The role mappings", da: "Rolletilknytningerne" } as const;

/** The mappings as JSON, the one that decides first first. */
const MAPPINGS = sql<string>`(select json_group_array(json_object('id', id, 'roleId', role_id,
    'discordRoleId', discord_role_id, 'discordRoleName', discord_role_name, 'priority', priority,
    'organizationId', organization_id, 'givesInDiscord', gives_in_discord))
  from (select m.* from discord_role_mappings m join roles r on r.id = m.role_id
    where m.organization_id = discord_mapping_sets.id
    order by m.priority desc, r.priority desc, m.discord_role_id))`;

/** The roles as JSON, highest first, with the number of active members who hold each. */
const ROLES = sql<string>`(select json_group_array(json_object('id', id, 'key', key, 'name', name,
    'priority', priority, 'people', people))
  from (select r.*, (select coalesce(sum(count), 0) from member_totals t
      where t.organization_id = r.organization_id and t.role_id = r.id and t.status = 'active') as people
    from roles r where r.organization_id = discord_mapping_sets.id order by r.priority desc, r.id))`;

const LAST = sql<string | null>`(select json_object('finishedAt', finished_at, 'roleChanges', role_changes,
    'cleaned', cleaned, 'held', held)
  from sync_runs where organization_id = discord_mapping_sets.id and status = 'completed' order by id desc limit 1)`;

const WAITING = sql<string>`(select json_object('people', count(*), 'lacks',
    json_group_array(distinct problem) filter (where problem is not null))
  from discord_wishes where organization_id = discord_mapping_sets.id)`;

function selectSets({ db, actor, language }: Context, which: SQL) {
  const { id, version } = discordMappingSets;
  return db
    .select({
      id,
      version,
      name: sql<string>`${NAMES[language]}`.as("name"),
      mappings: MAPPINGS.as("mappings"),
      roles: ROLES.as("roles"),
      last: LAST.as("last"),
      waiting: WAITING.as("waiting"),
      botId: sql<number | null>`${bots.id}`.as("bot_id"),
      token: bots.token,
    })
    .from(discordMappingSets)
    .leftJoin(bots, and(eq(bots.organizationId, id), eq(bots.isCrmBot, true)))
    .where(and(which, eq(id, actor.organizationId)));
}
type SetRow = Awaited<ReturnType<typeof selectSets>>[number];

type StoredMapping = Omit<RoleMapping, "givesInDiscord"> & { givesInDiscord: 0 | 1 };

const mappingsOf = ({ mappings }: SetRow): RoleMapping[] =>
  (JSON.parse(mappings) as StoredMapping[]).map((each) => ({
    ...each,
    givesInDiscord: each.givesInDiscord === 1,
  }));
const rolesOf = ({ roles }: SetRow) => JSON.parse(roles) as RoleSync["roles"];

const mappingSet = record({
  table: discordMappingSets,
  select: selectSets,
  answers: roleSync,
  present: (row): RoleSync => ({
    id: row.id,
    version: row.version,
    mappings: mappingsOf(row),
    roles: rolesOf(row),
    last: row.last === null ? null : (JSON.parse(row.last) as RoleSync["last"]),
    waiting: JSON.parse(row.waiting) as RoleSync["waiting"],
  }),
  nameOf: ({ name }) => name,
  audit: discordAudit,
});

/** The organization's mappings. @param roleId a role that has to be there @throws AppError not_found */
export async function getRoleSync(context: UserContext, roleId?: number): Promise<RoleSync> {
  const found = await mappingSet.get(context, context.actor.organizationId);
  if (roleId !== undefined && !found.roles.some(({ id }) => id === roleId)) throw errors.not_found();
  return found;
}

/** Names as an audit entry keeps them. */
const named = (names: readonly string[]) => names.map((name) => `@${name}`).join(", ") || "–";

type Mapped = { name: string; gives: boolean };

/** The audit entries of a change of a role's mappings: which Discord roles give it, and which of them it gives. */
function recorded(
  { id, name }: RoleSync["roles"][number],
  before: readonly Mapped[],
  after: readonly Mapped[],
) {
  const entry = (action: "discord.mapped" | "discord.gives", isNamed: (each: Mapped) => boolean) => {
    const [from, to] = [before, after].map((of) => named(of.filter(isNamed).map((each) => each.name)));
    return from === to ? [] : [{ action, entity: { id, name }, details: { from: from ?? "", to: to ?? "" } }];
  };
  return [...entry("discord.mapped", () => true), ...entry("discord.gives", ({ gives }) => gives)];
}

/** Names of Discord roles by their ids, as Discord has them now. @throws AppError discord_role_unknown */
async function readNames({ env }: Context, { botId, token }: SetRow, ids: readonly string[]) {
  const opened = botId === null ? null : await openBotToken(env, { id: botId, token });
  if (opened === null) throw discordErrors.crm_bot_not_found();
  const live = new Map(rolesByRank(await readGuild(env, opened)).map(({ id, name }) => [id, name]));
  return ids.map((id) => {
    const name = live.get(id);
    if (name === undefined) throw discordErrors.discord_role_unknown();
    return { id, name };
  });
}

/**
 * Says which Discord roles give a role of ours; Discord is asked only for the names of new ones. Answers all mappings.
 * @throws AppError not_found, stale_version, administrator_not_mapped, discord_role_taken, discord_role_unknown,
 * crm_bot_not_found, and the sync_… codes for what Discord did
 */
export const mapRole = (context: UserContext, roleId: number, input: RoleMappingInput): Promise<RoleSync> => {
  const { db, actor, now } = context;
  const { organizationId, name: by } = actor;
  const wanted = [...new Set(input.discordRoleIds)];
  return mappingSet.edit(context, organizationId, input.version, async (row) => {
    const all = mappingsOf(row);
    const nameOfRole = new Map(rolesOf(row).map((each) => [each.id, each]));
    const role = nameOfRole.get(roleId);
    if (!role) throw errors.not_found();
    if (role.key === "administrator") throw discordErrors.administrator_not_mapped();
    const taken = all.find((each) => each.roleId !== roleId && wanted.includes(each.discordRoleId));
    if (taken) {
      const other = nameOfRole.get(taken.roleId)?.name ?? "";
      throw discordErrors.discord_role_taken({ discordRole: taken.discordRoleName, role: other });
    }
    const before = all.filter((each) => each.roleId === roleId);
    const gives = (id: string, now = false) => input.givesInDiscord?.includes(id) ?? now;
    const removed = before.filter(({ discordRoleId }) => !wanted.includes(discordRoleId));
    const switched = before.filter(
      (each) =>
        !removed.includes(each) && gives(each.discordRoleId, each.givesInDiscord) !== each.givesInDiscord,
    );
    const isNew = (id: string) => !before.some(({ discordRoleId }) => discordRoleId === id);
    const newIds = wanted.filter(isNew);
    if (removed.length + switched.length + newIds.length === 0) return null;
    const added = newIds.length ? await readNames(context, row, newIds) : [];
    const priority = before[0]?.priority ?? role.priority;
    const kept = before.filter((each) => !removed.includes(each));
    const values = added.map((each) => ({ ...each, gives: Number(gives(each.id)) }));
    return {
      set: {},
      require: [
        guard(
          sql`exists (select 1 from ${roles} where id = ${roleId} and organization_id = ${organizationId})`,
          errors.not_found(),
        ),
      ],
      audit: recorded(
        role,
        before.map((each) => ({ name: each.discordRoleName, gives: each.givesInDiscord })),
        [
          ...kept.map((each) => ({
            name: each.discordRoleName,
            gives: gives(each.discordRoleId, each.givesInDiscord),
          })),
          ...values.map((each) => ({ name: each.name, gives: each.gives === 1 })),
        ],
      ),
      also: [
        ...(removed.length
          ? [
              db.run(sql`insert into ${retiredMappings} (organization_id, discord_role_id, role_id, discord_role_name,
                  gives_in_discord, retired_by, retired_at)
                select organization_id, discord_role_id, role_id, discord_role_name, gives_in_discord, ${by},
                  ${now.toISOString()}
                from ${discordRoleMappings} where id in (select value from json_each(${idsOf(removed)}))
                on conflict do update set retired_by = excluded.retired_by, retired_at = excluded.retired_at,
                  gives_in_discord = max(gives_in_discord, excluded.gives_in_discord)`),
              db.run(sql`delete from ${discordRoleMappings}
                where id in (select value from json_each(${idsOf(removed)}))`),
            ]
          : []),
        ...(switched.length
          ? [
              db.run(sql`update ${discordRoleMappings} set gives_in_discord = 1 - gives_in_discord
                where id in (select value from json_each(${idsOf(switched)}))`),
            ]
          : []),
        ...(values.length
          ? [
              db.run(sql`insert into ${discordRoleMappings} (organization_id, role_id, discord_role_id,
                  discord_role_name, priority, gives_in_discord)
                select ${organizationId}, ${roleId}, value ->> 'id', value ->> 'name', ${priority}, value ->> 'gives'
                from json_each(${JSON.stringify(values)})`),
            ]
          : []),
      ],
    };
  });
};

const idsOf = (mappings: readonly RoleMapping[]) => JSON.stringify(mappings.map(({ id }) => id));

/**
 * Gives mappings other priorities. Answers all mappings.
 * @throws AppError stale_version, and not_found for a mapping that is none of the organization's
 */
export const orderMappings = (
  context: UserContext,
  { mappings, version }: PriorityInput,
): Promise<RoleSync> =>
  mappingSet.edit(context, context.actor.organizationId, version, (row) => {
    const before = mappingsOf(row);
    const wanted = new Map(mappings.map(({ id, priority }) => [id, priority]));
    if (mappings.some(({ id }) => !before.some((each) => each.id === id))) throw errors.not_found();
    const changed = mappings.filter(({ id, priority }) =>
      before.some((each) => each.id === id && each.priority !== priority),
    );
    if (changed.length === 0) return null;
    const priorityOf = ({ id, priority }: RoleMapping) => wanted.get(id) ?? priority;
    const after = before.toSorted((a, b) => priorityOf(b) - priorityOf(a));
    const { db } = context;
    return {
      set: {},
      audit: [
        {
          action: "discord.ordered",
          details: {
            from: named(before.map((each) => each.discordRoleName)),
            to: named(after.map((each) => each.discordRoleName)),
          },
        },
      ],
      also: [
        db.run(sql`update ${discordRoleMappings} set priority = wanted.value ->> 'priority'
          from json_each(${JSON.stringify(changed)}) as wanted
          where discord_role_mappings.id = wanted.value ->> 'id'`),
      ],
    };
  });
