import { type RouteCase, read } from "../../../testing/cases.ts";
import { raw } from "../../../testing/database.ts";
import { organizationOf } from "../../joining/testing/joining.factory.ts";
import { linkOf, sourceWith } from "./referrals.factory.ts";

const OWN = "/api/referrals/own";
const READS = ["prospects.read", "prospects.read_all"] as const;
const WRITES = ["prospects.read_all", "prospects.write"] as const;
let turn = 0;

/** Takes the caller's link away, and makes one where the request is about it. */
async function linked({ userId }: { userId: number }, isMade: boolean) {
  await raw.DB.prepare("delete from sources where user_id = ?").bind(userId).run();
  if (isMade) await linkOf({ userId }, { organization_id: await organizationOf({ userId }) });
}

export const cases: RouteCase[] = [
  { route: `GET ${OWN}`, access: "member", ownsOr: [], inBrowser: true, request: () => ({ path: OWN }) },
  {
    route: `POST ${OWN}`,
    access: "member",
    ownsOr: [],
    inBrowser: true,
    request: async ({ caller, officer }) => {
      await linked(caller.userId ? caller : officer, false);
      return { path: OWN, body: { version: 0 } };
    },
    kind: "create",
  },
  {
    route: `POST ${OWN}/end`,
    access: "member",
    ownsOr: [],
    inBrowser: true,
    request: async ({ caller, officer }) => {
      await linked(caller.userId ? caller : officer, true);
      return { path: `${OWN}/end`, body: { version: 1 } };
    },
  },
  read("/api/sources/:orgId", [...READS], "/api/sources/1", { isEachNeeded: true }),
  {
    route: "POST /api/sources/:orgId",
    access: [...WRITES],
    isEachNeeded: true,
    request: () => ({
      path: "/api/sources/1",
      body: { kind: "advertisement", name: `Medics wanted ${turn++}` },
    }),
    gives: "Names a recruiter, who gets nothing to see.",
    status: 201,
    ofOrganization: true,
  },
  {
    route: "POST /api/sources/:id/end",
    access: [...WRITES],
    isEachNeeded: true,
    request: async () => ({ path: `/api/sources/${await sourceWith()}/end`, body: { version: 1 } }),
    ofOrganization: true,
  },
];
