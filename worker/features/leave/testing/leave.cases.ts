import type { RouteCase, Scene } from "../../../testing/cases.ts";
import { inDays, leaveOf } from "./leave.factory.ts";

let turn = 0;
/** Days from today that no other request uses. */
const nextDays = () => 40 + 3 * turn++;

/** A leave of the caller if they are a member of organization 1, else of the officer. */
const theirs = ({ caller, role, isForeign, officer }: Scene) => {
  const first = nextDays();
  return leaveOf((isForeign || role === null ? officer : caller).userId, first, first + 1);
};

export const cases: RouteCase[] = [
  {
    route: "GET /api/leaves/:orgId",
    access: "signed-in",
    ownsOr: ["members.read", "members.write"],
    request: () => ({ path: "/api/leaves/1" }),
    ofOrganization: true,
  },
  {
    route: "POST /api/leaves",
    access: "member",
    ownsOr: ["members.write"],
    request: () => {
      const first = nextDays();
      const days = { from: inDays(first), to: inDays(first + 1) };
      return { path: "/api/leaves", body: { ...days, note: "Moving house" } };
    },
    gives: "Says when a member is away, which they see themselves whatever their role.",
    status: 201,
  },
  {
    route: "PATCH /api/leaves/:id",
    gives: "Names its last day, as `to`.",
    access: "member",
    ownsOr: ["members.write"],
    request: async (scene) => {
      const first = nextDays();
      const body = { from: inDays(first), to: inDays(first + 1), note: "Moving house", version: 1 };
      return { path: `/api/leaves/${await theirs(scene)}`, body };
    },
    ofOrganization: true,
  },
  {
    route: "DELETE /api/leaves/:id",
    access: "member",
    ownsOr: ["members.write"],
    request: async (scene) => ({ path: `/api/leaves/${await theirs(scene)}` }),
    status: 204,
    ofOrganization: true,
  },
];
