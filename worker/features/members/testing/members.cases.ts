import { type RouteCase, read } from "../../../testing/cases.ts";
import { value } from "../../../testing/database.ts";
import { person } from "../../../testing/world.ts";

/** A change of a member below all who may make it. */
const onMember = (
  method: string,
  rest: string,
  body?: () => Promise<Record<string, unknown>>,
): RouteCase => ({
  route: `${method} /api/members/:id/${rest}`,
  access: ["members.write"],
  request: async () => {
    const { memberId } = await person("member");
    return { path: `/api/members/${memberId}/${rest}`, ...(body ? { body: await body() } : {}) };
  },
  ofOrganization: true,
});

/** Routes of the members. */
export const memberCases: RouteCase[] = [
  read("/api/members/:orgId", ["members.read"], "/api/members/1"),
  read("/api/members/:orgId/counts", ["members.read"], "/api/members/1/counts"),
  read("/api/members/:orgId/export", ["members.read"], "/api/members/1/export"),
  read("/api/members/:orgId/assignable", ["prospects.read"], "/api/members/1/assignable"),
  onMember("PUT", "status", async () => ({ status: "inactive", version: 1 })),
  onMember("PUT", "role", async () => ({
    roleId: await value("select id from roles where organization_id = 1 and key = 'recruiter'"),
    version: 1,
  })),
  { ...onMember("DELETE", "sessions"), access: ["members.write", "admin.users"], status: 204 },
  {
    route: "DELETE /api/users/:id/sessions",
    access: ["admin.users"],
    request: async () => ({ path: `/api/users/${(await person(null)).userId}/sessions` }),
    status: 204,
    ofOrganization: true,
  },
  { ...onMember("POST", "password-link"), access: ["admin.users"], status: 201 },
];
