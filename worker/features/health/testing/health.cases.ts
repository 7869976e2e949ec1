import type { RouteCase } from "../../../testing/cases.ts";
import { raw } from "../../../testing/database.ts";

export const cases: RouteCase[] = [
  { route: "GET /api/health", access: "public", request: () => ({ path: "/api/health" }) },
  {
    route: "GET /api/health/report",
    access: ["admin.system"],
    // Reads the newest runs of every job, and a row for each of the last hours.
    kind: "figures",
    request: () => ({ path: "/api/health/report" }),
  },
  {
    route: "POST /api/health/check",
    unproven: "Asks Discord with the CRM bot's token, which goes to Discord alone.",
    access: ["admin.system"],
    kind: "several",
    generated: { isHeavy: true },
    request: async () => {
      await raw.DB.prepare("delete from health_looks").run();
      return { path: "/api/health/check" };
    },
  },
];
