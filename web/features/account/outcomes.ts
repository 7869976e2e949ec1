import type { LinkOutcome } from "../../../worker/features/auth/auth.schema.ts";
import type { ConfirmOutcome } from "../../../worker/features/second-factor/second-factor.schema.ts";

// Outcomes of what a user began at Discord, by their names in the address that they return to; the first of each is the success.
export const LINKED = ["linked", "taken", "failed", "error", "ended"] as const satisfies LinkOutcome[];
export const CONFIRMED = [
  "confirmed",
  "other",
  "failed",
  "error",
  "ended",
] as const satisfies ConfirmOutcome[];

/**
 * Returns the outcome that an address names, null for any other text. Anybody can make a link to such an address, so a success
 * counts only when the server confirms it: null when it does not or cannot be asked.
 */
export async function outcomeOf<Outcome extends string>(
  value: string | null,
  outcomes: readonly Outcome[],
  agrees: () => boolean | Promise<boolean>,
): Promise<Outcome | null> {
  const outcome = outcomes.find((each) => each === value) ?? null;
  if (outcome === null || outcome !== outcomes[0]) return outcome;
  return (await Promise.resolve()
    .then(agrees)
    .catch(() => false))
    ? outcome
    : null;
}
