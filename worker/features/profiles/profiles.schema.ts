import * as z from "zod/mini";
import { pageLimit } from "../../lib/wire.schema.ts";
import type { Member, MemberAction } from "../members/members.schema.ts";
import type { HistoryAction, Prospect } from "../prospects/prospects.schema.ts";

/** A member with what is known of them, GET /api/members/{id}/profile. */
export type MemberProfile = Member & {
  /** The member in the recruitment pipeline; null without one, or where the reader may not see it. */
  prospect: Pick<Prospect, "id" | "status" | "starCitizenId" | "referralSource" | "createdAt"> | null;
};

/** Where an entry of the timeline comes from. */
export const TIMELINE_KINDS = ["pipeline", "member"] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const timelineQuery = z.strictObject({
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
  kind: z.optional(z.enum(TIMELINE_KINDS)),
});
export type TimelineQuery = z.infer<typeof timelineQuery>;

/** An entry of a member's timeline, GET /api/members/{id}/history: newest first. */
export type TimelineEntry = {
  /** Of its kind alone. */
  id: number;
  createdAt: string;
  /** Name of who did it, as it was then. */
  performedBy: string;
  previousValue: string | null;
  newValue: string | null;
  notes: string | null;
  /** The Discord role that decided, by its name then; null where none did. */
  because: string | null;
} & ({ kind: "pipeline"; action: HistoryAction } | { kind: "member"; action: MemberAction });

/** What a member may do and why, GET /api/members/{id}/permissions. */
export type MemberPermissions = {
  role: string;
  /** Why they hold what `permissions` lists: their role, as administrator whatever it says, or nothing while inactive. */
  by: "role" | "administrator" | "inactive";
  /** Ids, in alphabetical order. */
  permissions: string[];
  /** How they came by the role; null where it is not recorded. */
  given: { at: string; by: string; because: string | null } | null;
  /** When the member was made inactive, and the name of who did it; null for active members, and where it is not recorded. */
  ended: { at: string; by: string } | null;
};
