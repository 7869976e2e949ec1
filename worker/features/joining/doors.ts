import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { changedDetails } from "../../lib/audit.ts";
import type { MemberContext } from "../../lib/context.ts";
import { dayOf } from "../../lib/days.ts";
import type { Db } from "../../lib/db/client.ts";
import { record } from "../../lib/record.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { organizations } from "../settings/index.ts";
import { type Door, type DoorInput, door, needsIn } from "./joining.schema.ts";
import { doors } from "./joining.table.ts";
import { joiningAudit } from "./joining.texts.ts";

const selectDoors = (db: Db) => {
  const { organizationId: _, updatedAt: __, version, ...columns } = getTableColumns(doors);
  return db
    .select({
      ...columns,
      id: organizations.id,
      version: sql<number>`coalesce(${version}, 0)`.as("door_version"),
    })
    .from(organizations)
    .leftJoin(doors, eq(doors.organizationId, organizations.id));
};

type DoorRow = Awaited<ReturnType<ReturnType<typeof selectDoors>["execute"]>>[number];

const present = ({ isClosed, needsEn, needsDa, ...row }: DoorRow): Door => ({
  ...row,
  isClosed: isClosed ?? false,
  needsEn: needsEn ?? "",
  needsDa: needsDa ?? "",
});

/** The statement that reads what an organization says of its door; {@link toDoor} makes it of the row. */
export const selectDoor = (db: Db, organizationId: number | SQL<number>) =>
  selectDoors(db).where(eq(organizations.id, organizationId));

/** What strangers read of an organization's door, in their language. */
export function toDoor(row: DoorRow, { now, language }: { now: Date; language: Language }) {
  const { closedUntil, ...one } = present(row);
  const isClosed = one.isClosed && (closedUntil === null || closedUntil > dayOf(now));
  return { isClosed, closedUntil: isClosed ? closedUntil : null, needs: needsIn(one, language) };
}

/** SQL: the first day on which people are taken in again, empty for no day; null while they are taken in. */
export const closedUntil = (organizationId: SQL, now: Date): SQL =>
  sql`(select coalesce(closed_until, '') from ${doors} where organization_id = ${organizationId} and is_closed
    and (closed_until is null or closed_until > ${dayOf(now)}))`;

const doorRecord = record({
  table: doors,
  select: ({ db, actor }, which) =>
    selectDoors(db).where(sql`${which} and ${organizations.id} = ${actor.organizationId}`),
  by: organizations.id,
  identity: (_, { actor }) => ({ organizationId: actor.organizationId }),
  answers: door,
  present,
  nameOf: () => "/join",
  audit: joiningAudit,
});

/** Reads what the organization says of its door. */
export const getDoor = (context: MemberContext): Promise<Door> =>
  doorRecord.get(context, context.actor.organizationId);

/** Changes what the organization says of its door; equal values change nothing. @throws AppError stale_version */
export const changeDoor = (
  context: MemberContext,
  { version, closedUntil, ...input }: DoorInput,
): Promise<Door> =>
  doorRecord.upsert(context, context.actor.organizationId, version, (row) => {
    const set = { ...input, closedUntil: input.isClosed ? closedUntil : null };
    // The name of a day's detail ends so that the log shows it as one.
    const told = ({ closedUntil: closedUntilDay, ...rest }: Omit<Door, "version">) => ({
      ...rest,
      closedUntilDay,
    });
    const details = changedDetails(told(present(row)), told(set), [
      ...(["isClosed", "closedUntilDay", "needsEn", "needsDa"] as const),
    ]);
    return details && { set, audit: [{ action: "door.changed", entity: { id: null, name: null }, details }] };
  });
