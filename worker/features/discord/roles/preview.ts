import { avatarUrl } from "../../../lib/avatar.ts";
import { compareNames } from "../../../lib/compare-names.ts";
import type { MemberContext } from "../../../lib/context.ts";
import {
  type KnownPerson,
  type MappingRow,
  type RetiredMapping,
  type RoleMapping,
  toRoleMapping,
} from "../discord.rows.ts";
import { decidingMapping, type PersonChange, planPage } from "../plan.ts";
import { surveyServer } from "../survey.ts";
import { fingerprintOf, isTooMuch, type Loss, lossesOf } from "./brake.ts";
import {
  PREVIEW_PEOPLE,
  type PreviewGroup,
  type PreviewQuery,
  type PreviewReason,
  type RolePreview,
} from "./roles.schema.ts";

/** Mappings as they would be with other Discord roles for a role. */
function withMapping(rows: MappingRow[], { role, discordRoles = [] }: PreviewQuery): MappingRow[] {
  const own = rows.find(({ roleId }) => roleId === role);
  if (!own) return rows;
  const mine = discordRoles.map((discordRoleId) => ({ ...own, discordRoleId }));
  const none = { ...own, discordRoleId: null, discordRoleName: null };
  const given = mine.length > 0 ? mine : [none];
  return rows.flatMap((row) => (row === own ? given : row.roleId === role ? [] : [row]));
}

/** Counts the people with a Discord role of `role` by the role that they would have. */
function countOf(
  { role, discordRoles = [] }: PreviewQuery,
  pages: Awaited<ReturnType<typeof surveyServer>>["pages"],
  background: Background,
): RolePreview["ofRole"] {
  if (role === undefined) return null;
  const { administratorRoleId } = background.mapping;
  const found = pages.flatMap((page) => {
    const roleIds = new Map(page.known.map((person) => [person.discordId, person.roleId]));
    return page.people
      .filter((person) => !person.isBot && person.roles.some((id) => discordRoles.includes(id)))
      .map((person) =>
        roleIds.get(person.discordId) === administratorRoleId
          ? administratorRoleId
          : (decidingMapping(person.roles, background.mapping)?.roleId ?? null),
      );
  });
  const others = [...Map.groupBy(found, (roleId) => roleId)].flatMap(([roleId, people]) =>
    roleId === role ? [] : [{ role: nameOf(background, roleId) ?? "", people: people.length }],
  );
  return { gets: found.filter((roleId) => roleId === role).length, others };
}

/** The changes of a sync now; nothing is written. @throws AppError crm_bot_not_found, sync_… for errors of Discord */
export async function previewSync(context: MemberContext, query: PreviewQuery): Promise<RolePreview> {
  const { stored, known, retired, guild, pages } = await surveyServer(context);
  const rows = withMapping(stored, query);
  const mapping = toRoleMapping(rows, retired, guild);
  const background = { rows, mapping, retired };
  const present = known.filter((person) => person.present);
  const people = present.length;
  const holders = present.filter(({ roleId }) => roleId !== null).length;
  const losses: Loss[] = [];
  const lines: Line[] = [];
  for (const page of pages) {
    const plan = planPage(page.people, page.known, mapping);
    const before = new Map(page.known.map((person) => [person.discordId, person]));
    const heldNow = new Map(page.people.map((person) => [person.discordId, person.roles]));
    losses.push(...lossesOf(plan));
    for (const change of plan.changes) {
      const roles = heldNow.get(change.discordId) ?? [];
      lines.push(...linesOf({ ...change, roles }, before.get(change.discordId), background));
    }
    lines.push(...plan.leaves.flatMap((id) => leaveOf(before.get(id), background)));
  }
  return {
    readAt: new Date().toISOString(),
    people,
    gains: lines.filter(({ group }) => !group.isLoss).length,
    losses: losses.length,
    kept: holders - lines.filter(({ hadRole }) => hadRole).length,
    isHeld: isTooMuch(losses.length, people),
    fingerprint: fingerprintOf(losses),
    groups: grouped(lines, compareNames(context.language)),
    ofRole: countOf(query, pages, background),
  };
}

