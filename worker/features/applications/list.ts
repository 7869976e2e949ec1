import { and, desc, eq, sql } from "drizzle-orm";
import { compareNames } from "../../lib/compare-names.ts";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { type Page, page } from "../../lib/page.ts";
import { type ContractRow, contractRecord, contracts, owns } from "../contracts/index.ts";
import { formOf, selectLive } from "../forms/index.ts";
import { hangarShips } from "../hangar/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { ships } from "../ships/index.ts";
import { users } from "../users/index.ts";
import { assertPermission, isOwn } from "./applications.policy.ts";
import { type ApplicationRow, selectApplications, toApplication } from "./applications.rows.ts";
import type {
  ApplicantProfile,
  Application,
  ApplicationListQuery,
  ProfileQuery,
} from "./applications.schema.ts";
import { contractApplications } from "./applications.table.ts";
import { hasAnswers } from "./forget.ts";
import { WIZARD } from "./wizard.schema.ts";

/** Most applications in one answer, since each is read from four tables. */
const MOST = 50;
/** Most ships in an applicant's profile. */
const SHIPS = 100;

/**
 * One page of applications, newest first: for a contract that the actor decides on, or the actor's own, optionally for one
 * contract.
 * @throws AppError not_found for a contract that the actor does not look after
 */
export async function listApplications(
  context: MemberContext,
  { contractId, of = contractId === undefined ? "me" : undefined, limit, cursor }: ApplicationListQuery,
): Promise<Page<Application>> {
  const { db, actor, language } = context;
  const { userId, contractId: contractOf, id } = contractApplications;
  const newest = { by: id, direction: "desc", positionOf: (row: ApplicationRow) => row.id } as const;
  const order = page({ limit: Math.min(limit, MOST), cursor }, newest, language);
  const which =
    of === "me"
      ? sql`${eq(userId, actor.userId)} and ${contractId === undefined ? sql`1` : sql`+${contractOf} = ${contractId}`}`
      : sql`${contractOf} = ${contractId}`;
  const where = order.after ? sql`${which} and ${order.after}` : which;
  const rows = selectApplications(context, where).orderBy(desc(id)).limit(order.limit);
  const isOfContract = of === undefined && contractId !== undefined;
  const present = (row: ApplicationRow) => toApplication(row, context);
  if (!isOfContract) return order.toPage(await rows, present);
  const [[contract], found] = (await readBatch(db, [
    contractRecord.find(context, eq(contracts.id, contractId)),
    rows,
  ])) as [ContractRow[], ApplicationRow[]];
  if (!contract || !owns(actor, contract)) throw errors.not_found();
  return order.toPage(found, present);
}

/** The organization's data on the actor, and their last answers, to prefill a new application. @throws AppError forbidden */
export async function getProfile(context: MemberContext, { kind }: ProfileQuery): Promise<ApplicantProfile> {
  if (kind === "security") assertPermission(context, "security.view");
  const { db, actor, language } = context;
  const [[user], [account], hangar, [last], live] = await readBatch(db, [
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
      .limit(SHIPS),
    db
      .select()
      .from(contractApplications)
      .where(and(eq(contractApplications.userId, actor.userId), isOwn(actor), hasAnswers))
      .orderBy(desc(contractApplications.id))
      .limit(1),
    selectLive(db, actor.organizationId, kind),
  ]);
  const form = formOf(live);
  return {
    displayName: user?.displayName ?? actor.name,
    // The username of a Discord user is their name in Discord.
    discordUsername: user?.discordId ? user.username : null,
    rsiHandle: account?.handle ?? null,
    isHandleVerified: account !== undefined,
    ships: hangar.map(({ name }) => name).sort(compareNames(language)),
    form: { number: form?.number ?? null, content: form?.content ?? WIZARD },
    last: last ?? null,
  };
}
