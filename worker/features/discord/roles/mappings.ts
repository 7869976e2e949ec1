import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../../lib/context.ts";
import { jsonList } from "../../../lib/db/client.ts";
import { errors } from "../../../lib/errors.ts";
import { guard } from "../../../lib/guard.ts";
import type { SystemRole } from "../../../lib/permissions.schema.ts";
import { record } from "../../../lib/record.ts";
import { bots } from "../../bots/index.ts";
import { guardGrantable, mayGrant, permissionsOf, planOrder, roles } from "../../roles/index.ts";
import { readGuild } from "../client.ts";
import { discordErrors } from "../discord.errors.ts";
import { discordMappingSets, discordRoleMappings, retiredMappings } from "../discord.table.ts";
import { discordAudit } from "../discord.texts.ts";
import { openCrmToken, rolesByRank } from "./discord-roles.ts";
import {
  type PriorityInput,
  type RoleMapping,
  type RoleMappingInput,
  type RoleSync,
  roleSync,
} from "./roles.schema.ts";

const NAMES = { en: "The role mappings", da: "Rolletilknytningerne" } as const;

const parsed = <Value>(text: SQL, name: string) =>
  text.mapWith((json: string) => JSON.parse(json) as Value).as(name);

/** The mappings, that of the highest role first. */
const mappings = sql`(select json_group_array(json_object('id', id, 'roleId', role_id,
    'discordRoleId', discord_role_id, 'discordRoleName', discord_role_name, 'priority', rank,
    'organizationId', organization_id, 'givesInDiscord', json(iif(gives_in_discord, 'true', 'false'))))
  from (select m.*, r.priority as rank from discord_role_mappings m join roles r on r.id = m.role_id
    where m.organization_id = discord_mapping_sets.id order by r.priority desc, r.id, m.discord_role_id))`;

/** The roles, highest first, with the number of members who hold each. */
const rolesHeld = sql`(select json_group_array(json_object('id', id, 'key', key, 'name', name,
    'priority', priority, 'version', version, 'people', people, 'permissions', json(permissions)))
  from (select r.*, (select coalesce(sum(count), 0) from member_totals t
      where t.organization_id = r.organization_id and t.role_id = r.id) as people
    from roles r where r.organization_id = discord_mapping_sets.id order by r.priority desc, r.id))`;

const last = sql`(select json_object('finishedAt', finished_at, 'roleChanges', role_changes,
    'cleaned', cleaned, 'held', held)
  from sync_runs where organization_id = discord_mapping_sets.id and status = 'completed' order by id desc limit 1)`;

const waiting = sql`(select json_object('people', count(*), 'lacks',
    json_group_array(distinct problem) filter (where problem is not null))
  from discord_role_updates where organization_id = discord_mapping_sets.id)`;

function selectSets({ db, actor, language }: Context, which: SQL) {
  const { id, version } = discordMappingSets;
  return db
    .select({
      id,
      version,
      name: sql<string>`${NAMES[language]}`.as("name"),
      mappings: parsed<RoleSync["mappings"]>(mappings, "mappings"),
      roles: parsed<HeldRole[]>(rolesHeld, "roles"),
      last: parsed<RoleSync["last"]>(last, "last"),
      waiting: parsed<RoleSync["waiting"]>(waiting, "waiting"),
      botId: sql<number | null>`${bots.id}`.as("bot_id"),
      token: bots.token,
    })
    .from(discordMappingSets)
    .leftJoin(bots, and(eq(bots.organizationId, id), eq(bots.isCrmBot, true)))
    .where(and(which, eq(id, actor.organizationId)));
}
type SetRow = Awaited<ReturnType<typeof selectSets>>[number];

/** A role of ours with its permissions, as read with the mappings. */
type HeldRole = Omit<RoleSync["roles"][number], "key" | "can"> & {
  key: SystemRole | null;
  version: number;
  permissions: string[];
};

const mappingSet = record({
  table: discordMappingSets,
  select: selectSets,
  answers: roleSync,
  present: (row, { actor }): RoleSync => ({
    ...row,
    roles: row.roles.map((each) => {
      const { key, permissions, ...role } = each;
      const isMappable =
        key !== "administrator" && mayGrant(actor, each, [...permissionsOf(key, permissions)]);
      return { ...role, key, can: { map: isMappable } };
    }),
  }),
  nameOf: ({ name }) => name,
  audit: discordAudit,
});

export const getRoleSync = (context: MemberContext): Promise<RoleSync> =>
  mappingSet.get(context, context.actor.organizationId);

export const listMappings = async (context: MemberContext) => (await getRoleSync(context)).mappings;

/** @throws AppError not_found for a role that is not the organization's */
export async function listMappingsOfRole(context: MemberContext, { roleId }: { roleId: number }) {
  const { roles, mappings } = await getRoleSync(context);
  if (!roles.some(({ id }) => id === roleId)) throw errors.not_found();
  return mappings.filter((each) => each.roleId === roleId);
}

type Mapped = Pick<RoleMapping, "discordRoleName" | "givesInDiscord">;

const namesOf = (mappings: readonly Mapped[]): string | null =>
  mappings.map(({ discordRoleName }) => `@${discordRoleName}`).join(", ") || null;

/** The audit entries of a changed role: its mapped Discord roles, and those that it gives in Discord. */
function recorded({ id, name }: HeldRole, before: readonly Mapped[], after: readonly Mapped[]) {
  const entry = (action: "discord.mapped" | "discord.gives", isNamed: (each: Mapped) => boolean) => {
    const [from, to] = [namesOf(before.filter(isNamed)), namesOf(after.filter(isNamed))];
    return from === to ? [] : [{ action, entity: { id, name }, details: { from, to } }];
  };
  return [...entry("discord.mapped", () => true), ...entry("discord.gives", (each) => each.givesInDiscord)];
}

