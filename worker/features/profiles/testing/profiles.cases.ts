import { type RouteCase, read } from "../../../testing/cases.ts";

const ofOfficer = (rest: string): RouteCase => ({
  ...read(`/api/members/:id/${rest}`, ["members.read"], ""),
  request: ({ officer }) => ({ path: `/api/members/${officer.memberId}/${rest}` }),
});

export const cases: RouteCase[] = [
  ofOfficer("profile"),
  ofOfficer("history"),
  { ...ofOfficer("permissions"), access: ["admin.users"] },
];
