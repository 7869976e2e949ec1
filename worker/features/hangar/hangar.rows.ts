import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../lib/context.ts";
import { record } from "../../lib/record.ts";
import { ships, toShip } from "../ships/index.ts";
import { type HangarShip, hangarPrivacy, hangarShip } from "./hangar.schema.ts";
import { hangarShips, hangars } from "./hangar.table.ts";
import { hangarAudit } from "./hangar.texts.ts";

const { organizationId: _, id: _id, ...shipColumns } = getTableColumns(ships);

const isShip = and(eq(ships.organizationId, hangarShips.organizationId), eq(ships.id, hangarShips.shipId));

const selectOwn = ({ db, actor }: Context, which?: SQL) =>
  db
    .select({ ...getTableColumns(hangarShips), ship: shipColumns })
    .from(hangarShips)
    .innerJoin(ships, isShip)
    .where(and(which, sql`${hangarShips.userId} = ${actor.userId}`));

export type EntryRow = Awaited<ReturnType<ReturnType<typeof selectOwn>["execute"]>>[number];

export const toEntry = (row: EntryRow): HangarShip => ({
  ...row,
  ship: toShip({ ...row.ship, organizationId: row.organizationId, id: row.shipId }),
  can: { update: true, delete: true },
});

/** The record of an entry of the actor's hangar. */
export const entryRecord = record({
  table: hangarShips,
  select: selectOwn,
  answers: hangarShip,
  present: toEntry,
  nameOf: ({ ship }) => ship.name,
  audit: hangarAudit,
});

/**
 * The actor's hangar, which is stored from its first ship or choice of privacy on. It has no version: its entries are records
 * of their own, and an edit of several requires the versions that it was planned from.
 */
export const hangarRecord = record({
  table: hangars,
  by: sql`own.id`,
  select: ({ db, actor }, which) =>
    db
      .select({
        id: sql<number>`own.id`.as("id"),
        isHidden: sql`coalesce(${hangars.isHidden}, 0)`.mapWith(Boolean).as("hidden"),
        version: sql<number>`${hangars.userId} is not null`.as("stored"),
      })
      .from(sql`(select ${actor.userId} as id) own`)
      .leftJoin(hangars, sql`${hangars.userId} = own.id`)
      .where(which),
  identity: ({ id: userId }, { actor }) => ({ userId, organizationId: actor.organizationId }),
  answers: hangarPrivacy,
  present: ({ isHidden }) => ({ isHidden }),
  nameOf: (_, { actor }) => actor.name,
  audit: hangarAudit,
});

/** SQL: the id of the actor's entry of a ship of the catalogue. */
export const entryOf = ({ actor }: Context, shipId: number): SQL =>
  sql`(select id from ${hangarShips} where user_id = ${actor.userId} and ship_id = ${shipId})`;

/** The actor's own hangar, the latest acquired ship first, those without a date last. */
export async function listOwnShips(context: MemberContext): Promise<HangarShip[]> {
  const rows = await selectOwn(context);
  return rows
    .sort((a, b) => (b.acquiredDate ?? "").localeCompare(a.acquiredDate ?? "") || b.id - a.id)
    .map(toEntry);
}

export const makeHangar = ({ db, actor: { userId, organizationId } }: MemberContext) =>
  db.insert(hangars).values({ userId, organizationId }).onConflictDoNothing();
