import { type RouteCase, read } from "../../../testing/cases.ts";
import { DEFAULT_FORM } from "../default-form.ts";
import { SECTIONS_MOST } from "../forms.schema.ts";
import { formOf, retitled } from "./forms.factory.ts";

const ACCESS: RouteCase["access"] = ["admin.system"];
let turn = 0;
const changed = () => retitled(DEFAULT_FORM, `Who you are ${turn++}`);

export const cases: RouteCase[] = [
  {
    ...read("/api/forms/:orgId", ACCESS, "/api/forms/1"),
    // Counts who answered each version, from all applications: for administrators, as they open the page.
    budget: { trips: 2, written: 0, read: () => 45_000, grows: true },
  },
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
    largest: async () => {
      const sections = Array.from({ length: SECTIONS_MOST }, (_, at) => ({
        id: `part_${at}`,
        title: { en: `Part ${at}` },
        questions: [{ id: `asked_${at}`, kind: "short", label: { en: "What?" } }],
      }));
      return { path: `/api/forms/${await formOf()}/draft`, body: { content: { sections }, version: 1 } };
    },
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
