import { type RouteCase, read } from "../../../testing/cases.ts";

export const cases: RouteCase[] = [
  {
    route: "GET /api/backup/export",
    access: ["admin.system"],
    kind: "file",
    generated: { isHeavy: true },
    proof: true,
    request: () => ({ path: "/api/backup/export" }),
    // Reads a page of a table at a time, while it is sent.
    trips: 1_000,
  },
  read("/api/backups/:orgId", ["admin.system"], "/api/backups/1"),
];
