import { SYSTEM_PERMISSIONS } from "../../../lib/permissions.schema.ts";
import { type Holders, type RouteCase, read } from "../../../testing/cases.ts";
import { nextNumber, rows } from "../../../testing/database.ts";
import { customPermission, customRole } from "./roles.factory.ts";

export const holders: Holders = {
  "admin.users": ["administrator"],
  "admin.permissions": ["administrator"],
};

export const cases: RouteCase[] = [
  read("/api/roles/:orgId", ["members.read", "admin.users"], "/api/roles/1"),
  {
    route: "POST /api/roles",
    access: ["admin.users"],
    proof: true,
    request: () => ({
      path: "/api/roles",
      body: {
        name: `Fleet ${nextNumber()}`,
        description: "Fuel, cargo and who lends what",
        permissions: ["dashboard.view", "tools.view"],
        color: "#8ad0ff",
        organizationId: 1,
        isSystem: false,
      },
    }),
    largest: () => ({
      path: "/api/roles",
      body: { name: `Fleet ${nextNumber()}`, permissions: [...SYSTEM_PERMISSIONS], organizationId: 1 },
    }),
    status: 201,
    ofOrganization: true,
  },
  {
    route: "PUT /api/roles/:orgId/order",
    access: ["admin.users"],
    proof: true,
    request: async () => {
      const order = "select id from roles where organization_id = 1 order by priority desc, id";
      const [top, first, second, ...rest] = (await rows<{ id: number }>(order)).map(({ id }) => id);
      return { path: "/api/roles/1/order", body: { roles: [top, second, first, ...rest] } };
    },
    largest: async () => {
      const order = "select id from roles where organization_id = 1 order by priority desc, id";
      const { length } = await rows(order);
      for (let more = length; more < 250; more++) await customRole();
      const was = (await rows<{ id: number }>(order)).map(({ id }) => id);
      return { path: "/api/roles/1/order", body: { roles: was.toReversed(), was } };
    },
    ofOrganization: true,
  },
  {
    route: "PUT /api/roles/:id",
    access: ["admin.users"],
    proof: true,
    request: async () => ({
      path: `/api/roles/${await customRole()}`,
      body: { name: `Fleet ${nextNumber()}`, description: "", permissions: ["tools.view"], version: 1 },
    }),
    largest: async () => ({
      path: `/api/roles/${await customRole()}`,
      body: { name: `Fleet ${nextNumber()}`, permissions: [...SYSTEM_PERMISSIONS], version: 1 },
    }),
    ofOrganization: true,
  },
  {
    route: "DELETE /api/roles/:id",
    access: ["admin.users"],
    proof: true,
    request: async () => ({ path: `/api/roles/${await customRole()}` }),
    status: 204,
    ofOrganization: true,
  },
  { route: "GET /api/permissions", access: ["admin.users"], request: () => ({ path: "/api/permissions" }) },
  {
    route: "POST /api/permissions",
    access: ["admin.permissions"],
    proof: true,
    request: () => ({
      path: "/api/permissions",
      body: {
        id: `custom.roster_${nextNumber()}`,
        name: "Fleet roster",
        description: "Keeps the roster of the fleet",
        category: "Custom",
        isSystem: false,
      },
    }),
    status: 201,
  },
  {
    route: "PUT /api/permissions/:id",
    access: ["admin.permissions"],
    proof: true,
    request: async () => ({
      path: `/api/permissions/${await customPermission()}`,
      body: { name: `Roster ${nextNumber()}`, category: "Tasks", version: 1 },
    }),
    ofOrganization: true,
  },
  {
    route: "DELETE /api/permissions/:id",
    access: ["admin.permissions"],
    proof: true,
    request: async () => ({ path: `/api/permissions/${await customPermission()}` }),
    status: 204,
    ofOrganization: true,
  },
  {
    route: "GET /api/permissions/:id/holders",
    access: ["admin.users"],
    request: () => ({ path: "/api/permissions/prospects.read/holders" }),
  },
];
