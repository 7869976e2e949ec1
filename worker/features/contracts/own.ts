import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { firstRows } from "../../lib/page.ts";
import { eventAnswers, events, isPublished, LENGTH } from "../events/index.ts";
import { hangarShips } from "../hangar/index.ts";
import { ships } from "../ships/index.ts";
import { parts } from "./attached.ts";
import { isAvailableInIndex, isOpenTo } from "./contracts.policy.ts";
import { selectContracts, toContract } from "./contracts.rows.ts";
import { type Contract, isAvailable, MOST_FITTING, MOST_OWN, type OwnContracts } from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";

/** The newest available contracts that are looked at, the reader's ships, and the next events of the organization. */
const LOOKED_AT = 30;
const SHIPS = 100;
const EVENTS = 50;

type Roles = readonly (typeof ships.$inferSelect)["roles"][number][];
const FIGHTS: Roles = ["fighter", "military"];

/** The roles of ships that work asks for, by its service, or by its type where it names none. */
const ROLES: Readonly<Record<Contract["type"] | NonNullable<Contract["serviceType"]>, Roles>> = {
  mining: ["mining"],
  transport: ["cargo"],
  security: FIGHTS,
  exploration: ["exploration"],
  trade: ["cargo"],
  research: ["science", "data"],
  cargo_transport: ["cargo"],
  mining_operations: ["mining"],
  escort_services: FIGHTS,
  // These need a person, in whatever ship.
  pilot_services: [],
  gunner_position: [],
  bounty_hunting: [...FIGHTS, "interdiction"],
  medical_support: ["medical"],
  ship_repair: ["repair"],
  salvage_operations: ["salvage"],
};

type OwnShip = { name: string; urlPhoto: string | null; scu: number; roles: string };
type Going = { startsAt: string; endsAt: string };

/** The first of some ships that has a role that a contract asks for, with that role. */
function shipFor({ type, serviceType }: Contract, own: readonly OwnShip[]) {
  const roles = ROLES[serviceType ?? type];
  for (const { roles: has, ...ship } of own) {
    const role = (JSON.parse(has) as Roles).find((each) => roles.includes(each));
    if (role) return { ...ship, role };
  }
  return null;
}

/** Whether the last hours before a contract's deadline, as many as its work takes, are those of an event. */
const clashes = ({ deadline, estimatedHours }: Contract, going: readonly Going[]): boolean =>
  deadline !== null &&
  going.some(
    ({ startsAt, endsAt }) =>
      startsAt < deadline && endsAt > hoursFrom(new Date(deadline), -(estimatedHours ?? 1)),
  );

/** The order of the reader's own contracts: what they do, what they were given, what waits for others. */
const rankOf = ({ status, applicationId, deadline }: Contract): string =>
  (status === "accepted" ? "0" : applicationId !== null ? "3" : isAvailable(status) ? "1" : "2") +
  (deadline ?? "~");

/** What the reader does or has applied for, and contracts that their ships fit at times when they go to no event. */
export async function listOwnContracts(context: MemberContext): Promise<OwnContracts> {
  const { db, actor, now } = context;
  const userId = actor.userId ?? -1;
  const isOffered = and(eq(contracts.organizationId, actor.organizationId), isAvailableInIndex) as SQL;
  const offered = firstRows(db, contracts, {
    where: isOffered,
    order: desc(contracts.position),
    most: LOOKED_AT,
  });
  const select = (ids: SQL) => selectContracts(db, actor).where(sql`${contracts.id} in (${ids})`);
  const sinceLongest = hoursFrom(now, -LENGTH.most / 60);
  const seesEvents = actor.permissions.has("events.read");
  const [doing, applied, open, own, going] = await readBatch(db, [
    select(sql`select id from ${contracts} where assigned_to = ${userId} and organization_id = ${actor.organizationId}
      and status in ('posted', 'open', 'active', 'accepted', 'completed', 'awaiting_payment', 'payment_sent') limit ${4 * MOST_OWN}`),
    select(sql`${parts().applications.appliedTo(actor)} limit ${MOST_OWN}`),
    select(sql`select id from ${offered} where ${isOpenTo(context)}`).orderBy(desc(contracts.position)),
    db.all<OwnShip>(sql`select s.name, s.url_photo as urlPhoto, s.scu, s.roles
      from (select organization_id, ship_id from ${hangarShips} where user_id = ${userId} limit ${SHIPS}) own
      cross join ${ships} s on s.organization_id = own.organization_id and s.id = own.ship_id
      order by s.scu desc, s.id`),
    db.all<Going>(sql`select starts_at as startsAt, ends_at as endsAt
      from (select * from ${events} where ${events.organizationId} = ${actor.organizationId}
        and ${events.position} >= ${sinceLongest} and ${isPublished} order by position limit ${seesEvents ? EVENTS : 0}) next
      cross join ${eventAnswers} mine on mine.user_id = ${userId} and mine.event_id = next.id and mine.is_seated = 1
      where next.status = 'planned'`),
  ]);
  const fitting = open
    .map((row) => toContract(row, context))
    .filter((each) => !clashes(each, going))
    .flatMap((each) => ({ contract: each, ship: shipFor(each, own) }))
    .flatMap(({ contract, ship }) => (ship ? { contract, ship } : []));
  return {
    own: [...doing, ...applied]
      .map((row) => toContract(row, context))
      .toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))
      .slice(0, MOST_OWN),
    hasShips: own.length > 0,
    fitting: fitting.slice(0, MOST_FITTING),
  };
}
