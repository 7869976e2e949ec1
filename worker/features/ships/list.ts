import { asc, eq } from "drizzle-orm";
import { compareNames } from "../../lib/compare-names.ts";
import type { MemberContext } from "../../lib/context.ts";
import type { Ship } from "./ships.schema.ts";
import { ships } from "./ships.table.ts";

const crewOf = (min: number | null, max: number | null) =>
  min === null ? null : max === null || max === min ? `${min}` : `${min}-${max}`;

export function toShip(row: typeof ships.$inferSelect): Ship {
  const is = (role: Ship["roles"][number]) => row.roles.includes(role);
  return {
    ...row,
    crew: crewOf(row.crewMin, row.crewMax),
    isMilitary: is("military"),
    isCargo: is("cargo"),
    isExploration: is("exploration"),
    isMining: is("mining"),
    isRacing: is("racing"),
    isFighter: is("fighter"),
  };
}

/** The whole catalogue of the caller's organization by name, with ships that are no longer listed. */
export async function listShips({ db, actor, language }: MemberContext): Promise<Ship[]> {
  const rows = await db
    .select()
    .from(ships)
    .where(eq(ships.organizationId, actor.organizationId))
    .orderBy(asc(ships.id));
  const compare = compareNames(language);
  return rows.map(toShip).sort((a, b) => compare(a.name, b.name));
}
