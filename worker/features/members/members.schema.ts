import * as z from "zod/mini";
import { pageLimit } from "../../lib/wire.schema.ts";

export const MEMBER_STATUSES = ["active", "inactive"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export type Member = {
  id: number;
  userId: number;
  username: string;
  displayName: string;
  /** Only for readers with admin.users. */
  email?: string | null;
  avatarUrl: string | null;
  discordId: string | null;
  role: string;
  roleKey: string | null;
  status: MemberStatus;
  joinedAt: string;
};

export const memberListQuery = z.strictObject({
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type MemberListQuery = z.infer<typeof memberListQuery>;

/** A person that prospects can be given to. */
export type AssignableMember = Pick<
  Member,
  "id" | "userId" | "displayName" | "username" | "avatarUrl" | "role"
>;
