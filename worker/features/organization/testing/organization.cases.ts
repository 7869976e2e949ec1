import type { RouteCase } from "../../../testing/cases.ts";
import { raw } from "../../../testing/database.ts";
import { PNG, picture } from "./organization.factory.ts";

const PATH = "/api/organization/1";
const administers = { access: ["admin.system"], ofOrganization: true } satisfies Partial<RouteCase>;

export const cases: readonly RouteCase[] = [
  {
    route: "GET /api/organization/:orgId/profile",
    access: "public",
    request: () => ({ path: `${PATH}/profile` }),
  },
  {
    ...administers,
    route: "PUT /api/organization/:orgId/profile",
    request: () => ({ path: `${PATH}/profile`, body: { sentenceEn: `We fly at ${Date.now()}` } }),
  },
  {
    route: "GET /api/organization/:orgId/pictures/:id",
    access: "public",
    request: async () => ({ path: `${PATH}/pictures/${await picture()}` }),
  },
  {
    ...administers,
    route: "POST /api/organization/:orgId/pictures",
    status: 201,
    request: async () => {
      // Leaves the first, so that there is room for one more.
      await raw.DB.exec(
        "delete from organization_pictures where id > (select min(id) from organization_pictures)",
      );
      return { path: `${PATH}/pictures`, body: { kind: "picture", width: 3, height: 2, bytes: PNG } };
    },
  },
  {
    ...administers,
    route: "PATCH /api/organization/:orgId/pictures/:id",
    request: async () => ({ path: `${PATH}/pictures/${await picture()}`, body: { captionEn: "The crew" } }),
  },
  {
    ...administers,
    route: "DELETE /api/organization/:orgId/pictures/:id",
    status: 204,
    request: async () => ({ path: `${PATH}/pictures/${await picture()}` }),
  },
];
