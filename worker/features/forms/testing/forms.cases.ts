import { type RouteCase, read } from "../../../testing/cases.ts";
import { DEFAULT_FORM } from "../default-form.ts";
import { formOf, retitled } from "./forms.factory.ts";

const ACCESS: RouteCase["access"] = ["admin.system"];
let turn = 0;
const changed = () => retitled(DEFAULT_FORM, `Who you are ${turn++}`);

export const cases: RouteCase[] = [
  read("/api/forms/:orgId", ACCESS, "/api/forms/1"),
  {
    route: "POST /api/forms/:orgId",
    access: ACCESS,
    request: () => ({ path: "/api/forms/1", body: { key: `crew_${turn++}`, name: "Crew" } }),
    status: 201,
    ofOrganization: true,
  },
  {
    route: "GET /api/forms/:id/versions/:number",
    access: ACCESS,
    request: async () => ({ path: `/api/forms/${await formOf()}/versions/1` }),
    ofOrganization: true,
  },
  {
    route: "PUT /api/forms/:id/draft",
    access: ACCESS,
    request: async () => ({
      path: `/api/forms/${await formOf()}/draft`,
      body: { content: changed(), version: 1 },
    }),
    ofOrganization: true,
  },
  {
    route: "POST /api/forms/:id/drafts",
    access: ACCESS,
    request: async () => ({
      path: `/api/forms/${await formOf({ draft: changed() })}/drafts`,
      body: { number: 1, version: 1 },
    }),
    ofOrganization: true,
  },
  {
    route: "POST /api/forms/:id/publish",
    access: ACCESS,
    request: async () => ({
      path: `/api/forms/${await formOf({ draft: changed() })}/publish`,
      body: { version: 1 },
    }),
    ofOrganization: true,
  },
];
