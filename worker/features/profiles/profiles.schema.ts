import * as z from "zod/mini";
import { pageLimit } from "../../lib/wire.schema.ts";
import { ROLE_HOLDS } from "../discord/roles/roles.schema.ts";
import { member, memberAction } from "../members/members.schema.ts";
import { historyAction, prospect } from "../prospects/prospects.schema.ts";

/** A member with known facts, GET /api/members/{id}/profile. */
export const memberProfile = z.extend(member, {
  /**
   * Why the member's roles in Discord do not match their role here yet; null where they do: the member must accept the server's
   * rules, AutoMod blocks their name, the bot may not give them, or the next sync will.
   */
  rolesWait: z.nullable(z.enum([...ROLE_HOLDS, "bot", "sync"])),
  /** The member in the recruitment pipeline; null without one, or where the reader may not see it. */
  prospect: z.nullable(
    z.pick(prospect, { id: true, status: true, starCitizenId: true, referralSource: true, createdAt: true }),
  ),
});
export type MemberProfile = z.infer<typeof memberProfile>;

export const timelineQuery = z.strictObject({
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
  kind: z.optional(z.enum(["pipeline", "member", "contract", "event", "attendance", "ship", "leave"])),
});
export type TimelineQuery = z.infer<typeof timelineQuery>;

const ofTimeline = z.object({
  /** Unique among entries of its kind. */
  id: z.number(),
  createdAt: z.string(),
  /** Name of the user who did it, as it was then; null for members' own acts. */
  performedBy: z.nullable(z.string()),
  previousValue: z.nullable(z.string()),
  newValue: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** The Discord role that caused it, by its name then; null for none. */
  because: z.nullable(z.string()),
});

/** An entry of a member's timeline, GET /api/members/{id}/history: newest first. */
export const timelineEntry = z.discriminatedUnion("kind", [
  z.extend(ofTimeline, { kind: z.literal("pipeline"), action: historyAction }),
  z.extend(ofTimeline, { kind: z.literal("member"), action: memberAction }),
  // `newValue` of these is the title of the contract or event, or the ship's name.
  z.extend(ofTimeline, { kind: z.literal("contract"), action: z.literal("completed") }),
  z.extend(ofTimeline, { kind: z.literal("event"), action: z.enum(["organized", "cancelled"]) }),
  /** An event that the member attended, wholly or partly. */
  z.extend(ofTimeline, { kind: z.literal("attendance"), action: z.enum(["yes", "partly"]) }),
  z.extend(ofTimeline, { kind: z.literal("ship"), action: z.literal("added") }),
  /** `previousValue` and `newValue` are its first and last day. */
  z.extend(ofTimeline, { kind: z.literal("leave"), action: z.literal("away") }),
]);
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** A member's permissions and their source, GET /api/members/{id}/permissions. */
export const memberPermissions = z.object({
  role: z.string(),
  /** Source of `permissions`: the role, being an administrator with all, or being inactive with none. */
  by: z.enum(["role", "administrator", "inactive"]),
  /** Ids, in alphabetical order. */
  permissions: z.array(z.string()),
  /** How they got the role; null where it is not recorded. */
  given: z.nullable(z.object({ at: z.string(), by: z.string(), because: z.nullable(z.string()) })),
  /** When the member was made inactive, and the name of who did it; null for active members, and where it is not recorded. */
  ended: z.nullable(z.object({ at: z.string(), by: z.string() })),
});
export type MemberPermissions = z.infer<typeof memberPermissions>;
