import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { changedDetails } from "../../lib/audit.ts";
import type { MemberContext, SystemContext } from "../../lib/context.ts";
import { jsonList, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { inParts } from "../../lib/db/parts.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write, writeIf } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import { ships } from "../ships/index.ts";
import { type EntryRow, entryOf, entryRecord, hangarRecord, makeHangar, toEntry } from "./hangar.rows.ts";
import type { AddShipInput, ChangeShipInput, HangarPrivacy, HangarShip } from "./hangar.schema.ts";
import { hangarRemovals, hangarShips, hangars } from "./hangar.table.ts";
import { hangarAudit, hangarErrors, hangarSentences } from "./hangar.texts.ts";

/** Hours within which a removed ship can be put back. */
const RESTORE_HOURS = 24;

/** Identifies an entry of a hangar by the catalogue's id of its ship. */
type Entry = { shipId: number };

const selectName = ({ db, actor }: MemberContext, shipId: number) =>
  db
    .select({ name: ships.name })
    .from(ships)
    .where(and(eq(ships.organizationId, actor.organizationId), eq(ships.id, shipId)));

/** Adds a ship to the actor's hangar. @throws AppError invalid_input for an unknown ship, ship_not_listed, ship_owned */
export async function addShip(context: MemberContext, input: AddShipInput): Promise<HangarShip> {
  const { actor, now, language } = context;
  const { organizationId, userId } = actor;
  const { uexShipId: shipId, acquiredDate, quantity = 1 } = input;
  const [ship] = await selectName(context, shipId);
  if (!ship) throw invalidField("uexShipId", language, hangarSentences.ship);
  const { name } = ship;
  const isListed = sql`exists (select 1 from ${ships}
    where organization_id = ${organizationId} and id = ${shipId} and is_listed = 1)`;
  const [nickname, notes, at] = [input.nickname || null, input.notes || null, now.toISOString()];
  const entry = { organizationId, userId, shipId, quantity, nickname, acquiredDate, notes };
  return entryRecord.create(context, {
    writeBefore: [makeHangar(context)],
    values: { ...entry, createdAt: at, updatedAt: at },
    name,
    audit: [{ action: "hangar.ship_added", details: { quantity } }],
    checkAfter: [guard(isListed, hangarErrors.ship_not_listed({ ship: name }))],
    taken: ownedOnce(context, shipId, name),
  });
}

/** The error for a second entry of the same ship: ship_owned with the existing entry. */
const ownedOnce = (context: MemberContext, shipId: number, ship: string) => ({
  "hangar_ships.user_id": async () => {
    const [entry] = await entryRecord.find(context, eq(hangarShips.shipId, shipId));
    return hangarErrors.ship_owned({ ship }, entry && entryRecord.current(context, entry));
  },
});

/** Changes the entry of a ship in the actor's hangar. @throws AppError not_found, stale_version */
export const changeShip = (context: MemberContext, { shipId, version, ...input }: Entry & ChangeShipInput) =>
  entryRecord.edit(context, entryOf(context, shipId), version, (row) => {
    const { acquiredDate, quantity } = input;
    const notes = input.notes === "" ? null : input.notes;
    const nickname = input.nickname === "" ? null : input.nickname;
    const logged = { quantity, nickname, acquiredDate };
    const details = changedDetails(row, logged, ["quantity", "nickname", "acquiredDate"]);
    if (!details && (notes === undefined || notes === row.notes)) return null;
    return {
      set: { ...logged, notes },
      // Notes are personal, so the log omits them.
      audit: [{ action: "hangar.ship_changed", details }],
    };
  });

/** Removes the entry of a ship, which can be restored for a day. @throws AppError not_found, stale_version */
export const removeShip = (context: MemberContext, { shipId }: Entry) =>
  entryRecord.remove(context, entryOf(context, shipId), (row) => {
    const { ship, ...entry } = row;
    const { userId, quantity } = entry;
    const kept = { entry, removedAt: context.now.toISOString() };
    return {
      checkBefore: [entryRecord.guardVersion(context, row)],
      audit: [{ action: "hangar.ship_removed", details: { quantity } }],
      writeAfter: [
        context.db
          .insert(hangarRemovals)
          .values({ userId, shipId, ...kept })
          .onConflictDoUpdate({ target: [hangarRemovals.userId, hangarRemovals.shipId], set: kept }),
      ],
    };
  });

/** Restores a removed entry of the actor's hangar. @throws AppError not_found, ship_owned when it was added again */
export async function restoreShip(context: MemberContext, { shipId }: Entry): Promise<HangarShip> {
  const { db, actor, now } = context;
  const isRemoval = and(eq(hangarRemovals.userId, actor.userId), eq(hangarRemovals.shipId, shipId));
  const [[removal], [ship]] = await readBatch(db, [
    db.select().from(hangarRemovals).where(isRemoval),
    selectName(context, shipId),
  ]);
  if (!removal || !ship) throw errors.not_found();
  const { entry, removedAt } = removal;
  const { id, version, quantity } = entry;
  const isThere = sql`exists (select 1 from ${hangarRemovals} where ${isRemoval} and removed_at = ${removedAt})`;
  const results = await write(
    db,
    [
      guard(isThere, errors.not_found()),
      db.insert(hangarShips).values({ ...entry, version: version + 1, updatedAt: now.toISOString() }),
      db.delete(hangarRemovals).where(isRemoval),
      hangarAudit.write(context, {
        action: "hangar.ship_restored",
        entity: { id, ...ship },
        details: { quantity },
      }),
      entryRecord.find(context, eq(hangarShips.id, id)),
    ],
    ownedOnce(context, shipId, ship.name),
  );
  const [row] = results.at(-1) as [EntryRow];
  return toEntry(row);
}

/** The statement that deletes removed ships that can no longer be restored. */
export const deleteOldRemovals = ({ db, now }: SystemContext) =>
  db.delete(hangarRemovals).where(lt(hangarRemovals.removedAt, hoursFrom(now, -RESTORE_HOURS)));

type BulkEntry = Pick<
  typeof hangarShips.$inferInsert,
  "shipId" | "quantity" | "nickname" | "acquiredDate" | "pledges"
>;

/** The statements that set values of entries in the actor's stored hangar, and add missing entries. */
export function putShips({ db, actor, now }: MemberContext, entries: readonly BulkEntry[]): Statement[] {
  const { organizationId, userId } = actor;
  const at = now.toISOString();
  const rows = entries.map(({ pledges, ...entry }) => ({
    ...entry,
    pledges: pledges && JSON.stringify(pledges),
  }));
  return inParts(rows).map((part) =>
    db.run(sql`insert into ${hangarShips}
        (organization_id, user_id, ship_id, quantity, nickname, acquired_date, pledges, created_at, updated_at)
      select ${organizationId}, ${userId}, value ->> 'shipId', value ->> 'quantity', value ->> 'nickname',
        value ->> 'acquiredDate', value ->> 'pledges', ${at}, ${at} from json_each(${JSON.stringify(part)}) where true
      on conflict (user_id, ship_id) do update set quantity = excluded.quantity, nickname = excluded.nickname,
        acquired_date = excluded.acquired_date, pledges = excluded.pledges, version = version + 1,
        updated_at = excluded.updated_at`),
  );
}

/** The statements that remove entries from the actor's hangar; they cannot be restored. */
export function removeShips({ db, actor }: MemberContext, shipIds: readonly number[]): Statement[] {
  const isRemoved = and(eq(hangarShips.userId, actor.userId), inArray(hangarShips.shipId, jsonList(shipIds)));
  return shipIds.length === 0 ? [] : [db.delete(hangarShips).where(isRemoved)];
}

export const getPrivacy = (context: MemberContext): Promise<HangarPrivacy> =>
  hangarRecord.get(context, context.actor.userId);

export async function changePrivacy(context: MemberContext, { isHidden }: HangarPrivacy) {
  const { db, actor } = context;
  const isOther = and(eq(hangars.userId, actor.userId), ne(hangars.isHidden, isHidden));
  const [none, from] = [sql`null`, sql`from ${hangars} where ${isOther}`];
  const action = isHidden ? "hangar.hidden" : "hangar.shown";
  const hasNone = sql`not exists (select 1 from ${hangars} where user_id = ${actor.userId})`;
  const changes = sql`exists (select 1 ${from}) or ${isHidden ? hasNone : sql`false`}`;
  await writeIf(db, changes, [
    // Hides future ships, too.
    ...(isHidden ? [makeHangar(context)] : []),
    hangarAudit.writeMany(context, action, { id: none, name: none, details: none, from }),
    db.update(hangars).set({ isHidden }).where(isOther),
  ]);
  return { isHidden };
}
