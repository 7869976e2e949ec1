import { createHash } from "node:crypto";
import type { syncRuns } from "../discord.table.ts";
import type { PagePlan } from "../plan.ts";
import type { RoleSyncInput } from "./roles.schema.ts";

/** More than this share of the people, and at least so many of them, lose nothing without an administrator's yes. */
const BRAKE = { share: 0.1, people: 5 };

/** What one person would lose: a role for a lower one, or with `to` null their presence in the server. */
export type Loss = { discordId: string; from: number | null; to: number | null };

/** What a page's plan takes from people. */
export const lossesOf = ({ changes, leaves }: Pick<PagePlan, "changes" | "leaves">): Loss[] => [
  ...changes
    .filter(({ loses }) => loses)
    .map(({ discordId, previousRoleId, roleId }) => ({ discordId, from: previousRoleId, to: roleId })),
  ...leaves.map((discordId) => ({ discordId, from: null, to: null })),
];

/** Whether so many of the people would lose something that a sync must not take it by itself. */
export const isTooMuch = (losses: number, people: number): boolean =>
  losses >= BRAKE.people && losses > people * BRAKE.share;

/** A text that is the same for the same losses, in whatever order they were found, and for no others. */
export const fingerprintOf = (losses: readonly Loss[]): string =>
  createHash("sha256")
    .update(JSON.stringify(losses.map(({ discordId, from, to }) => `${discordId} ${from} ${to}`).sort()))
    .digest("hex");

type Run = Pick<typeof syncRuns.$inferSelect, "mode" | "losses" | "taken">;

/**
 * Whether a run takes what people would lose or only gives. One that was decided before it was interrupted goes on as
 * it began, unless more are to lose something than were counted then.
 * @param people how many the last sync saw in the server
 */
export function decideMode(
  run: Run,
  losses: readonly Loss[],
  people: number,
  { givesOnly = false, confirm }: RoleSyncInput,
): "take" | "give" {
  if (givesOnly || run.mode === "give") return "give";
  if (run.mode === "take") return losses.length <= run.losses - run.taken ? "take" : "give";
  if (confirm !== undefined) return fingerprintOf(losses) === confirm ? "take" : "give";
  return isTooMuch(losses.length, people) ? "give" : "take";
}
