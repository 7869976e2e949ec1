import type { Duplicate, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";

/** People shown at once. */
const SHOWN = 2;

/**
 * The prospects who are most likely the same person as one: one of the two has a Discord account and the other none, as
 * when somebody was added by hand and then came into the server, or more than one fact is alike.
 */
export const likelySame = (prospect: Pick<Prospect, "discordId">, people: readonly Duplicate[]) =>
  people
    .filter(({ status }) => status !== null)
    .filter(
      ({ discordId, alike }) => (discordId === null) !== (prospect.discordId === null) || alike.length > 1,
    )
    .slice(0, SHOWN);
