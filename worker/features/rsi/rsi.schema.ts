/** A request to verify a handle, until it is verified, removed or expired. */
export type RsiRequest = {
  id: number;
  rsiHandle: string;
  /** `CC-` and eight characters. */
  verificationCode: string;
  expiresAt: string;
  /** When the next check is possible; null for at once. */
  nextCheckAt: string | null;
};

/** The caller's RSI account, GET /api/rsi/status. */
export type RsiStatus = {
  rsiVerified: boolean;
  /** As RSI spells it. */
  rsiHandle: string | null;
  pendingRequest: RsiRequest | null;
  /** Of the verified profile; null where it does not say. */
  recordNumber: string | null;
  /** A day, `YYYY-MM-DD`. */
  enlistedDate: string | null;
  location: string | null;
  profileUrl: string | null;
  verifiedAt: string | null;
  /** The handle that another user has since proved to be theirs; null where there is none to tell of. */
  lostHandle: string | null;
};
