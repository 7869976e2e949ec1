import * as z from "zod/mini";
export declare const MEMBER_STATUSES: readonly ["active", "inactive"];
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
export declare const memberListQuery: z.ZodMiniObject<
  {
    limit: z.ZodMiniDefault<z.ZodMiniPipe<z.ZodMiniString<string>, z.ZodMiniTransform<number, string>>>;
    cursor: z.ZodMiniOptional<z.ZodMiniString<string>>;
  },
  z.core.$strict
>;
export type MemberListQuery = z.infer<typeof memberListQuery>;
/** A person that prospects can be given to. */
export type AssignableMember = Pick<
  Member,
  "id" | "userId" | "displayName" | "username" | "avatarUrl" | "role"
>;
