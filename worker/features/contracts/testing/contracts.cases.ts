import { type Holders, type RouteCase, read, type Scene } from "../../../testing/cases.ts";
import { hoursFromNow } from "../../../testing/database.ts";
import type { Caller } from "../../../testing/world.ts";
import { contract } from "./contracts.factory.ts";

/** A contract of the caller, or of the officer where the caller is no member of the organization. */
function theirContract(
  { isForeign, role, caller, officer }: Scene,
  values: Record<string, unknown> = {},
): Promise<number> {
  const { memberId, userId } = isForeign || role === null ? officer : caller;
  const owner = { posted_by: memberId, posted_by_user: userId, created_by: memberId };
  return contract({ ...owner, amount: 1_000, pay: 1_000, ...values });
}

const onContract = (
  method: string,
  rest: string,
  access: RouteCase["access"],
  status: string,
  body?: Record<string, unknown>,
): RouteCase => ({
  route: `${method} /api/contracts/:id${rest}`,
  access,
  request: async (scene) => ({
    path: `/api/contracts/${await theirContract(scene, { status })}${rest}`,
    ...(body ? { body } : {}),
  }),
  ofOrganization: true,
});

const terms = {
  title: "Escort two haulers",
  description: "Two Caterpillars from Lorville to Area18.",
  amount: 250_000,
  currency: "aUEC",
  paymentType: "flat_rate",
  hourlyRate: 20_000,
  type: "security",
  serviceType: "escort_services",
  riskLevel: "high",
  location: "Lorville",
  duration: "About 2 hours",
};

export const holders: Holders = {
  "contracts.read": ["member", "onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "contracts.write": ["onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "contracts.admin": ["officer", "administrator"],
};

export const cases: RouteCase[] = [
  read("/api/contracts/:orgId/counts", ["contracts.read"], "/api/contracts/1/counts", { kind: "counted" }),
  read("/api/contracts/:orgId/own", ["contracts.read"], "/api/contracts/1/own", { kind: "figures" }),
  read("/api/contracts/:orgId/members", ["contracts.write"], "/api/contracts/1/members"),
  ...[
    read("/api/contracts/:orgId", ["contracts.read"], "/api/contracts/1"),
    onContract("GET", "/record", ["contracts.read"], "posted"),
    onContract("GET", "/history", ["contracts.read"], "posted"),
  ].map((each): RouteCase => ({ ...each, ownsOr: ["contracts.admin"], owned: "drafts" })),
  {
    route: "POST /api/contracts",
    access: ["contracts.write"],
    request: () => ({
      path: "/api/contracts",
      body: { ...terms, organizationId: 1, deadline: hoursFromNow(48), status: "posted" },
      headers: { "Idempotency-Key": crypto.randomUUID() },
    }),
    gives: ({ userId }) => ({ body: { assignedTo: userId } }),
    status: 201,
    ofOrganization: true,
  },
  ...[
    {
      ...onContract("PUT", "", ["contracts.read"], "posted", {
        ...{ ...terms, deadline: hoursFromNow(48), version: 1 },
      }),
      gives: ({ userId }: Caller) => ({ body: { assignedTo: userId } }),
    },
    { ...onContract("DELETE", "", ["contracts.read"], "draft"), status: 204 },
    onContract("PATCH", "/status", ["contracts.read"], "posted", {
      status: "cancelled",
      note: "Not needed",
      version: 1,
    }),
    onContract("PATCH", "/post", ["contracts.write"], "draft"),
  ].map((each): RouteCase => ({ ...each, ownsOr: ["contracts.admin"] })),
];
