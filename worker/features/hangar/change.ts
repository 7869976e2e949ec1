import { and, eq, lt, sql } from "drizzle-orm";
import { changedDetails } from "../../lib/audit.ts";
import type { UserContext } from "../../lib/context.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import { ships } from "../ships/index.ts";
import { type EntryRow, entryOf, hangarRecord, makeHangar, toEntry } from "./hangar.rows.ts";
import type { AddShipInput, ChangeShipInput, HangarShip } from "./hangar.schema.ts";
import { hangarRemovals, hangarShips } from "./hangar.table.ts";
import { hangarAudit, hangarErrors } from "./hangar.texts.ts";

/** How long a removed ship can be put back. */
const RESTORE_HOURS = 24;

/**
 * Adds a ship of the catalogue to the actor's hangar.
 * @throws AppError invalid_input for a ship that is not in the catalogue, ship_not_listed, ship_owned with the entry
 */
export async function addShip(context: UserContext, input: AddShipInput): Promise<HangarShip> {
  const { db, actor, now, language } = context;
  const { uexShipId: shipId, acquiredDate, notes, nickname, quantity = 1 } = input;
  const isShip = and(eq(ships.organizationId, actor.organizationId), eq(ships.id, shipId));
  const [[ship], [known]] = await readBatch(db, [
    db.select({ name: ships.name }).from(ships).where(isShip),
    hangarRecord.find(context, eq(hangarShips.shipId, shipId)),
  ]);
  if (!ship) throw invalidField("uexShipId", language);
  const { name } = ship;
  const isListed = sql`exists (select 1 from ${ships} where ${isShip} and ${ships.isListed} = 1)`;
  return hangarRecord.create(context, {
    before: [makeHangar(context, actor.userId)],
    values: {
      organizationId: actor.organizationId,
      userId: actor.userId,
      shipId,
      quantity,
      nickname: nickname || null,
      acquiredDate: acquiredDate ?? null,
      notes: notes || null,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    },
    name,
    audit: [{ action: "hangar.ship_added", details: { quantity } }],
    ensure: [guard(isListed, hangarErrors.ship_not_listed({ ship: name }))],
    taken: {
      "hangar_ships.user_id": hangarErrors.ship_owned(
        { ship: name },
        known ? { current: toEntry(known) } : {},
      ),
    },
  });
}

/** Changes the entry of a ship in the actor's hangar. @throws AppError not_found, stale_version */
export const changeShip = (context: UserContext, shipId: number, { version, ...input }: ChangeShipInput) =>
  hangarRecord.edit(context, entryOf(context, shipId), version, (row) => {
    const { acquiredDate, quantity } = input;
    const notes = input.notes === "" ? null : input.notes;
    const nickname = input.nickname === "" ? null : input.nickname;
    const details = changedDetails(row, { quantity, nickname, acquiredDate }, [
      "quantity",
      "nickname",
      "acquiredDate",
    ]);
    if (!details && (notes === undefined || notes === row.notes)) return null;
    return {
      set: { acquiredDate, quantity, notes, nickname },
      // Notes are personal and go with their owner: the log does not keep what they say.
      audit: [{ action: "hangar.ship_changed", details }],
    };
  });

/** Removes the entry of a ship from the actor's hangar, to be put back for a day. @throws AppError not_found, stale_version */
export const removeShip = (context: UserContext, shipId: number) =>
  hangarRecord.remove(context, entryOf(context, shipId), (row) => {
    const { ship, ...entry } = row;
    const kept = { entry, removedAt: context.now.toISOString() };
    return {
      require: [hangarRecord.atVersion(row, errors.stale_version({ name: ship.name }))],
      audit: [{ action: "hangar.ship_removed", details: { quantity: row.quantity } }],
      also: [
        context.db
          .insert(hangarRemovals)
          .values({ userId: row.userId, shipId, ...kept })
          .onConflictDoUpdate({ target: [hangarRemovals.userId, hangarRemovals.shipId], set: kept }),
      ],
    };
  });

/**
 * Puts the entry of a ship that was removed back into the actor's hangar, as it was.
 * @throws AppError not_found where there is none to put back, ship_owned when the ship was added again
 */
export async function restoreShip(context: UserContext, shipId: number): Promise<HangarShip> {
  const { db, actor, now } = context;
  const isRemoval = and(eq(hangarRemovals.userId, actor.userId), eq(hangarRemovals.shipId, shipId));
  const [[removal], [ship]] = await readBatch(db, [
    db.select().from(hangarRemovals).where(isRemoval),
    db
      .select({ name: ships.name })
      .from(ships)
      .where(and(eq(ships.organizationId, actor.organizationId), eq(ships.id, shipId))),
  ]);
  if (!removal || !ship) throw errors.not_found();
  const { entry, removedAt } = removal;
  const { id, version } = entry;
  const isThere = sql`exists (select 1 from ${hangarRemovals} where ${isRemoval} and removed_at = ${removedAt})`;
  const results = await write(
    db,
    [
      guard(isThere, errors.not_found()),
      db.insert(hangarShips).values({ ...entry, version: version + 1, updatedAt: now.toISOString() }),
      db.delete(hangarRemovals).where(isRemoval),
      hangarAudit.write(context, {
        action: "hangar.ship_restored",
        entity: { id, name: ship.name },
        details: { quantity: entry.quantity },
      }),
      hangarRecord.find(context, eq(hangarShips.id, id)),
    ],
    { "hangar_ships.user_id": hangarErrors.ship_owned({ ship: ship.name }) },
  );
  const [row] = results.at(-1) as [EntryRow];
  return toEntry(row);
}

/** The statement that forgets removed ships that can no longer be put back. */
export const deleteOldRemovals = (db: Db, now: Date) =>
  db.delete(hangarRemovals).where(lt(hangarRemovals.removedAt, hoursFrom(now, -RESTORE_HOURS)));
