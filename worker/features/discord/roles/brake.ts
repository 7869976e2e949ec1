import { createHash } from "node:crypto";
import type { syncRuns } from "../discord.table.ts";
import type { PagePlan } from "../plan.ts";
import type { RoleSyncInput } from "./roles.schema.ts";

/** Losses of more than this share of the people, and of at least so many, need an administrator. */
const BRAKE = { share: 0.1, people: 5 };

/** A person's loss: a role for a lower one, or with `to` null their presence in the server. */
export type Loss = { discordId: string; from: number | null; to: number | null };

export const lossesOf = ({ changes, leaves }: Pick<PagePlan, "changes" | "leaves">): Loss[] => [
  ...changes
    .filter(({ loses }) => loses)
    .map(({ discordId, previousRoleId, roleId }) => ({ discordId, from: previousRoleId, to: roleId })),
  ...leaves.map((discordId) => ({ discordId, from: null, to: null })),
];

/** Whether the number of people who would lose something requires confirmation by an administrator. */
export const isTooMuch = (losses: number, people: number): boolean =>
  losses >= BRAKE.people && losses > people * BRAKE.share;

/** A text that is the same for the same losses in any order. */
export const fingerprintOf = (losses: readonly Loss[]): string =>
  createHash("sha256")
    .update(JSON.stringify(losses.map(({ discordId, from, to }) => `${discordId} ${from} ${to}`).sort()))
    .digest("hex");

type Run = Pick<typeof syncRuns.$inferSelect, "mode" | "losses" | "taken">;

/**
 * Whether a run applies losses or only gives. A continued run keeps its mode, unless more people would lose something than were
 * counted before.
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
