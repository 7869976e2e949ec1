import { asc, eq, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import { type Answers, BLOCKS_MOST, type DoorBlock, type DoorBlockInput } from "./joining.schema.ts";
import { doorBlocks } from "./joining.table.ts";
import { joiningAudit, joiningErrors } from "./joining.texts.ts";
import { handlesOf } from "./own.ts";

const selectBlocks = ({ db, actor }: MemberContext) =>
  db
    .select()
    .from(doorBlocks)
    .where(eq(doorBlocks.organizationId, actor.organizationId))
    .orderBy(asc(doorBlocks.kind), asc(doorBlocks.value));

/** Lists the accounts and handles that cannot apply. */
export const listBlocks = async (context: MemberContext): Promise<DoorBlock[]> => selectBlocks(context);

/** Adds an account or handle to the list or removes it; answers the list. @throws AppError blocks_full */
export async function changeBlock(
  context: MemberContext,
  { kind, value: typed, isBlocked }: DoorBlockInput,
): Promise<DoorBlock[]> {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const value = typed.toLowerCase();
  const found = await selectBlocks(context);
  if (found.some((each) => each.kind === kind && each.value === value) === isBlocked) return found;
  const action = isBlocked ? "door.blocked" : "door.unblocked";
  const results = await write(db, [
    ...(isBlocked
      ? [
          guard(
            sql`(select count(*) from ${doorBlocks} where organization_id = ${organizationId}) < ${BLOCKS_MOST}`,
            joiningErrors.blocks_full({ most: BLOCKS_MOST }),
          ),
          db
            .insert(doorBlocks)
            .values({ organizationId, kind, value, by: actor.name, at: now.toISOString() })
            .onConflictDoNothing(),
        ]
      : [
          db
            .delete(doorBlocks)
            .where(sql`organization_id = ${organizationId} and kind = ${kind} and value = ${value}`),
        ]),
    joiningAudit.write(context, { action, entity: { id: null, name: null } }),
    selectBlocks(context),
  ]);
  return results.at(-1) as DoorBlock[];
}

/** The guard that no handle among answers is on the list. */
export function guardUnblocked({ actor }: MemberContext, answers: Answers): Guard {
  const handles = JSON.stringify(handlesOf(answers).map((each) => each.toLowerCase()));
  return guard(
    sql`not exists (select 1 from ${doorBlocks} where organization_id = ${actor.organizationId} and kind = 'handle'
      and value in (select value from json_each(${handles})))`,
    joiningErrors.door_blocked(),
  );
}
