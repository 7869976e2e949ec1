import type { ContractStatus } from "../contracts.schema.ts";

/** The legal steps, written independently to compare them with the server's. */
export const LEGAL: Record<ContractStatus, string> = {
  draft: "posted active",
  posted: "accepted cancelled draft",
  open: "accepted cancelled draft",
  active: "accepted cancelled draft",
  accepted: "completed cancelled draft",
  completed: "awaiting_payment payment_sent closed draft",
  awaiting_payment: "payment_sent draft",
  payment_sent: "closed draft",
  closed: "",
  cancelled: "",
};
