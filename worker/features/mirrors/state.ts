import { and, eq, sql } from "drizzle-orm";
import type { Context, MemberContext, SystemContext } from "../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { selectCrmBot } from "../bots/index.ts";
import { holdersOf } from "../members/index.ts";
import type { MirrorState, MirrorStatus } from "./mirrors.schema.ts";
import { eventMirrorStates } from "./mirrors.table.ts";
import { mirrorErrors, mirrorNotices } from "./mirrors.texts.ts";
import type { Wanted } from "./plan.ts";

export type StateRow = typeof eventMirrorStates.$inferSelect;

/** Minutes after which a pass counts as killed. */
const LEASE_MINUTES = 3;
/** Hours without contact to Discord before users are told. */
const SILENT_HOURS = 2;

export const selectState = (db: Db, organizationId: number) =>
  db.select().from(eventMirrorStates).where(eq(eventMirrorStates.organizationId, organizationId));

/** Whether events can be shown in Discord, by the last run. */
export async function getMirrorStatus({ db, actor, language }: MemberContext): Promise<MirrorStatus> {
  const { organizationId } = actor;
  const [[row], [bot]] = await readBatch(db, [
    selectState(db, organizationId),
    selectCrmBot(db, organizationId),
  ]);
  const stored = row?.state ?? "ready";
  // A bot added since the last run has not been tried yet.
  const state = !bot?.token ? "no_bot" : stored === "no_bot" ? "ready" : stored;
  const why = state === "ready" ? null : mirrorErrors[`mirror_${state}`]().text(language);
  return { state, since: state === stored ? (row?.since ?? null) : null, why };
}

/**
 * Takes the turn to work for an organization. Null while another process has it, which then checks again, and while Discord
 * demands a wait.
 */
export async function takeTurn({ db, env }: SystemContext, organizationId: number): Promise<StateRow | null> {
  const now = new Date();
  const at = now.toISOString();
  const holder = crypto.randomUUID();
  const isFree = sql`coalesce(lease_until, '') <= ${at}`;
  const [row] = await db
    .insert(eventMirrorStates)
    .values({
      ...{ organizationId, state: "ready", since: at, guildId: env.DISCORD_GUILD_ID, holder },
      leaseUntil: hoursFrom(now, LEASE_MINUTES / 60),
    })
    .onConflictDoUpdate({
      target: eventMirrorStates.organizationId,
      set: {
        holder: sql`iif(${isFree}, excluded.holder, holder)`,
        leaseUntil: sql`iif(${isFree}, excluded.lease_until, lease_until)`,
        isAskedAgain: sql`iif(${isFree}, 0, 1)`,
      },
      setWhere: sql`coalesce(retry_at, '') <= ${at}`,
    })
    .returning();
  return row?.holder === holder ? row : null;
}

/** The statement that ends a turn, and returns whether another process had work meanwhile. */
export const endTurn = (db: Db, { organizationId, holder }: StateRow, set: Partial<StateRow> = {}) =>
  db
    .update(eventMirrorStates)
    .set({ ...set, holder: null, leaseUntil: null })
    .where(
      and(eq(eventMirrorStates.organizationId, organizationId), eq(eventMirrorStates.holder, holder ?? "")),
    )
    .returning({ isAskedAgain: eventMirrorStates.isAskedAgain });

/**
 * The changes of the row by a state, and its notices: organizers with waiting events and administrators are told once, until it
 * works again. Nobody is told where there is nothing to show, or Discord is briefly unreachable.
 * @param waiting events that Discord does not show yet; null where there is nothing to show
 */
export function changeState(
  context: Context,
  row: StateRow,
  state: MirrorState,
  waiting: readonly Pick<Wanted, "organizerId">[] | null,
): { set: Partial<StateRow>; notices: Statement[] } {
  const { actor, now } = context;
  const since = row.state === state ? row.since : now.toISOString();
  const set = { state, since };
  if (state === "ready") return { set: { ...set, isTold: false }, notices: [] };
  const isSilent = state === "unreachable" && since > hoursFrom(now, -SILENT_HOURS);
  if (row.isTold || isSilent || waiting === null) return { set, notices: [] };
  const ids = JSON.stringify(waiting.flatMap(({ organizerId }) => organizerId ?? []));
  const told = sql`select id from (${holdersOf(actor, "admin.system").users}) union select value from json_each(${ids})`;
  return {
    set: { ...set, isTold: true },
    notices: mirrorNotices.write(context, told, `event.mirror_${state}`),
  };
}