type Background = {
  rows: readonly MappingRow[];
  mapping: RoleMapping;
  retired: readonly RetiredMapping[];
};

const nameOf = ({ rows }: Background, roleId: number | null): string | null =>
  rows.find((row) => row.roleId === roleId)?.name ?? null;

/** Why a person's role would change: the change since the last sync, in Discord or in the mappings. */
function reasonOf(
  { roles: roleIds, roleId, memberRoleId, previousRoleId }: PersonChange,
  before: KnownPerson | undefined,
  background: Background,
): PreviewReason {
  const { rows, mapping, retired } = background;
  const deciding = decidingMapping(roleIds, mapping);
  if (!before?.present && deciding) return { kind: "new", with: deciding.name };
  const had = before?.roles ?? [];
  if (deciding && !had.includes(deciding.discordRoleId)) return { kind: "given", given: deciding.name };
  const live = mapping.mapped.map(({ discordRoleId }) => discordRoleId);
  const ofPrevious = rows.flatMap(({ roleId, discordRoleId: id, discordRoleName: name }) =>
    roleId === previousRoleId && id !== null ? [{ id, name: name ?? "" }] : [],
  );
  const from = nameOf(background, previousRoleId) ?? "";
  const deleted = ofPrevious.find(({ id }) => had.includes(id) && !live.includes(id));
  if (deleted) return { kind: "deleted", role: deleted.name, from };
  const lost = ofPrevious.find(({ id }) => had.includes(id) && !roleIds.includes(id));
  if (lost) return { kind: "lost", lost: lost.name, still: deciding?.name ?? null };
  const unmapped = retired.find(
    (each) => each.roleId === previousRoleId && roleIds.includes(each.discordRoleId),
  );
  if (unmapped) {
    const { discordRoleName, retiredBy, retiredAt } = unmapped;
    return { kind: "unmapped", role: discordRoleName, from, by: retiredBy, at: retiredAt };
  }
  const to = nameOf(background, roleId ?? memberRoleId) ?? "";
  if (ofPrevious.some(({ id }) => roleIds.includes(id))) return { kind: "ranks", above: to, below: from };
  return deciding ? { kind: "maps", role: deciding.name, to } : { kind: "none" };
}

type Line = {
  group: Omit<PreviewGroup, "count" | "people">;
  person: PreviewGroup["people"][number];
  /** The last sync saw the person in the server, and they have a role here. */
  hadRole: boolean;
};

const shown = (person: PersonChange | KnownPerson): Line["person"] => {
  const { discordId, displayName: name, avatar } = person;
  return { discordId, name, avatarUrl: avatarUrl(discordId, avatar) };
};

/** The lines of a person whose role would change; none where the role stays. */
function linesOf(change: PersonChange, before: KnownPerson | undefined, background: Background): Line[] {
  const roleId = change.roleId ?? change.memberRoleId;
  if (roleId === null) return [];
  const [from, to] = [nameOf(background, change.previousRoleId), nameOf(background, roleId)];
  const group = { isLoss: change.loses, from, to, reason: reasonOf(change, before, background) };
  return [{ group, person: shown(change), hadRole: before?.present === true && before.roleId !== null }];
}

function leaveOf(before: KnownPerson | undefined, background: Background): Line[] {
  if (!before) return [];
  const from = nameOf(background, before.roleId);
  const group = { isLoss: true, from, to: null, reason: { kind: "left" } as const };
  return [{ group, person: shown(before), hadRole: before.roleId !== null }];
}

/** Groups lines with the same change and reason; losses first, the largest group first. */
const grouped = (lines: readonly Line[], compare: (one: string, other: string) => number): PreviewGroup[] =>
  [...Map.groupBy(lines, ({ group }) => JSON.stringify(group))]
    .map(([group, changes]) => {
      const sorted = changes.map(({ person }) => person).sort((a, b) => compare(a.name, b.name));
      const people = sorted.slice(0, PREVIEW_PEOPLE);
      return { ...(JSON.parse(group) as Line["group"]), count: changes.length, people };
    })
    .sort((a, b) => Number(b.isLoss) - Number(a.isLoss) || b.count - a.count);
