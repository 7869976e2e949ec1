import type { Feature } from "../../lib/feature.ts";
import { backedUp, isOfUser, OURS, SECRET, type Tables } from "../../lib/table-rules.ts";
import { verifyCommand } from "./rsi.commands.ts";
import { rsiRoutes } from "./rsi.routes.ts";
import { rsiAudit, rsiNotices, rsiSentences } from "./rsi.texts.ts";
import { deleteEndedRequests } from "./verify.ts";

export { rsiAccounts } from "./rsi.table.ts";

const LOOKS = "Counts requests, so that no user makes too many.";

const tables: Tables = {
  rsi_accounts: {
    backup: backedUp("users"),
    personal: {
      isOf: isOfUser,
      columns: ["user_id", "handle", "record_number", "enlisted_date", "location", "verified_at"],
      without: { organization_id: OURS, handle_key: "The handle in lower case." },
    },
  },
  rsi_requests: {
    backup: { leftOut: "Codes that verify an RSI account are secrets that live for a day." },
    personal: {
      isOf: isOfUser,
      columns: ["id", "user_id", "handle", "expires_at", "checked_at"],
      without: { organization_id: OURS, code: SECRET, looks: LOOKS, looks_from: LOOKS },
    },
  },
  rsi_losses: {
    backup: { leftOut: "Tells users once that an RSI account is no longer theirs; the audit log keeps it." },
    personal: { isOf: isOfUser, columns: ["user_id", "handle"], without: { organization_id: OURS } },
  },
};

export const rsiFeature = {
  routes: rsiRoutes,
  tables,
  audit: rsiAudit,
  sentences: rsiSentences,
  notices: rsiNotices,
  commands: [verifyCommand],
  topics: {
    rsi: [
      { table: "rsi_accounts", on: ["insert", "update", "delete"] },
      // Losses are added only with a change of an account; requests are deleted with one, or after their end.
      { table: "rsi_requests", on: ["insert", "update"] },
      { table: "rsi_losses", on: ["delete"] },
    ],
  },
  daily: (context) => [deleteEndedRequests(context)],
} satisfies Feature;
