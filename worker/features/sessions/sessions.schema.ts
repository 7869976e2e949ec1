/** A session of the caller, GET /api/user/sessions. */
export type UserSession = {
  id: number;
  method: "password" | "discord";
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
  current: boolean;
};
