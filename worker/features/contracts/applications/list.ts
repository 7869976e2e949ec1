import { asc, desc, eq, sql } from "drizzle-orm";
import type { UserContext } from "../../../lib/context.ts";
import { readBatch } from "../../../lib/db/client.ts";
import { errors } from "../../../lib/errors.ts";
import { type Page, page } from "../../../lib/page.ts";
import { hangarShips } from "../../hangar/index.ts";
import { rsiAccounts } from "../../rsi/index.ts";
import { ships } from "../../ships/index.ts";
import { users } from "../../users/index.ts";
import { owns } from "../contracts.policy.ts";
import { type ContractRow, contractRecord } from "../contracts.rows.ts";
import { contracts } from "../contracts.table.ts";
import { type ApplicationRow, selectApplications, toApplication } from "./applications.rows.ts";
import type { ApplicantProfile, Application, ApplicationListQuery } from "./applications.schema.ts";
import { contractApplications } from "./applications.table.ts";

/** Largest page: an application is read from four tables. */
const MOST = 50;
/** Most ships that an applicant chooses from. */
const SHIPS = 100;

/**
 * Applications, the newest first: those for a contract that the actor decides on, those for the security team, else the
 * actor's own, which a contract narrows.
 * @throws AppError not_found for another user's contract, forbidden for the security team's
 */
export async function listApplications(
  context: UserContext,
  { contractId, of = contractId === undefined ? "me" : undefined, limit, cursor }: ApplicationListQuery,
): Promise<Page<Application>> {
  const { db, actor, language } = context;
  const { userId, contractId: contractOf, id, organizationId } = contractApplications;
  if (of === "security" && !actor.permissions.has("security.review"))
    throw errors.forbidden({ permission: "security.review" });
  const order = page(
    { limit: Math.min(limit, MOST), cursor },
    { by: id, direction: "desc", of: (row: ApplicationRow) => row.id },
    language,
  );
  const which =
    of === "security"
      ? sql`${contractOf} is null and ${organizationId} = ${actor.organizationId}`
      : of === "me"
        ? sql`${eq(userId, actor.userId)} and ${contractId === undefined ? sql`1` : sql`+${contractOf} = ${contractId}`}`
        : sql`${contractOf} = ${contractId}`;
  const where = order.after ? sql`${which} and ${order.after}` : which;
  const rows = selectApplications(context, where).orderBy(desc(id)).limit(order.limit);
  const isOfContract = of === undefined && contractId !== undefined;
  if (!isOfContract) return order.toPage(await rows, (row) => toApplication(row, context));

  const [[contract], found] = (await readBatch(db, [
    contractRecord.find(context, eq(contracts.id, contractId)),
    rows,
  ])) as [ContractRow[], ApplicationRow[]];
  if (!contract || !owns(actor, contract)) throw errors.not_found();
  return order.toPage(found, (row) => toApplication(row, context));
}

/** What is known of the actor to begin an application with. */
export async function getProfile({ db, actor }: UserContext): Promise<ApplicantProfile> {
  const [[user], [account], hangar] = await readBatch(db, [
    db.select().from(users).where(eq(users.id, actor.userId)),
    db.select().from(rsiAccounts).where(eq(rsiAccounts.userId, actor.userId)),
    db
      .select({ name: ships.name })
      .from(hangarShips)
      .innerJoin(
        ships,
        sql`${ships.organizationId} = ${hangarShips.organizationId} and ${ships.id} = ${hangarShips.shipId}`,
      )
      .where(eq(hangarShips.userId, actor.userId))
      .orderBy(asc(ships.name))
      .limit(SHIPS),
  ]);
  return {
    displayName: user?.displayName ?? actor.name,
    // Users of Discord are known by their name there.
    discordUsername: user?.discordId ? user.username : null,
    rsiHandle: account?.handle ?? null,
    isHandleVerified: account !== undefined,
    ships: hangar.map(({ name }) => name),
  };
}
