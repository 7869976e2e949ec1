import type { Feature } from "../../lib/feature.ts";
import { LEAVING } from "../../lib/outgoing/channels.ts";
import { backedUp } from "../../lib/table-rules.ts";
import { kindsOf } from "./change.ts";
import { deliverWebhook, lookAfterDeliveries } from "./deliver.ts";
import { webhookRoutes } from "./webhooks.routes.ts";
import { webhookAudit, webhookNotices, webhookSentences } from "./webhooks.texts.ts";

const every = ["insert", "update", "delete"] as const;

export const webhooksFeature = {
  routes: (features) => webhookRoutes(kindsOf(features)),
  tables: {
    webhooks: {
      guarded: {
        because: "where programs are told what happens, and the secret by which they know it",
        rows: "both",
        columns: ["url", "secret", "old_secret"],
      },
      backup: backedUp("settings"),
      personal: { leftOut: "Says who added a webhook; the log of what you did has it." },
    },
    webhook_deliveries: {
      backup: { leftOut: "Tells for 30 days at most what programs were sent." },
    },
  },
  channels: (features) => ({ webhook: deliverWebhook(kindsOf(features)) }),
  daily: lookAfterDeliveries,
  audit: webhookAudit,
  notices: webhookNotices,
  sentences: webhookSentences,
  topics: {
    webhooks: [{ table: "webhooks", on: every }],
    [LEAVING]: [
      { table: "webhooks", on: ["insert", "update"], columns: ["state"], when: "new.state = 'active'" },
    ],
    webhook_deliveries: [{ table: "webhook_deliveries", on: ["insert", "update"] }],
  },
} satisfies Feature;
