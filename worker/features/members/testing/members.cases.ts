import { type Holders, type RouteCase, read } from "../../../testing/cases.ts";
import { value } from "../../../testing/database.ts";
import { person } from "../../../testing/world.ts";
import { customRole, holderOf } from "../../roles/testing/roles.factory.ts";

/** A change of a member who ranks below everyone who may make it. */
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

export const holders: Holders = {
  "roster.read": ["member", "onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "members.write": ["officer", "administrator"],
  "members.read": ["onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
};

export const cases: RouteCase[] = [
  read("/api/members/:orgId", ["members.read"], "/api/members/1"),
  read("/api/members/:orgId/roster", ["roster.read", "members.read"], "/api/members/1/roster"),
  read("/api/users/:orgId", ["members.read", "admin.users"], "/api/users/1"),
  read("/api/members/:orgId/counts", ["members.read", "admin.users"], "/api/members/1/counts"),
  read("/api/members/:orgId/export", ["members.read", "admin.users"], "/api/members/1/export", {
    proof: true,
    kind: "file",
  }),
  read("/api/members/:orgId/assignable", ["prospects.read"], "/api/members/1/assignable"),
  {
    ...onMember("PUT", "status", async () => ({ status: "inactive", version: 1 })),
    unproven: "Daily work; a membership of the administration takes a proof.",
  },
  {
    ...onMember("PUT", "role", async () => ({
      roleId: await value("select id from roles where organization_id = 1 and key = 'recruiter'"),
      version: 1,
    })),
    unproven: "Daily work; a role of the administration takes a proof.",
  },
  { ...onMember("DELETE", "sessions"), access: ["members.write", "admin.users"], proof: true, status: 204 },
  {
    route: "DELETE /api/users/:id/sessions",
    access: ["admin.users"],
    proof: true,
    request: async () => ({ path: `/api/users/${(await person(null)).userId}/sessions` }),
    status: 204,
    ofOrganization: true,
  },
  { ...onMember("POST", "password-link"), access: ["admin.users"], proof: true, status: 201 },
  {
    route: "POST /api/roles/:id/move-members",
    access: ["admin.users"],
    proof: true,
    request: async () => {
      const id = await customRole();
      await holderOf(id);
      const roleId = await value<number>("select id from roles where organization_id = 1 and key = 'member'");
      return { path: `/api/roles/${id}/move-members`, body: { roleId } };
    },
    ofOrganization: true,
  },
];
