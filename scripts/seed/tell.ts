import type { DatabaseSync } from "node:sqlite";
import { drizzle } from "drizzle-orm/d1";
import type { SessionActor } from "../../worker/lib/actor.ts";
import type { SessionContext } from "../../worker/lib/context.ts";
import type { Db } from "../../worker/lib/db/client.ts";
import type { Env } from "../../worker/lib/env.ts";
import type { Row } from "../lib/database.ts";
import { fileDatabase } from "../lib/file-database.ts";
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

/** Returns the members who can act, by name. */
function readActors(file: DatabaseSync, organizationId: number): Map<string, SessionActor> {
  const members = file
    .prepare(
      `select users.display_name as name, users.id as userId, members.id as memberId, roles.permissions,
        roles.priority as rank from members join users on users.id = members.user_id
        join roles on roles.id = members.role_id where members.organization_id = ?1 and members.status = 'active'`,
    )
    .all(organizationId) as Who[];
  return new Map(
    members.map(({ permissions, ...who }) => [
      who.name,
      {
        kind: "user",
        provenAt: "",
        endsAt: "",
        isHeldBack: false,
        ...{ ...who, organizationId, language: null, role: null, sessionId: 0 },
        permissions: new Set<string>(JSON.parse(permissions)),
      },
    ]),
  );
}

/**
 * Applies all steps to the demo's contracts, each at its time, with the product's own verbs. `audit` are entries
 * about other things, which are written between theirs so that the log is in the order of time.
 */
export async function tellContracts(
  file: DatabaseSync,
  organizationId: number,
  now: Date,
  audit: readonly Row[],
): Promise<void> {
  const actors = readActors(file, organizationId);
  const db = drizzle(fileDatabase(file) as never) as unknown as Db;
  const instant = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString();
  const userId = (name: string) => actors.get(name)?.userId ?? 0;
  const steps = [...OPEN_CONTRACTS, ...DONE_CONTRACTS]
    .flatMap((contract) => {
      const story: Story = { id: 0, applications: new Map(), payout: null, userId, instant };
      return contract.map((step): [ContractStep, Story] => [step, story]);
    })
    .sort(([a], [b]) => b.ago - a.ago);

  const others = [...audit];
  const tellUntil = (at: string) => {
    while (others[0] && String(others[0]["created_at"]) <= at) {
      const row = others.shift() as Row;
      const places = Object.keys(row).map(() => "?");
      file
        .prepare(`insert into audit_log (${Object.keys(row)}) values (${places})`)
        .run(...Object.values(row));
    }
  };
  for (const [{ ago, by, verb }, story] of steps) {
    const actor = actors.get(by);
    if (!actor) throw new Error(`${by} is not among the demo's members.`);
    const at = instant(-ago);
    tellUntil(at);
    const context: SessionContext = { db, env: {} as Env, actor, now: new Date(at), language: "en" };
    await verb(context, story);
  }
  tellUntil(now.toISOString());
}
