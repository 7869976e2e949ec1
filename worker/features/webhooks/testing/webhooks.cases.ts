import { FEATURES } from "../../../features.ts";
import type { RouteCase } from "../../../testing/cases.ts";
import { kindsOf } from "../change.ts";
import { HOOK, makeDelivery, makeRoom, makeWebhook } from "./webhooks.factory.ts";

/** D1 round trips including those after the answer: take the message, record that it leaves, record the answer, end it. */
const DELIVERED = 7;
const unproven = "Signs a message to the address that a proof was given for.";

const onWebhook = (
  method: string,
  rest: string,
  { body, ...more }: Partial<RouteCase> & { body?: Record<string, unknown> } = {},
): RouteCase => ({
  route: `${method} /api/webhooks/:id${rest}`,
  access: ["admin.system"],
  request: async () => ({
    path: `/api/webhooks/${await makeWebhook()}${rest}`,
    ...(body ? { body } : {}),
  }),
  ofOrganization: true,
  // The fourth looks, after the answer, for messages that are due.
  ...(method === "GET" ? {} : { trips: 4 }),
  ...more,
});

/** All kinds of messages. */
const kinds = () => Object.keys(kindsOf(FEATURES));

const ADDED = { name: "Ops screen", url: HOOK, kinds: [] };

export const cases: RouteCase[] = [
  { route: "GET /api/webhooks", access: ["admin.system"], request: () => ({ path: "/api/webhooks" }) },
  {
    route: "POST /api/webhooks",
    access: ["admin.system"],
    proof: true,
    request: async () => {
      await makeRoom();
      return { path: "/api/webhooks", body: ADDED };
    },
    largest: async () => {
      await makeRoom();
      return { path: "/api/webhooks", body: { ...ADDED, kinds: kinds() } };
    },
    status: 201,
  },
  onWebhook("PATCH", "", {
    proof: true,
    largest: async () => ({
      path: `/api/webhooks/${await makeWebhook({ kinds: "[]" })}`,
      body: { name: "Ops", url: `${HOOK}/moved`, kinds: kinds(), version: 1 },
    }),
    body: { name: "Wiki", url: `${HOOK}/moved`, kinds: [], state: "paused", version: 1 },
    provenIf: {
      needs: async () => ({ path: `/api/webhooks/${await makeWebhook()}`, body: { url: `${HOOK}/moved` } }),
      needsNone: async () => ({ path: `/api/webhooks/${await makeWebhook()}`, body: { state: "paused" } }),
    },
  }),
  onWebhook("DELETE", "", { proof: true, status: 204 }),
  onWebhook("POST", "/secret", { proof: true }),
  onWebhook("POST", "/test", { status: 204, unproven, trips: DELIVERED }),
  onWebhook("GET", "/figures", { kind: "search" }),
  onWebhook("GET", "/deliveries"),
  {
    route: "POST /api/webhook-deliveries/:key/replay",
    access: ["admin.system"],
    request: async () => ({
      path: `/api/webhook-deliveries/${await makeDelivery(await makeWebhook())}/replay`,
    }),
    status: 204,
    unproven,
    trips: DELIVERED,
    ofOrganization: true,
  },
];
