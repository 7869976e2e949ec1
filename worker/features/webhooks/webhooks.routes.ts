import { proven, provenIf, requires } from "../../lib/http/access.ts";
import { created, nothing, pageOf } from "../../lib/http/answers.ts";
import { get, patch, post, remove } from "../../lib/http/route.ts";
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  type Kinds,
  listWebhooks,
  replaceSecret,
} from "./change.ts";
import { countDeliveries, listDeliveries, replayDelivery, testWebhook } from "./deliveries.ts";
import * as schema from "./webhooks.schema.ts";

const runsSystem = requires("admin.system");

/**
 * Whether a change sets the address, for which its user needs a recent proof. The verb checks by the row whether it adds a kind
 * that names people.
 */
const movesAway = ({ url }: schema.ChangeWebhookInput) => url !== undefined;

/** @param kinds all kinds of announcements */
export const webhookRoutes = (kinds: Kinds) => [
  get("/webhooks", {
    access: runsSystem,
    answers: schema.webhookList,
    depends: ["webhooks", "webhook_deliveries"],
    summary: "List the organization's webhooks, and the kinds of messages that there are",
    run: (context) => listWebhooks(context, kinds),
  }),
  post("/webhooks", {
    access: proven(runsSystem),
    body: schema.addWebhookInput,
    answers: created(schema.webhookWithSecret),
    summary: "Add a webhook, whose secret is answered once",
    run: (context, input) => addWebhook(context, input, kinds),
  }),
  patch("/webhooks/:id", {
    access: provenIf(movesAway, runsSystem),
    body: schema.changeWebhookInput,
    answers: schema.webhook,
    summary: "Change a webhook, pause it or let it go on",
    run: (context, input) => changeWebhook(context, input, kinds),
  }),
  remove("/webhooks/:id", {
    access: proven(runsSystem),
    answers: nothing,
    // Its deliveries, each with its places in the indexes.
    rows: 20 + 4 * schema.MOST_DELIVERIES,
    summary: "Delete a webhook with its deliveries",
    run: deleteWebhook,
  }),
  post("/webhooks/:id/secret", {
    access: proven(runsSystem),
    answers: schema.webhookWithSecret,
    summary: "Replace the secret of a webhook, which is answered once",
    run: replaceSecret,
  }),
  post("/webhooks/:id/test", {
    access: runsSystem,
    answers: nothing,
    summary: "Send a webhook a test",
    run: testWebhook,
  }),
  get("/webhooks/:id/figures", {
    access: runsSystem,
    answers: schema.webhookFigures,
    depends: ["webhooks", "webhook_deliveries"],
    summary: "Count what a webhook was sent in the last 24 hours",
    run: countDeliveries,
  }),
  get("/webhooks/:id/deliveries", {
    access: runsSystem,
    query: schema.deliveryQuery,
    answers: pageOf(schema.delivery),
    depends: ["webhooks", "webhook_deliveries"],
    summary: "List what a webhook was sent",
    run: listDeliveries,
  }),
  post("/webhook-deliveries/:key/replay", {
    access: runsSystem,
    params: schema.deliveryParams,
    answers: nothing,
    summary: "Send a webhook's message again",
    run: replayDelivery,
  }),
];
