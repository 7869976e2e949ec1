import type { RouteCase } from "../../../testing/cases.ts";
import { raw } from "../../../testing/database.ts";

/** Routes of the health. */
export const healthCases: RouteCase[] = [
  { route: "GET /api/health", access: "public", request: () => ({ path: "/api/health" }) },
  {
    route: "GET /api/health/report",
    access: ["admin.system"],
    request: () => ({ path: "/api/health/report" }),
  },
  {
    route: "POST /api/health/check",
    access: ["admin.system"],
    request: async () => {
      await raw.DB.prepare("delete from health_looks").run();
      return { path: "/api/health/check" };
    },
  },
];
