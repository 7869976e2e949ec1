import type { RouteCase } from "../../../testing/cases.ts";
import { controlUex } from "../../../testing/uex.ts";

/** Before other features add ships: a sync refuses a catalogue that shrinks. */
export const turn = -1;

export const cases: RouteCase[] = [
  { route: "GET /api/uex/ships", access: "signed-in", request: () => ({ path: "/api/uex/ships" }) },
  {
    route: "GET /api/uex/sync-status",
    access: ["admin.system"],
    request: () => ({ path: "/api/uex/sync-status" }),
  },
  {
    route: "POST /api/uex/sync-ships",
    access: ["admin.system"],
    kind: "shipSync",
    request: async () => {
      await controlUex("reset", {});
      return { path: "/api/uex/sync-ships" };
    },
  },
  {
    route: "GET /api/uex/image-proxy",
    access: "signed-in",
    request: () => ({
      path: `/api/uex/image-proxy?url=${encodeURIComponent("https://assets.uexcorp.space/img/vehicles/1/cover.jpg")}&w=320`,
    }),
  },
];
