import { type Actor, outranks } from "../../../lib/actor.ts";
import type { MemberStatus } from "../../members/index.ts";
import { CORRECTABLE, type Prospect } from "../prospects.schema.ts";

type Row = Pick<Prospect, "userId" | "discordId" | "memberId"> & {
  rolePriority: number | null;
  memberStatus: MemberStatus | null;
};

type Corrections = "correct" | "merge" | "remove" | "makePasswordLink";

/** Merging and deleting prospects takes the permissions to change them and to see all of them. */
export const mayRemove = ({ permissions }: Actor): boolean =>
  permissions.has("prospects.write") && permissions.has("prospects.read_all");

/** A Discord account that a user signs in with is not corrected; giving one to a user hands out their access. */
const mayCorrectDiscord = (actor: Actor, { userId, discordId, rolePriority }: Row) =>
  userId === null || (discordId === null && outranks(actor, rolePriority));

/** The part of `can` about the person, not about the pipeline. */
export function corrections(actor: Actor, row: Row): Pick<Prospect["can"], Corrections> {
  const mayCorrect = actor.permissions.has("prospects.write");
  const mayMerge = mayRemove(actor) && outranks(actor, row.rolePriority);
  return {
    correct: mayCorrect
      ? CORRECTABLE.filter((field) => field !== "discordId" || mayCorrectDiscord(actor, row))
      : [],
    merge: mayMerge,
    // A member leaves by their membership: deleting them here would end their access, too.
    remove: mayMerge && row.memberId === null,
    makePasswordLink:
      row.memberStatus === "active" &&
      actor.permissions.has("admin.users") &&
      outranks(actor, row.rolePriority),
  };
}
