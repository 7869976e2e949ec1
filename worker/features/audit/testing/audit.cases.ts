import { type Holders, type RouteCase, read } from "../../../testing/cases.ts";

export const holders: Holders = {
  "audit.read": ["officer", "administrator"],
};

export const cases: RouteCase[] = [
  read("/api/activities/:orgId", ["dashboard.view"], "/api/activities/1"),
  read("/api/audit/:orgId", ["audit.read"], "/api/audit/1"),
  read("/api/audit/:orgId/actions", ["audit.read"], "/api/audit/1/actions"),
  // The export reads the log in parts while it is sent.
  {
    ...read("/api/audit/:orgId/export", ["audit.read"], "/api/audit/1/export", { kind: "file", proof: true }),
    trips: 20,
  },
];
