import type { Feature } from "../../lib/feature.ts";
import type { Notices } from "../../lib/notices.ts";
import { deleteOldNotices } from "./list.ts";
import { noticeRoutes } from "./notices.routes.ts";

/** @param features the notices of all features, which word them */
export const noticesFeature = (features: readonly Notices[]): Feature => ({
  routes: [noticeRoutes(features)],
  daily: (context) => [deleteOldNotices(context)],
  topics: {
    notices: [
      { table: "notices", on: ["insert"] },
      { table: "users", on: ["update"], of: ["notices_read_to"] },
    ],
  },
});
