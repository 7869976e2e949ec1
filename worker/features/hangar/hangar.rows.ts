import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { record } from "../../lib/record.ts";
import { ships, toShip } from "../ships/index.ts";
import { type HangarShip, hangarShip } from "./hangar.schema.ts";
import { hangarShips, hangars } from "./hangar.table.ts";
import { hangarAudit } from "./hangar.texts.ts";

const { organizationId: _, id: _id, ...shipColumns } = getTableColumns(ships);

/** The statement that reads entries of the actor's own hangar with their ships. */
const selectOwn = ({ db, actor }: Context, which?: SQL) =>
  db
    .select({ ...getTableColumns(hangarShips), ship: shipColumns })
    .from(hangarShips)
    .innerJoin(
      ships,
      and(eq(ships.organizationId, hangarShips.organizationId), eq(ships.id, hangarShips.shipId)),
    )
    .where(and(which, sql`${hangarShips.userId} = ${actor.userId}`));

export type EntryRow = Awaited<ReturnType<ReturnType<typeof selectOwn>["execute"]>>[number];

/** An entry as its owner gets it. */
export const toEntry = ({ ship, organizationId, shipId, ...row }: EntryRow): HangarShip => ({
  id: row.id,
  ship: toShip({ ...ship, organizationId, id: shipId }),
  acquiredDate: row.acquiredDate,
  notes: row.notes,
  nickname: row.nickname,
  quantity: row.quantity,
  version: row.version,
  can: { update: true, delete: true },
});

/** The one way to read and change an entry of the actor's own hangar. */
export const hangarRecord = record({
  table: hangarShips,
  select: selectOwn,
  answers: hangarShip,
  present: toEntry,
  nameOf: ({ ship }) => ship.name,
  audit: hangarAudit,
});

/** SQL: the id of the actor's entry of a ship of the catalogue. */
export const entryOf = ({ actor }: Context, shipId: number): SQL =>
  sql`(select id from ${hangarShips} where user_id = ${actor.userId} and ship_id = ${shipId})`;

/** All entries of the actor's own hangar, the latest acquired first, then those without a date. */
export async function listOwnShips(context: Context): Promise<HangarShip[]> {
  const rows = await selectOwn(context);
  return rows
    .sort((a, b) => (b.acquiredDate ?? "").localeCompare(a.acquiredDate ?? "") || b.id - a.id)
    .map(toEntry);
}

/** The statement that makes a user's hangar unless it is there. */
export const makeHangar = ({ db, actor }: Context, userId: number) =>
  db.insert(hangars).values({ userId, organizationId: actor.organizationId }).onConflictDoNothing();
