import type { CostCase } from "../../../testing/costing.ts";
import { raw } from "../../../testing/database.ts";
import { SIGNS_SCANNED } from "../attendance.schema.ts";
import { over } from "./attendance.factory.ts";

export const costs: CostCase[] = [
  {
    // All rows of the filled tables fall into the time of this event.
    route: "GET /api/events/:id/attendance (while much happens)",
    request: async () => {
      await raw.DB.prepare("update discord_activities set activity_type = 'voice_join'").run();
      return { path: `/api/events/${await over(0.01)}/attendance` };
    },
    budget: { trips: 2, written: 0, read: () => 3 * SIGNS_SCANNED, grows: true },
  },
];
