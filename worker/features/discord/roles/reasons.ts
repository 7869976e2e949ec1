import type { KnownPerson, MappingRow, RetiredMapping, RoleMapping } from "../discord.rows.ts";
import { decidingMapping, type PersonChange } from "../plan.ts";
import type { PreviewReason } from "./roles.schema.ts";

/** What reasons are found in: stored mappings in their order, those that count, and those that are no more. */
export type Background = {
  rows: readonly MappingRow[];
  mapping: RoleMapping;
  retired: readonly RetiredMapping[];
};

/**
 * Why a person's role would change, from what changed since the last sync: in Discord, or in the mappings.
 * @param before the person as the last sync saw them
 */
export function reasonOf(
  { roles: held, roleId, memberRoleId, previousRoleId }: PersonChange,
  before: KnownPerson | undefined,
  { rows, mapping, retired }: Background,
): PreviewReason {
  const deciding = decidingMapping(held, mapping);
  if (!before?.present && deciding) return { kind: "new", with: deciding.name };
  const had = before?.roles ?? [];
  if (deciding && !had.includes(deciding.discordRoleId)) return { kind: "given", given: deciding.name };
  const ofPrevious = rows.filter((row) => row.roleId === previousRoleId && row.discordRoleId !== null);
  const formerly = retired.filter((each) => each.roleId === previousRoleId);
  const isHad = (id: string | null): boolean => had.includes(id ?? "");
  const isLive = (id: string | null): boolean =>
    mapping.mapped.some(({ discordRoleId }) => discordRoleId === id);

  const deleted = ofPrevious.find((row) => isHad(row.discordRoleId) && !isLive(row.discordRoleId));
  const from = rows.find((row) => row.roleId === previousRoleId)?.name ?? "";
  if (deleted) return { kind: "deleted", role: deleted.discordRoleName ?? "", from };
  const lost = ofPrevious.find((row) => isHad(row.discordRoleId) && !held.includes(row.discordRoleId ?? ""));
  if (lost) return { kind: "lost", lost: lost.discordRoleName ?? "", still: deciding?.name ?? null };
  const unmapped = formerly.find((each) => held.includes(each.discordRoleId));
  if (unmapped) {
    const { discordRoleName, retiredBy, retiredAt } = unmapped;
    return { kind: "unmapped", role: discordRoleName, from, by: retiredBy, at: retiredAt };
  }
  const to = rows.find((row) => row.roleId === (roleId ?? memberRoleId))?.name ?? "";
  if (ofPrevious.some((row) => held.includes(row.discordRoleId ?? ""))) {
    return { kind: "ranks", above: to, below: from };
  }
  return deciding ? { kind: "maps", role: deciding.name, to } : { kind: "none" };
}
