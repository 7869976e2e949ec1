import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { MemberContext } from "../../lib/context.ts";
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

/** SQL condition: a hangar is of the reader's organization, and shown or hidden. */
const isHangar = ({ actor }: MemberContext, isHidden: boolean): SQL =>
  sql`${hangars.organizationId} = ${actor.organizationId} and ${hangars.isHidden} = ${Number(isHidden)}`;

const ships = sql`(select json_group_array(json_object('shipId', ${hangarShips.shipId}, 'quantity', ${hangarShips.quantity}))
  from ${hangarShips} where ${hangarShips.userId} = ${hangars.userId})`;

/** One page of the active members with visible hangars, with their ships. @throws AppError invalid_input for a wrong cursor */
export async function listFleet(context: MemberContext, query: FleetQuery): Promise<Page<FleetOwner>> {
  const { db, language } = context;
  const by = hangars.userId;
  const isActive = eq(members.status, "active");
  const paging = page(query, { by, positionOf: ({ userId }: { userId: number }) => userId }, language);
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
    // Cross joins make the planner begin with the hangars, which are in order.
    .crossJoin(members)
    .crossJoin(users)
    .where(and(isHangar(context, false), isActive, eq(members.userId, by), eq(users.id, by), paging.after))
    .orderBy(paging.order)
    .limit(paging.limit);
  return paging.toPage(rows, ({ ships, ...owner }) => ({
    owner: { ...owner, avatarUrl: avatarUrl(owner.discordId, owner.avatar) },
    ships,
  }));
}

export async function summarizeFleet(context: MemberContext): Promise<FleetSummary> {
  const { db, actor } = context;
  const [[total], hidden] = await readBatch(db, [
    selectActiveTotal(db, actor.organizationId),
    db.select({ id: hangars.userId }).from(hangars).where(isHangar(context, true)).limit(HIDDEN_COUNTED),
  ]);
  return { members: total?.active ?? 0, hiddenHangars: hidden.length };
}

/** One page of the members seen in Discord in the last ONLINE_MINUTES, the longest ago first. @throws as `listFleet` */
export async function listOnline(context: MemberContext, query: FleetQuery): Promise<Page<OnlineMember>> {
  const { db, actor, now, language } = context;
  const from = new Date(now.getTime() - ONLINE_MINUTES * 60_000).toISOString();
  const by = members.seenPosition;
  const order = {
    by,
    type: "string",
    positionOf: ({ position }: { position: string }) => position,
    from,
  } as const;
  const paging = page(query, order, language);
  const rows = await db
    .select({ memberId: members.id, lastSeen: members.lastSeenAt, position: by })
    .from(members)
    .where(
      and(
        eq(members.organizationId, actor.organizationId),
        eq(members.status, "active"),
        eq(members.inDiscord, true),
        // The order is by their last visit, in Discord or the app.
        gt(members.lastSeenAt, from),
        paging.after,
      ),
    )
    .orderBy(paging.order)
    .limit(paging.limit);
  return paging.toPage(rows, ({ memberId, lastSeen }) => ({ memberId, lastSeen: lastSeen ?? from }));
}
