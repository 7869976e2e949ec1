import type { RouteCase } from "../../../testing/cases.ts";
import { PRESET_ROWS } from "../settings.ts";

export const cases: RouteCase[] = [
  {
    route: "GET /api/user/needs",
    access: "signed-in",
    request: () => ({ path: "/api/user/needs" }),
    // Counts each kind to a hundred, of which each reads up to five rows.
    budget: { trips: 2, written: 0, read: () => 4_000, grows: true },
  },
  { route: "GET /api/user/notices", access: "signed-in", request: () => ({ path: "/api/user/notices" }) },
  {
    route: "GET /api/user/notices/past",
    access: "signed-in",
    request: () => ({ path: "/api/user/notices/past" }),
  },
  {
    route: "GET /api/user/notice-settings",
    access: "signed-in",
    request: () => ({ path: "/api/user/notice-settings" }),
  },
  {
    route: "PUT /api/user/notice-settings",
    access: "signed-in",
    request: () => ({
      path: "/api/user/notice-settings",
      body: { kind: "event.changed", channel: "direct", pace: "daily" },
    }),
    status: 204,
  },
  {
    route: "PUT /api/user/notice-preset",
    access: "signed-in",
    request: () => ({ path: "/api/user/notice-preset", body: { preset: "usual" } }),
    largest: () => ({ path: "/api/user/notice-preset", body: { preset: "everything" } }),
    budget: { trips: 3, written: PRESET_ROWS },
    generated: { adds: PRESET_ROWS },
    status: 204,
  },
  {
    route: "PUT /api/user/notice-hours",
    access: "signed-in",
    request: () => ({
      path: "/api/user/notice-hours",
      body: { timeZone: "Europe/Copenhagen", quietFrom: 1320, quietTo: 420 },
    }),
    status: 204,
  },
  {
    route: "PATCH /api/user/notices/read",
    access: "signed-in",
    request: () => ({ path: "/api/user/notices/read", body: { upTo: 1 } }),
    status: 204,
  },
];
