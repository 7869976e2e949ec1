import { eq, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { guildMembers } from "../discord/index.ts";
import { hangarShips, hangars } from "../hangar/index.ts";
import { members, selectActiveTotal } from "../members/index.ts";
import {
  type DoneContracts,
  selectBalances,
  selectDoneContracts,
  toDoneContracts,
} from "../payouts/index.ts";
import { users } from "../users/index.ts";
import type { Account, Achievement } from "./account.schema.ts";

const DAY_MS = 24 * 3_600_000;
/** Goals of the achievements: days of membership, ships. */
const YEAR_DAYS = 365;
const SHIPS = 10;

const isInGuild = sql<number>`exists (select 1 from ${guildMembers}
  where ${guildMembers.organizationId} = ${users.organizationId} and ${guildMembers.discordId} = ${users.discordId}
    and ${guildMembers.present})`;
/** Null for a user who is no active member. */
const joinedAt = sql<string | null>`iif(${members.status} = 'active', ${members.joinedAt}, null)`;

const selectOwn = ({ db, actor }: MemberContext) =>
  db
    .select({
      username: users.username,
      hasPassword: sql<0 | 1>`${users.passwordHash} is not null`.as("has_password"),
      discordId: users.discordId,
      inGuild: isInGuild.as("in_guild"),
      joinedAt: joinedAt.as("joined_at"),
    })
    .from(users)
    .leftJoin(members, eq(members.userId, users.id))
    .where(eq(users.id, actor.userId));

type Hangar = { ships: number; newest: string | null; isHidden: 0 | 1 };

const selectHangar = ({ db, actor }: MemberContext) =>
  db.all<Hangar>(sql`select coalesce(sum(quantity), 0) as ships,
      max(coalesce(acquired_date, substr(created_at, 1, 10))) as newest,
      coalesce((select is_hidden from ${hangars} where user_id = ${actor.userId}), 0) as isHidden
    from ${hangarShips} where user_id = ${actor.userId}`);

/** The caller's achievements. Membership counts in whole days since `joinedAt`, null for no member. */
function achievementsOf(now: Date, contracts: DoneContracts, ships: number, joinedAt: string | null) {
  const reaching = (key: Achievement["key"], count: number, goal: number, doneAt: string | null) => {
    return { key, value: Math.min(count, goal), goal, doneAt, expectedAt: null };
  };
  const days = joinedAt === null ? 0 : Math.floor((now.getTime() - Date.parse(joinedAt)) / DAY_MS);
  const yearAt = joinedAt === null ? null : hoursFrom(new Date(joinedAt), YEAR_DAYS * 24);
  const isYear = days >= YEAR_DAYS;
  return [
    reaching("first_contract", contracts.count, 1, contracts.firstAt),
    reaching("ten_contracts", contracts.count, 10, contracts.tenthAt),
    { ...reaching("year", days, YEAR_DAYS, isYear ? yearAt : null), expectedAt: isYear ? null : yearAt },
    reaching("hangar_of_ten", ships, SHIPS, null),
  ];
}

export async function getAccount(context: MemberContext): Promise<Account> {
  const { db, actor, now } = context;
  const [[own], done, balances, [hangar], [total]] = await readBatch(db, [
    selectOwn(context),
    selectDoneContracts(db, actor.userId),
    selectBalances(db, actor.userId),
    selectHangar(context),
    selectActiveTotal(db, actor.organizationId),
  ]);
  if (!own) throw errors.signed_out();
  const contracts = toDoneContracts(done, balances);
  const keptFor = !own.hasPassword ? "last_way_in" : own.inGuild ? "discord_synced" : null;
  const { ships = 0, newest = null, isHidden = 0 } = hangar ?? {};
  return {
    members: actor.memberId === null ? null : (total?.active ?? 0),
    contracts,
    hangar: { ships, newest, isHidden: isHidden === 1 },
    achievements: achievementsOf(now, contracts, ships, own.joinedAt),
    signIn: {
      username: own.hasPassword ? own.username : null,
      keepsDiscord: own.discordId === null ? null : keptFor,
    },
  };
}
