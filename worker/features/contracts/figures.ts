import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { listMembers } from "../members/index.ts";
import { contractApplications } from "./applications/applications.table.ts";
import { isOpenTo } from "./contracts.policy.ts";
import { COUNTED, type ContractCounts, type ContractMember } from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";
import { payoutTransfers } from "./payouts/payouts.table.ts";

/** Available contracts, newest first, among which those that the reader can apply for are counted. */
const LOOKED_AT = 2 * (COUNTED + 1);
const MEMBERS = 50;

/** The figures of the contracts page for a reader. */
export async function countContracts({ db, actor }: UserContext): Promise<ContractCounts> {
  const { organizationId, userId } = actor;
  const member = actor.memberId ?? -1;
  const upTo = (rows: SQL) => sql<number>`(select count(*) from (${rows} limit ${COUNTED + 1}))`;
  const count = (from: SQL, where: SQL | undefined) => upTo(sql`select 1 from ${from} where ${where}`);
  const transfers = (where: SQL | undefined) =>
    count(sql`${payoutTransfers}`, and(isNull(payoutTransfers.confirmedAt), where));
  // Conditions of partial indexes stand as the indexes have them.
  const isOfOrganization = eq(contracts.organizationId, organizationId);
  const isDraft = sql`${contracts.postedAt} is null`;
  const isPending = sql`${eq(contractApplications.userId, userId)} and ${contractApplications.status} = 'pending'`;
  const [figures] = await db
    .select({
      active: count(sql`${contracts}`, and(isOfOrganization, sql`${contracts.postedAt} is not null`)).as(
        "active",
      ),
      drafts: upTo(sql`select 1 from ${contracts} where ${eq(contracts.createdBy, member)} and ${isDraft}
        union all select 1 from ${contracts} where ${eq(contracts.postedBy, member)} and ${isDraft}
          and ${ne(contracts.postedBy, contracts.createdBy)}`).as("drafts"),
      open: upTo(sql`select 1 from (select * from ${contracts} where ${isOfOrganization}
          and ${contracts.status} in ('posted', 'open', 'active') order by ${contracts.position} desc limit ${LOOKED_AT}
        ) as contracts where ${isOpenTo(actor)}`).as("open"),
      applications: upTo(sql`select 1 from ${contractApplications}
          where ${isPending} and ${contractApplications.contractId} is not null
        union all select 1 from ${contractApplications}
          where ${isPending} and ${contractApplications.contractId} is null`).as("applications"),
      owing: transfers(and(eq(payoutTransfers.payer, userId), isNull(payoutTransfers.sentAt))).as("owing"),
      owed: transfers(eq(payoutTransfers.receiver, userId)).as("owed"),
    })
    .from(sql`(select 1)`);
  return figures as ContractCounts;
}

/** Active members who can be given a contract, by name: those whose names hold `q`, else those last seen. */
export async function listContractMembers(
  context: UserContext,
  { q, userId }: { q?: string | undefined; userId?: number | undefined },
): Promise<ContractMember[]> {
  const found = await listMembers(context, { q, userId, status: "active", sort: "seen", limit: MEMBERS });
  return found.items
    .map(({ id, userId: user, username, displayName, avatarUrl }) => {
      return { memberId: id, userId: user, username, displayName, avatarUrl };
    })
    .sort((a, b) => a.displayName.localeCompare(b.displayName, context.language));
}
