import { avatarUrl } from "../../../lib/avatar.ts";
import type { UserContext } from "../../../lib/context.ts";
import { readBatch } from "../../../lib/db/client.ts";
import { openBotToken, selectCrmBot } from "../../bots/index.ts";
import { readGuild } from "../client.ts";
import { discordErrors } from "../discord.errors.ts";
import {
  type KnownPerson,
  type MappingRow,
  selectKnown,
  selectMappings,
  selectRetired,
  toRoleMapping,
} from "../discord.rows.ts";
import { type PersonChange, planPage } from "../plan.ts";
import { readPages } from "../read.ts";
import { fingerprintOf, isTooMuch, lossesOf } from "./brake.ts";
import { type Background, reasonOf } from "./reasons.ts";
import { PREVIEW_PEOPLE, type PreviewGroup, type PreviewQuery, type RolePreview } from "./roles.schema.ts";

/** Mappings in the order that a preview asks for; roles that it leaves out come last, in their own. */
function inOrder(rows: MappingRow[], order: readonly number[] | undefined): MappingRow[] {
  if (!order) return rows;
  const place = new Map(order.map((roleId, at) => [roleId, at]));
  const placeOf = ({ roleId }: MappingRow) => place.get(roleId) ?? order.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Who would gain and lose what if a sync ran at this moment, read from Discord as the sync does; nothing is written.
 * @throws AppError crm_bot_not_found and the sync_… codes for what Discord did
 */
export async function previewSync(context: UserContext, { order }: PreviewQuery): Promise<RolePreview> {
  const { db, env, actor } = context;
  const { organizationId } = actor;
  const [[bot], stored, known, retired] = await readBatch(db, [
    selectCrmBot(db, organizationId),
    selectMappings(db, organizationId),
    selectKnown(db, organizationId),
    selectRetired(db, organizationId),
  ]);
  const token = bot ? await openBotToken(env, bot) : null;
  if (token === null) throw discordErrors.crm_bot_not_found();
  const rows = inOrder(stored, order);
  const guild = await readGuild(env, token);
  const mapping = toRoleMapping(rows, retired, guild);
  const plans = (await readPages(env, token, guild, known)).map((page) => ({
    page,
    plan: planPage(page.people, page.known, mapping),
  }));
  const people = known.filter(({ present }) => present).length;
  const losses = plans.flatMap(({ plan }) => lossesOf(plan));
  const background = { rows, mapping, retired };
  const lines = plans.flatMap(({ page, plan }) => {
    const before = new Map(page.known.map((person) => [person.discordId, person]));
    const heldNow = new Map(page.people.map((person) => [person.discordId, person.roles]));
    return [
      ...plan.changes.flatMap((change) => {
        const held = heldNow.get(change.discordId) ?? [];
        return lineOf({ ...change, roles: held }, before.get(change.discordId), background) ?? [];
      }),
      ...plan.leaves.flatMap((id) => leaveOf(before.get(id), background) ?? []),
    ];
  });
  const gains = lines.filter(({ isLoss }) => !isLoss).length;
  return {
    readAt: new Date().toISOString(),
    people,
    gains,
    losses: losses.length,
    kept: people - lines.filter(({ isKnown }) => isKnown).length,
    isHeld: isTooMuch(losses.length, people),
    fingerprint: fingerprintOf(losses),
    groups: grouped(lines),
  };
}

type Line = Omit<PreviewGroup, "count" | "people"> & {
  person: PreviewGroup["people"][number];
  /** The last sync saw the person in the server. */
  isKnown: boolean;
};

const shown = ({
  discordId,
  displayName,
  avatar,
}: Pick<KnownPerson, "discordId" | "displayName" | "avatar">) => ({
  discordId,
  name: displayName,
  avatarUrl: avatarUrl(discordId, avatar),
});

const nameOf = ({ rows }: Background, roleId: number | null): string | null =>
  rows.find((row) => row.roleId === roleId)?.name ?? null;

/** What a preview says of a person whose role would change; null for one whose role stays. */
function lineOf(change: PersonChange, before: KnownPerson | undefined, background: Background): Line | null {
  const roleId = change.roleId ?? change.memberRoleId;
  if (roleId === null) return null;
  return {
    isLoss: change.loses,
    from: nameOf(background, change.previousRoleId),
    to: nameOf(background, roleId),
    reason: reasonOf(change, before, background),
    person: shown(change),
    isKnown: before?.present === true,
  };
}

/** What it says of a person who left the server. */
function leaveOf(before: KnownPerson | undefined, background: Background): Line | null {
  if (!before) return null;
  const from = nameOf(background, before.roleId);
  return { isLoss: true, from, to: null, reason: { kind: "left" }, person: shown(before), isKnown: true };
}

/** Lines with the same change and reason as one group; losses first, the largest group first. */
function grouped(lines: readonly Line[]): PreviewGroup[] {
  const groups = Map.groupBy(lines, ({ isLoss, from, to, reason }) =>
    JSON.stringify([isLoss, from, to, reason]),
  );
  return [...groups.values()]
    .flatMap((of) => {
      const [first] = of;
      if (!first) return [];
      const { isLoss, from, to, reason } = first;
      const people = of.map(({ person }) => person).sort((a, b) => a.name.localeCompare(b.name));
      return { isLoss, from, to, reason, count: of.length, people: people.slice(0, PREVIEW_PEOPLE) };
    })
    .sort((a, b) => Number(b.isLoss) - Number(a.isLoss) || b.count - a.count);
}
