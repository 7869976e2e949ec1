import type { MemberActor } from "./actor.ts";
import { dayOf } from "./db/daily-budgets.table.ts";
import { defineErrors, problem } from "./errors.ts";
import type { Permission } from "./permissions.schema.ts";

/**
 * The rows that a user may write to D1 on a day (UTC), indexes and triggers included, by what they may do.
 * SECURITY.md shows these figures.
 */
export const ROWS_A_DAY = {
  /** An account without an active membership. */
  stranger: 4_000,
  member: 40_000,
  /** Holds a permission to change records of others. */
  officer: 200_000,
  /** Holds a permission to administer. */
  administrator: 400_000,
} as const;
type BudgetKind = keyof typeof ROWS_A_DAY;

/** Rows kept for a user whose figure is used up. A thief with an open session can use neither up for the other. */
export const RESERVED_ROWS = {
  /** Beyond the figure, for routes that end sessions or the account and ask for a recent proof. */
  ending: 1_000,
  /** Counted for itself: to prove who one is, and one's own password. */
  proof: 4_000,
} as const;
export type Reserve = keyof typeof RESERVED_ROWS;

/** The most rows that a route writes, where it declares nothing else: an edit or a new record. */
export const USUAL_ROWS = 20;

const ADMINISTERS: readonly Permission[] = ["admin.users", "admin.system", "admin.permissions"];
const CHANGES_OTHERS: readonly Permission[] = [
  ...(["members.write", "prospects.write", "prospects.assign", "crm.assign"] as const),
  ...(["bots.write", "events.write", "security.review", "contracts.admin"] as const),
];

/** Returns the kind of user whose figure holds for an actor. */
export function budgetKindOf({ memberId, permissions }: MemberActor): BudgetKind {
  const holds = (permission: Permission) => permissions.has(permission);
  if (memberId === null) return "stranger";
  if (ADMINISTERS.some(holds)) return "administrator";
  return CHANGES_OTHERS.some(holds) ? "officer" : "member";
}

const budgetErrors = defineErrors({
  write_budget_used: problem(429)(
    "You have changed as much as one user can in a day. Nothing of this was saved. Try again in {hours|hour|hours}.",
    "Du har ændret så meget, som én bruger kan på en dag. Intet af dette blev gemt. Prøv igen om {hours|time|timer}.",
  ),
});

/** The most rows that a request writes, and the reserve that it may use. */
export type Charge = { rows: number; reserve?: Reserve | undefined };
type Charged = Charge & { actor: MemberActor; now: Date };

/** The key and the limit of the row that counts a request. */
function countOf({ actor, now, reserve }: Charged) {
  const isProof = reserve === "proof";
  const figure = isProof ? 0 : ROWS_A_DAY[budgetKindOf(actor)];
  const key = [actor.userId, dayOf(now), isProof ? "proofs" : "rows"] as const;
  return { key, most: figure + (reserve ? RESERVED_ROWS[reserve] : 0) };
}

/** The statement that counts a request's rows; the database refuses it when the user's budget is used up. */
export function chargeStatement(client: D1Database, charge: Charged): D1PreparedStatement {
  const { key, most } = countOf(charge);
  return client
    .prepare(
      `insert into daily_budgets (user_id, day, kind, used, most) values (?, ?, ?, ?, ?)
       on conflict do update set used = used + excluded.used, most = excluded.most`,
    )
    .bind(...key, charge.rows, most);
}

/** The statement that counts rows that are already written: to the limit at most, since nothing can be refused any more. */
export function settleStatement(client: D1Database, charge: Charged): D1PreparedStatement {
  const { key, most } = countOf(charge);
  return client
    .prepare(
      `insert into daily_budgets (user_id, day, kind, used, most) values (?1, ?2, ?3, min(?4, ?5), ?5)
       on conflict do update set used = min(most, used + ?4)`,
    )
    .bind(...key, charge.rows + 1, most);
}

/** The refusal of a request beyond the budget: it goes on at midnight (UTC). */
export function budgetUsed(now: Date) {
  const seconds = 86_400 - (Math.floor(now.getTime() / 1000) % 86_400);
  return budgetErrors.write_budget_used({ hours: Math.ceil(seconds / 3600) }, { retryAfterSeconds: seconds });
}
