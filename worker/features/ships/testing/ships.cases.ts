import type { RouteCase } from "../../../testing/cases.ts";
import { insert, raw, value } from "../../../testing/database.ts";
import { controlUex } from "../../../testing/uex.ts";
import { passMinute, SYNC } from "./sync.factory.ts";

/** Before other features add ships: a sync refuses a catalogue that shrinks. */
export const turn = -1;

/** UEX does not list the ships that generated requests add. */
export const refusedByOthers = ["ships_shrunk"];

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
    // Stores 300 ships, each with its key, and reads all known ones.
    budget: { trips: 5, written: 700, grows: true },
    generated: { isHeavy: true, adds: 1_000, leaves: ["audit_log", "notices", "revisions", "ship_syncs"] },
    request: async () => {
      await controlUex("reset", {});
      await passMinute();
      // Marks ships of other cases as unlisted: no list has them.
      await raw.DB.prepare("update ships set is_listed = 0 where name like 'Ship %'").run();
      return { path: SYNC };
    },
  },
  {
    route: "POST /api/uex/sync-ships/:id/accept",
    access: ["admin.system"],
    // Equal to the sync's.
    budget: { trips: 5, written: 700, grows: true },
    generated: { isHeavy: true, adds: 1_000, leaves: ["audit_log", "notices", "revisions", "ship_syncs"] },
    request: async ({ caller }) => {
      await controlUex("reset", {});
      const organization =
        (await value<number | undefined>("select organization_id from users where id = ?", caller.userId)) ??
        1;
      const id = await insert("ship_syncs", {
        organization_id: organization,
        status: "failed",
        error: "ships_shrunk",
        records_processed: 0,
        leaving: "[]",
        created_at: "2026-11-11T10:00:00.000Z",
      });
      return { path: `/api/uex/sync-ships/${id}/accept` };
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
