import { type Holders, type RouteCase, read } from "../../../testing/cases.ts";

export const holders: Holders = {
  "dashboard.view": ["member", "onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
};

export const cases: RouteCase[] = [
  read("/api/dashboard/stats/:orgId", ["dashboard.view"], "/api/dashboard/stats/1", { kind: "counted" }),
];
