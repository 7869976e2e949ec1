/** States of a contract, from its draft to its end. */
export const CONTRACT_STATUSES = [
  "draft",
  "posted",
  "open",
  "active",
  "accepted",
  "completed",
  "awaiting_payment",
  "payment_sent",
  "closed",
  "cancelled",
] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

export const CONTRACT_TYPES = [
  "mining",
  "transport",
  "security",
  "exploration",
  "trade",
  "research",
] as const;
export type ContractType = (typeof CONTRACT_TYPES)[number];

export const PAYMENT_TYPES = ["flat_rate", "percentage", "hourly"] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const CURRENCIES = ["aUEC", "UEC", "REC"] as const;
export type Currency = (typeof CURRENCIES)[number];

export const RISK_LEVELS = ["low", "medium", "high"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** What a user's closed contracts come to. */
export type ClosedContracts = {
  count: number;
  balances: Record<Currency, number>;
  /** When the first was closed, null without one. */
  firstAt: string | null;
  /** When the tenth was closed, null with fewer. */
  tenthAt: string | null;
};
