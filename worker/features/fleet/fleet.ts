import { and, eq, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { type Page, page } from "../../lib/page.ts";
import { hangarShips, hangars } from "../hangar/index.ts";
import { members, selectActiveTotal } from "../members/index.ts";
import { users } from "../users/index.ts";
import {
  type FleetOwner,
  type FleetQuery,
  type FleetShip,
  type FleetSummary,
  HIDDEN_COUNTED,
  ONLINE_MINUTES,
  type OnlineMember,
} from "./fleet.schema.ts";

/** The hangars of the reader's organization that are in the fleet, or those that are kept out of it. */
const isHangar = ({ actor }: UserContext, isHidden: boolean): SQL =>
  sql`${hangars.organizationId} = ${actor.organizationId} and ${hangars.isHidden} = ${Number(isHidden)}`;

const ships = sql`(select json_group_array(json_object('shipId', ${hangarShips.shipId}, 'quantity', ${hangarShips.quantity}))
  from ${hangarShips} where ${hangarShips.userId} = ${hangars.userId})`;

/**
 * One page of the active members who show their hangars, each with all of its ships. Hidden hangars and those of former
 * members are left out. @throws AppError invalid_input for a wrong cursor
 */
export async function listFleet(context: UserContext, query: FleetQuery): Promise<Page<FleetOwner>> {
  const { db, language } = context;
  const order = { by: hangars.userId, of: ({ userId }: { userId: number }) => userId };
  const paging = page(query, order, language);
  const rows = await db
    .select({
      userId: hangars.userId,
      memberId: members.id,
      displayName: users.displayName,
      discordId: users.discordId,
      avatar: users.avatar,
      ships: ships.mapWith((text: string) => JSON.parse(text) as FleetShip[]),
    })
    .from(hangars)
    // Cross joins keep the planner at the hangars, which are in order.
    .crossJoin(members)
    .crossJoin(users)
    .where(
      and(
        isHangar(context, false),
        eq(members.userId, hangars.userId),
        eq(members.status, "active"),
        eq(users.id, hangars.userId),
        paging.after,
      ),
    )
    .orderBy(paging.order)
    .limit(paging.limit);
  return paging.toPage(rows, ({ memberId, displayName, discordId, avatar, ships }) => ({
    owner: { memberId, displayName, avatarUrl: avatarUrl(discordId, avatar) },
    ships,
  }));
}

/** What the organization has besides the ships in its fleet. */
export async function summarizeFleet(context: UserContext): Promise<FleetSummary> {
  const { db, actor } = context;
  const hidden = db
    .select({ hidden: hangars.userId })
    .from(hangars)
    .where(isHangar(context, true))
    .limit(HIDDEN_COUNTED);
  const [[total], found] = await readBatch(db, [selectActiveTotal(db, actor.organizationId), hidden]);
  return { members: total?.active ?? 0, hiddenHangars: found.length };
}

/**
 * One page of the active members who were seen in Discord in the last ONLINE_MINUTES, the longest ago first.
 * @throws AppError invalid_input for a wrong cursor
 */
export async function listOnline(context: UserContext, query: FleetQuery): Promise<Page<OnlineMember>> {
  const { db, actor, now, language } = context;
  const from = new Date(now.getTime() - ONLINE_MINUTES * 60_000).toISOString();
  const by = members.seenPosition;
  const order = { by, type: "string", of: ({ position }: { position: string }) => position, from } as const;
  const paging = page(query, order, language);
  const rows = await db
    .select({ memberId: members.id, lastSeen: members.lastSeenAt, position: by })
    .from(members)
    .where(
      and(
        eq(members.organizationId, actor.organizationId),
        eq(members.inDiscord, true),
        // A plus keeps SQLite in the index of those who are in the Discord server.
        sql`+${members.status} = 'active'`,
        paging.after,
      ),
    )
    .orderBy(paging.order)
    .limit(paging.limit);
  return paging.toPage(rows, ({ memberId, lastSeen }) => ({ memberId, lastSeen: lastSeen ?? from }));
}
