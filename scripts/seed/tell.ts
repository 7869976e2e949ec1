import type { UserActor } from "../../worker/lib/actor.ts";
import type { UserContext } from "../../worker/lib/context.ts";
import { openDb } from "../../worker/lib/db/client.ts";
import type { Env } from "../../worker/lib/env.ts";
import { insertRows, type Row } from "../lib/database.ts";
import type { LocalDatabase } from "../lib/local-worker.ts";
import type { ContractStep, Story } from "./contract-steps.ts";
import { DONE_CONTRACTS } from "./contracts-done.ts";
import { OPEN_CONTRACTS } from "./contracts-open.ts";

const HOUR = 3_600_000;

type Who = {
  name: string;
  userId: number;
  memberId: number;
  permissions: string;
  rank: number;
};

/** The people who can act, by name. */
async function readActors(database: LocalDatabase, organizationId: number): Promise<Map<string, UserActor>> {
  const { results } = await database
    .prepare(
      `select users.display_name as name, users.id as userId, members.id as memberId, roles.permissions,
        roles.priority as rank from members join users on users.id = members.user_id
        join roles on roles.id = members.role_id where members.organization_id = ?1 and members.status = 'active'`,
    )
    .bind(organizationId)
    .all<Who>();
  return new Map(
    results.map(({ permissions, ...who }) => [
      who.name,
      {
        kind: "user",
        ...{ ...who, organizationId, language: null, role: null, sessionId: 0 },
        permissions: new Set<string>(JSON.parse(permissions)),
      },
    ]),
  );
}

/**
 * Lets everything happen to the demo's contracts at its time, through the product's own verbs. `audit` are entries about
 * other things, which stand between theirs: the log is in the order of time.
 */
export async function tellContracts(
  database: LocalDatabase,
  organizationId: number,
  now: Date,
  audit: readonly Row[],
): Promise<void> {
  const actors = await readActors(database, organizationId);
  const { db } = openDb(database as never, undefined);
  const instant = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString();
  const userId = (name: string) => actors.get(name)?.userId ?? 0;
  const steps = [...OPEN_CONTRACTS, ...DONE_CONTRACTS]
    .flatMap((contract) => {
      const story: Story = { id: 0, applications: new Map(), payout: null, userId, instant };
      return contract.map((step): [ContractStep, Story] => [step, story]);
    })
    .sort(([a], [b]) => b.ago - a.ago);

  let told = 0;
  const tellUntil = async (at: string) => {
    const next = audit.findIndex(({ created_at }) => String(created_at) > at);
    const end = next < 0 ? audit.length : next;
    if (end > told) await insertRows(database, "audit_log", audit.slice(told, end)).run();
    told = Math.max(told, end);
  };
  for (const [{ ago, by, verb }, story] of steps) {
    const actor = actors.get(by);
    if (!actor) throw new Error(`${by} is not among the demo's members.`);
    const at = instant(-ago);
    await tellUntil(at);
    const context: UserContext = { db, env: {} as Env, actor, now: new Date(at), language: "en" };
    await verb(context, story);
  }
  await tellUntil(now.toISOString());
}
