import type { Duplicate, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";

/** People shown at once. */
const SHOWN = 2;

const isName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * The prospects who are most likely the same person as one: one of the two has a Discord account and the other none, as
 * when somebody was added by hand and then came into the server, or they have the same name, handle or e-mail, or more than one
 * fact is alike.
 */
export const likelySame = (
  prospect: Pick<Prospect, "discordId" | "displayName">,
  people: readonly Duplicate[],
) =>
  people
    .filter(({ status }) => status !== null)
    .filter(
      ({ discordId, displayName, alike }) =>
        (discordId === null) !== (prospect.discordId === null) ||
        alike.length > 1 ||
        alike.some((fact) => fact === "starCitizenId" || fact === "email") ||
        isName(displayName, prospect.displayName),
    )
    .slice(0, SHOWN);