/** New mappings of Discord roles, with their names in Discord. @throws AppError discord_role_unknown */
async function readNames({ env }: Context, { botId, token }: SetRow, ids: readonly string[]) {
  const opened = await openCrmToken(env, botId === null ? undefined : { id: botId, token });
  const live = new Map(rolesByRank(await readGuild(env, opened)).map(({ id, name }) => [id, name]));
  return ids.map((discordRoleId) => {
    const discordRoleName = live.get(discordRoleId);
    if (discordRoleName === undefined) throw discordErrors.discord_role_unknown();
    return { discordRoleId, discordRoleName, givesInDiscord: false };
  });
}

/**
 * Sets which Discord roles give a role of ours, which the actor has to be able to give themself. Answers all mappings.
 * @throws AppError not_found, stale_version, administrator_not_mapped, role_not_yours, discord_role_taken,
 *   discord_role_unknown, crm_bot_not_found, sync_… for errors of Discord
 */
export function mapRole(
  context: MemberContext,
  { roleId, discordRoleIds, givesInDiscord, version }: RoleMappingInput & { roleId: number },
): Promise<RoleSync> {
  const { db, actor, now } = context;
  const { organizationId, name: by } = actor;
  return mappingSet.edit(context, organizationId, version, async (row) => {
    const role = row.roles.find(({ id }) => id === roleId);
    if (!role) throw errors.not_found();
    if (role.key === "administrator") throw discordErrors.administrator_not_mapped();
    const wanted = new Set(discordRoleIds);
    const taken = row.mappings.find((each) => each.roleId !== roleId && wanted.has(each.discordRoleId));
    if (taken) {
      const other = row.roles.find(({ id }) => id === taken.roleId)?.name ?? "";
      throw discordErrors.discord_role_taken({ discordRole: taken.discordRoleName, role: other });
    }
    const before = row.mappings.filter((each) => each.roleId === roleId);
    const removed = before.filter(({ discordRoleId }) => !wanted.has(discordRoleId));
    const kept = before.filter((each) => !removed.includes(each));
    const withGives = <Each extends Mapped & { discordRoleId: string }>(each: Each): Each => ({
      ...each,
      givesInDiscord: givesInDiscord?.includes(each.discordRoleId) ?? each.givesInDiscord,
    });
    const switched = kept.filter((each) => withGives(each).givesInDiscord !== each.givesInDiscord);
    const newIds = [...wanted].filter((id) => !before.some(({ discordRoleId }) => discordRoleId === id));
    if (removed.length + switched.length + newIds.length === 0) return null;
    const added = newIds.length ? (await readNames(context, row, newIds)).map(withGives) : [];
    const isRole = sql`exists (select 1 from ${roles} where id = ${roleId} and organization_id = ${organizationId})`;
    return {
      set: {},
      checkBefore: [guard(isRole, errors.not_found()), guardGrantable(actor, roleId, role.name)],
      audit: recorded(role, before, [...kept.map(withGives), ...added]),
      writeAfter: [
        db.run(sql`insert into ${retiredMappings} (organization_id, discord_role_id, role_id, discord_role_name,
            gives_in_discord, retired_by, retired_at)
          select organization_id, discord_role_id, role_id, discord_role_name, gives_in_discord, ${by},
            ${now.toISOString()}
          from ${discordRoleMappings} where id in ${idsOf(removed)}
          on conflict do update set retired_by = excluded.retired_by, retired_at = excluded.retired_at,
            gives_in_discord = max(gives_in_discord, excluded.gives_in_discord)`),
        db.run(sql`delete from ${discordRoleMappings} where id in ${idsOf(removed)}`),
        db.run(sql`update ${discordRoleMappings} set gives_in_discord = 1 - gives_in_discord
          where id in ${idsOf(switched)}`),
        db.run(sql`insert into ${discordRoleMappings} (organization_id, role_id, discord_role_id,
            discord_role_name, priority, gives_in_discord)
          select ${organizationId}, ${roleId}, value ->> 'discordRoleId', value ->> 'discordRoleName',
            ${role.priority}, value ->> 'givesInDiscord'
          from json_each(${JSON.stringify(added)})`),
      ],
    };
  });
}

const idsOf = (mappings: readonly RoleMapping[]) => jsonList(mappings.map(({ id }) => id));

/**
 * Orders the mapped roles by the priorities of their mappings, in the places that they have among all roles. A mapping that
 * is left out has the one that it is answered with. Returns all mappings.
 * @throws AppError stale_version, role_above_yours, not_found for a mapping that is not the organization's
 */
export const orderMappings = (context: MemberContext, { mappings, version }: PriorityInput) =>
  mappingSet.edit(context, context.actor.organizationId, version, ({ mappings: before, roles }) => {
    if (mappings.some(({ id }) => !before.some((each) => each.id === id))) throw errors.not_found();
    const given = new Map(mappings.map(({ id, priority }) => [id, priority]));
    const wantedOf = (role: HeldRole) => {
      const own = before.flatMap(({ id, roleId }) => (roleId === role.id ? (given.get(id) ?? []) : []));
      return own.length > 0 ? Math.max(...own) : role.priority;
    };
    const isMapped = ({ id, key }: HeldRole) =>
      key !== "administrator" && before.some(({ roleId }) => roleId === id);
    const wanted = roles.filter(isMapped).toSorted((a, b) => wantedOf(b) - wantedOf(a));
    const plan = planOrder(
      context,
      roles,
      roles.map((role) => (isMapped(role) && wanted.shift()) || role),
    );
    return plan && { set: {}, audit: [], ...plan };
  });
